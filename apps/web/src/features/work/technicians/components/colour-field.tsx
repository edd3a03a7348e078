import { Radio } from '@mantine/core';
import { technicianColours } from '@muster/domain/work/technicians/rules';
import type { CrewColour } from '../../../../lib/kit/choices/crew-colour.tsx';
import './colour-field.css';

interface ColourFieldProps {
  value: CrewColour;
  onChange: (colour: CrewColour) => void;
}

/** The colour that a technician has on the board. */
export function ColourField({ value, onChange }: ColourFieldProps) {
  return (
    <Radio.Group label="Colour on the board" value={value} onChange={onChange}>
      <div className="colour-field">
        {technicianColours.map((colour) => (
          <span key={colour} className="colour-field__choice" data-colour={colour} title={colour}>
            <Radio value={colour} aria-label={colour} />
          </span>
        ))}
      </div>
    </Radio.Group>
  );
}

import { Button } from '@mantine/core';
import './choice-buttons.css';

interface ChoiceButtonsProps<Value> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
}

/** One of a few, all of them in sight: on a narrow screen in several lines. */
export function ChoiceButtons<Value>({ label, choices, isChosen, onChoose }: ChoiceButtonsProps<Value>) {
  return (
    <fieldset className="choice-buttons">
      <legend>{label}</legend>
      <div>
        {choices.map(({ value, label }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={isChosen(value) ? 'light' : 'default'}
            aria-pressed={isChosen(value)}
            onClick={() => onChoose(value)}
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

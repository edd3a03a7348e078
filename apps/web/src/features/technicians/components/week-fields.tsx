import { CloseButton, NativeSelect, Text } from '@mantine/core';
import { ClockField } from '../../../lib/kit/form/clock-field.tsx';
import type { Break } from '../model/week.ts';

const lengths = [10, 15, 20, 30, 45, 60, 90, 120];

interface BreakFieldsProps {
  name: string;
  value: Break;
  onChange: (value: Break) => void;
  onRemove: () => void;
}

/** So many minutes, taken at some time between two. */
export function BreakFields({ name, value, onChange, onRemove }: BreakFieldsProps) {
  const choices = lengths.includes(value.length) ? lengths : [...lengths, value.length];
  return (
    <div className="week__line week__break">
      <NativeSelect
        aria-label={`${name}: length of the break`}
        data={choices.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))}
        value={String(value.length)}
        onChange={(event) => onChange({ ...value, length: Number(event.target.value) })}
      />
      <Text span size="xs" c="dimmed">
        between
      </Text>
      <ClockField
        isBare
        label={`${name}: break from`}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      –
      <ClockField
        isBare
        label={`${name}: break to`}
        value={value.to}
        onChange={(to) => onChange({ ...value, to })}
      />
      <CloseButton size="sm" aria-label={`${name}: remove the break`} onClick={onRemove} />
    </div>
  );
}

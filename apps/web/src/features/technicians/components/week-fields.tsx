import { CloseButton, NativeSelect, Text, TextInput } from '@mantine/core';
import type { Break } from '../model/week.ts';

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

/** Steps of a quarter of an hour with the arrows; any minute can be typed. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="time"
      aria-label={label}
      value={value}
      // A browser tells an unfinished time as nothing.
      onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
    />
  );
}

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
      <TimeField
        label={`${name}: break from`}
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
      />
      –
      <TimeField label={`${name}: break to`} value={value.to} onChange={(to) => onChange({ ...value, to })} />
      <CloseButton size="sm" aria-label={`${name}: remove the break`} onClick={onRemove} />
    </div>
  );
}

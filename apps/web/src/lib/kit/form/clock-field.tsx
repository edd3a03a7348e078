import { TextInput } from '@mantine/core';
import { clockWords, readClock } from '../../format/clock.ts';
import { useTyped } from './use-typed.ts';

interface ClockFieldProps {
  label: string;
  /** Whether the label is read out only. */
  isBare?: boolean;
  /** As in 09:30. */
  value: string;
  onChange: (time: string) => void;
}

/** A time of day, typed as people write it: 7, 730 or 3:30 pm. What is no time stays to be corrected, and the field says so. */
export function ClockField({ label, isBare = false, value, onChange }: ClockFieldProps) {
  const typed = useTyped((text) =>
    readClock(text) === undefined ? `“${text}” isn’t a time. Enter it like 7:30 or 3 pm.` : undefined,
  );

  function type(next: string) {
    typed.type(next);
    const time = readClock(next);
    if (time !== undefined) onChange(time);
  }

  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
      inputMode="text"
      autoComplete="off"
      className="clock-field"
      {...typed.field}
      value={typed.text ?? clockWords(value)}
      error={typed.error}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
    />
  );
}

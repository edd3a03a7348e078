import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { clockWords, readClock } from '../../clock.ts';

interface ClockFieldProps {
  label: string;
  /** Whether the label is read out only. */
  isBare?: boolean;
  /** As in 09:30. */
  value: string;
  onChange: (time: string) => void;
}

/** A time of day, typed as people write it: 7, 730 or 3:30 pm. */
export function ClockField({ label, isBare = false, value, onChange }: ClockFieldProps) {
  /** What is being typed; undefined while nobody does, and then the field shows the time. */
  const [text, setText] = useState<string>();
  const isWrong = text !== undefined && readClock(text) === undefined;

  function type(next: string) {
    setText(next);
    const time = readClock(next);
    if (time !== undefined) onChange(time);
  }

  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
      inputMode="text"
      autoComplete="off"
      className="clock-field"
      value={text ?? clockWords(value)}
      error={isWrong && text !== '' ? true : undefined}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      // What is no time is left, and the one before stays.
      onBlur={() => setText(undefined)}
    />
  );
}

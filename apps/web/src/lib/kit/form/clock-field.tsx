import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { clockWords, readClock } from '../../format/clock.ts';

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
  /** What is being typed; undefined while nobody does, and then the field shows the time. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const isWrong = text !== undefined && text.trim() !== '' && readClock(text) === undefined;

  function type(next: string) {
    setText(next);
    setLeft(false);
    const time = readClock(next);
    if (time !== undefined) onChange(time);
  }

  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
      inputMode="text"
      autoComplete="off"
      className="clock-field"
      data-unread={isWrong || undefined}
      value={text ?? clockWords(value)}
      error={isWrong && (isLeft ? `“${text.trim()}” isn’t a time. Enter it like 7:30 or 3 pm.` : true)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      onBlur={() => (isWrong ? setLeft(true) : setText(undefined))}
    />
  );
}

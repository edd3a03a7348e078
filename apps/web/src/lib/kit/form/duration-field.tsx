import { TextInput, UnstyledButton } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { DURATION_STEP, readDuration, steppedDuration } from '@muster/domain/work/visits/duration';
import { type KeyboardEvent, useState } from 'react';
import './duration-field.css';

interface DurationFieldProps {
  label: string;
  /** In minutes; null where nobody has said it yet. */
  value: number | null;
  onChange: (minutes: number) => void;
  /** Where there may be none: what an empty field means. */
  onClear?: () => void;
  error?: string | undefined;
}

/** The board's grid; Shift steps finer, as it does there. */
const usualStep = 15;

/**
 * How long a visit takes, typed as people write it: 90, 1:30, 2h or 1.5 h. Arrows step through it. What is no duration stays to be
 * corrected, and the field says so.
 */
export function DurationField({ label, value, onChange, onClear, error }: DurationFieldProps) {
  /** What is being typed; undefined while nobody does, and then the field shows the duration. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const problem = text === undefined || text.trim() === '' ? undefined : problemWith(text);

  function type(next: string) {
    setText(next);
    setLeft(false);
    if (next.trim() === '') onClear?.();
    const reading = readDuration(next);
    if ('minutes' in reading) onChange(reading.minutes);
  }

  function step(way: 1 | -1, by: number) {
    setText(undefined);
    onChange(steppedDuration(value ?? 0, by, way));
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Enter') setLeft(true);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1, event.shiftKey ? DURATION_STEP : usualStep);
  }

  return (
    <TextInput
      label={label}
      placeholder="1 h 30 min"
      inputMode="text"
      autoComplete="off"
      className="duration-field"
      data-unread={problem !== undefined || undefined}
      value={text ?? (value === null ? '' : lengthInWords(value))}
      error={problem === undefined ? error : isLeft ? problem : true}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onKeyDown={press}
      onBlur={() => (problem === undefined ? setText(undefined) : setLeft(true))}
      rightSection={<Steps onStep={(way) => step(way, usualStep)} />}
    />
  );
}

/** For a mouse: the keys of the field do the same, so that nobody has to pass through two more stops. */
function Steps({ onStep }: { onStep: (way: 1 | -1) => void }) {
  const ways = [
    { way: 1, path: 'M2 6.5 5 3.5 8 6.5' },
    { way: -1, path: 'M2 3.5 5 6.5 8 3.5' },
  ] as const;
  return (
    <span className="duration-field__steps" aria-hidden="true">
      {ways.map(({ way, path }) => (
        <UnstyledButton
          key={way}
          tabIndex={-1}
          className="duration-field__step"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onStep(way)}
        >
          <svg viewBox="0 0 10 10" width="10" height="10">
            <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </UnstyledButton>
      ))}
    </span>
  );
}

function problemWith(text: string): string | undefined {
  const reading = readDuration(text);
  return 'problem' in reading ? reading.problem : undefined;
}

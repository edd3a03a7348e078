import { TextInput, UnstyledButton } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { DURATION_STEP, readDuration, steppedDuration } from '@muster/domain/work/visits/duration';
import type { KeyboardEvent } from 'react';
import { useTyped } from './use-typed.ts';
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
  const typed = useTyped(problemWith);

  function type(next: string) {
    typed.type(next);
    if (next.trim() === '') onClear?.();
    const reading = readDuration(next);
    if ('minutes' in reading) onChange(reading.minutes);
  }

  function step(way: 1 | -1, by: number) {
    typed.forget();
    onChange(steppedDuration(value ?? 0, by, way));
  }

  function press(event: KeyboardEvent) {
    typed.field.onKeyDown(event);
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
      {...typed.field}
      value={typed.text ?? (value === null ? '' : lengthInWords(value))}
      error={typed.error ?? error}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onKeyDown={press}
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

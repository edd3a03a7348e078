import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { dayWords, readDay } from '../../format/calendar-day.ts';
import { useBusinessDay } from '../../page/business-day.ts';

interface DayFieldProps {
  label: string;
  /** Whether the label is read out only. */
  isBare?: boolean;
  placeholder?: string;
  /** As in 2026-11-16; null: none. */
  value: string | null;
  onChange: (day: string | null) => void;
  min?: string | undefined;
  /** Whether there may be none. */
  canClear?: boolean;
}

/**
 * A day, typed as people write it or chosen from a calendar whose weeks begin on Monday. What is no day stays to be corrected, and the
 * field says so.
 */
export function DayField({ label, isBare = false, placeholder, value, onChange, ...rest }: DayFieldProps) {
  const min = rest.min === '' ? undefined : rest.min;
  const today = useBusinessDay();
  /** What is being typed; undefined while nobody does. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const problem = text === undefined || text.trim() === '' ? undefined : problemWith(text, min, today());

  function choose(day: string | null) {
    setText(undefined);
    onChange(day);
  }

  return (
    <DateInput
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? '30/11/2026'}
      data-unread={problem !== undefined || undefined}
      error={isLeft && problem}
      valueFormat={dayWords}
      dateParser={(typed) => readDay(typed, today()) ?? null}
      fixOnBlur={problem === undefined}
      hideOutsideDates
      clearable={rest.canClear ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      value={value}
      onChange={choose}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        setLeft(false);
      }}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      onBlur={() => (problem === undefined ? setText(undefined) : setLeft(true))}
      {...(min === undefined ? {} : { minDate: min })}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  );
}

function problemWith(text: string, min: string | undefined, today: string): string | undefined {
  const day = readDay(text, today);
  if (day === undefined) return `“${text.trim()}” isn’t a day. Enter it like 28/11 or Fri.`;
  return min !== undefined && day < min ? `Choose ${dayWords(min)} or later.` : undefined;
}

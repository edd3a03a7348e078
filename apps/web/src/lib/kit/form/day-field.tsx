import { DateInput } from '@mantine/dates';
import { useState } from 'react';
import { dayWords, readDay } from '../../format/calendar-day.ts';
import { useBusinessDay } from '../../page/business-day.ts';
import { useTyped } from './use-typed.ts';

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
  const typed = useTyped((text) => problemWith(text, min, today()));
  /** Whoever types has no use for the calendar, which lies over what comes next. */
  const [isTyping, setTyping] = useState(false);

  function choose(day: string | null) {
    typed.forget();
    onChange(day);
  }

  return (
    <DateInput
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? '30/11/2026'}
      {...typed.field}
      // A day is none before its last letter: it is marked only once somebody is done with it.
      error={typed.error !== true && typed.error}
      {...(isTyping && { popoverProps: { opened: false } })}
      valueFormat={dayWords}
      dateParser={(typed) => readDay(typed, today()) ?? null}
      fixOnBlur={typed.problem === undefined}
      hideOutsideDates
      clearable={rest.canClear ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      value={value}
      onChange={choose}
      onInput={({ currentTarget }) => {
        typed.type(currentTarget.value);
        setTyping(true);
      }}
      onFocus={() => setTyping(false)}
      onClick={() => setTyping(false)}
      {...(min === undefined ? {} : { minDate: min })}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  );
}

function problemWith(text: string, min: string | undefined, today: string): string | undefined {
  const day = readDay(text, today);
  if (day === undefined) return `“${text}” isn’t a day. Enter it like 28/11 or Fri.`;
  return min !== undefined && day < min ? `Choose ${dayWords(min)} or later.` : undefined;
}

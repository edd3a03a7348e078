import { DateInput } from '@mantine/dates';
import { dayWords, readDay } from '../../calendar-day.ts';

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

/** A day, typed as people write it or chosen from a calendar whose weeks begin on Monday. */
export function DayField({
  label,
  isBare = false,
  placeholder,
  value,
  onChange,
  min,
  canClear,
}: DayFieldProps) {
  return (
    <DateInput
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={placeholder ?? '30/11/2026'}
      valueFormat={dayWords}
      dateParser={(text) => readDay(text, new Date().getFullYear()) ?? null}
      hideOutsideDates
      clearable={canClear ?? false}
      value={value}
      onChange={onChange}
      {...(min === undefined || min === '' ? {} : { minDate: min })}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  );
}

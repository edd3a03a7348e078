import {
  addDays,
  dateAt,
  datesBetween,
  type LocalDate,
  startOfDay,
  timeAt,
  weekdayOf,
} from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import type { OwnHours } from './schema.ts';

/** Technicians see their hours of so many days before today, and after it. */
const DAYS = 7;

export interface Spent {
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
}

export interface HoursFacts {
  readonly zone: string;
  readonly week: readonly { readonly weekday: number; readonly from: string; readonly to: string }[];
  readonly holidays: readonly { readonly date: string; readonly name: string }[];
  readonly absences: readonly (Spent & Pick<OwnHours['absences'][number], 'kind' | 'reason'>)[];
  /** From arriving to being done, one for each visit. */
  readonly spent: readonly Spent[];
}

/** The days that are told of: a week back, today, and a week ahead. */
export function hoursPeriod(now: EpochMinutes, zone: string): { first: LocalDate; last: LocalDate } {
  const today = dateAt(now, zone);
  return { first: addDays(today, -DAYS), last: addDays(today, DAYS) };
}

/** What the working hours, holidays and absences make of each of the days, and how long was worked. */
export function ownHours(
  { first, last }: { first: LocalDate; last: LocalDate },
  { zone, week, holidays, absences, spent }: HoursFacts,
): OwnHours[] {
  return datesBetween(first, last).map((date) => {
    const [start, end] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    return {
      date,
      shifts: week
        .filter(({ weekday }) => weekday === weekdayOf(date))
        .map(({ from, to }) => ({ from, to }))
        .toSorted((a, b) => a.from.localeCompare(b.from)),
      holiday: holidays.find((holiday) => holiday.date === date)?.name ?? null,
      absences: absences
        .filter((absence) => absence.start < end && absence.end > start)
        .map((absence) => ({
          kind: absence.kind,
          from: absence.start <= start ? null : timeAt(absence.start, zone),
          to: absence.end >= end ? null : timeAt(absence.end, zone),
          reason: absence.reason,
        })),
      worked: minutesWorked(spent.filter((one) => one.start >= start && one.start < end)),
    };
  });
}

/** How many minutes somebody was at work, whatever they were at: where two visits overlap, once. */
export function minutesWorked(stretches: readonly Spent[]): number {
  let sum = 0;
  let until = -Infinity;
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    sum += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return sum;
}

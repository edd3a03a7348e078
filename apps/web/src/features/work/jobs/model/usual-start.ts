import {
  addDays,
  dateAt,
  type LocalDate,
  type LocalTime,
  momentOf,
  timeAt,
  weekdayOf,
} from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';

type Week = readonly { weekday: number; from: string; to: string }[];

interface Wishes {
  /** The agreed day. */
  on_date: string | null;
  not_before: string | null;
  /** When the arrival was promised. */
  window_from: string | null;
}

/** Local to the site. */
interface Start {
  date: LocalDate;
  time: LocalTime;
}

/** The board's grid. */
const gridMinutes = 15;
/** For a day on which the business does not work, and somebody has agreed to come. */
const usualTime = '08:00';
const daysAhead = 14;

/** When somebody who plans a visit now most likely means it to begin: as agreed, or soon, while people work; never in the past. */
export function usualStart(wishes: Wishes, week: Week, now: EpochMinutes, zone: string): Start {
  const soon = (Math.ceil(now / gridMinutes) * gridMinutes) as EpochMinutes;
  const today = dateAt(soon, zone);
  const { on_date, not_before, window_from } = wishes;
  const agreed = on_date !== null && on_date >= today ? (on_date as LocalDate) : undefined;
  const first = agreed ?? ((not_before !== null && not_before > today ? not_before : today) as LocalDate);
  const days = agreed ? [agreed] : Array.from({ length: daysAhead }, (_, i) => addDays(first, i));
  for (const date of days) {
    for (const { from, to } of hoursOn(week, date)) {
      const start = momentOf(date, (window_from ?? from) as LocalTime, zone);
      if (start >= soon) return { date, time: timeAt(start, zone) };
      if (soon < momentOf(date, to as LocalTime, zone)) return { date, time: timeAt(soon, zone) };
    }
  }
  return first > today
    ? { date: first, time: (window_from ?? usualTime) as LocalTime }
    : { date: today, time: timeAt(soon, zone) };
}

function hoursOn(week: Week, date: LocalDate) {
  return week
    .filter(({ weekday }) => weekday === weekdayOf(date))
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

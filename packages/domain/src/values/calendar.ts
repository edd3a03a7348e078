import type { LocalDate, LocalTime, Weekday } from './local-time.ts';
import { addDays, momentOf, startOfDay, weekdayOf } from './local-time.ts';
import type { EpochMinutes } from './minutes.ts';

/** Converts each local time once: a board asks for the same few hundred thousands of times. */
export type Calendar = {
  readonly momentOf: (date: LocalDate, time: LocalTime, zone: string) => EpochMinutes;
  readonly startOfDay: (date: LocalDate, zone: string) => EpochMinutes;
  readonly dayAfter: (date: LocalDate) => LocalDate;
  readonly weekdayOf: (date: LocalDate) => Weekday;
};

export function createCalendar(): Calendar {
  return {
    momentOf: remember(momentOf),
    startOfDay: remember(startOfDay),
    dayAfter: remember((date: LocalDate) => addDays(date, 1)),
    weekdayOf: remember(weekdayOf),
  };
}

function remember<Args extends readonly string[], Answer>(ask: (...args: Args) => Answer) {
  const known = new Map<string, Answer>();
  return (...args: Args): Answer => {
    const key = args.join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = ask(...args);
    known.set(key, answer);
    return answer;
  };
}

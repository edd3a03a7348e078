/** Lengths of time that everybody writes the same way. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A length of time, in whole minutes. */
export type Minutes = number & { readonly brand: 'Minutes' };

/** A moment, in whole minutes since the first of January 1970, UTC. Boards and schedules count in it: zones are for people. */
export type EpochMinutes = number & { readonly brand: 'EpochMinutes' };

export function minutes(count: number): Minutes {
  return count as Minutes;
}

export function epochMinutes(count: number): EpochMinutes {
  return count as EpochMinutes;
}

export function minutesBetween(from: EpochMinutes, to: EpochMinutes): Minutes {
  return (to - from) as Minutes;
}

/**
 * How long it is from one moment to another, by clocks that show minutes: from 10:02 to 10:10 it is 8 minutes, whatever the seconds.
 * So whoever reckons it from the times that are shown beside it comes to the same, on every screen and on paper.
 */
export function clockMinutes(from: string | number, to: string | number): Minutes {
  return minutesBetween(minuteAt(from), minuteAt(to));
}

/** The minute that a moment is in. */
export function minuteAt(moment: string | number | Date): EpochMinutes {
  return epochMinutes(Math.floor(new Date(moment).getTime() / MINUTE_MS));
}

/** The moment that a minute begins. */
export function dateOf(at: EpochMinutes): Date {
  return new Date(at * MINUTE_MS);
}

export function minutesAfter(at: EpochMinutes, by: Minutes): EpochMinutes {
  return (at + by) as EpochMinutes;
}

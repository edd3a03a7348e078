import { type EpochMinutes, MINUTE_MS } from './minutes.ts';

/** A day without a zone: "2026-11-16". */
export type LocalDate = `${number}-${number}-${number}`;

/** A time of day without a zone: "09:30". */
export type LocalTime = `${number}:${number}`;

/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * The moment at which clocks in the zone show this. A time that the clocks leave out in spring is as much later as they are
 * put forward; one that they show twice in autumn is the first of the two.
 */
export function momentOf(date: LocalDate, time: LocalTime, zone: string): EpochMinutes {
  return asMinutes(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone));
}

/** Midnight, or the first moment of the day where the clocks leave midnight out. */
export function startOfDay(date: LocalDate, zone: string): EpochMinutes {
  return asMinutes(Temporal.PlainDate.from(date).toZonedDateTime(zone));
}

export function dateAt(at: EpochMinutes, zone: string): LocalDate {
  return inZone(at, zone).toPlainDate().toString() as LocalDate;
}

export function timeAt(at: EpochMinutes, zone: string): LocalTime {
  return inZone(at, zone).toPlainTime().toString({ smallestUnit: 'minute' }) as LocalTime;
}

export function weekdayOf(date: LocalDate): Weekday {
  return Temporal.PlainDate.from(date).dayOfWeek as Weekday;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString() as LocalDate;
}

/** Every day from the first to the last, both included. */
export function datesBetween(first: LocalDate, last: LocalDate): LocalDate[] {
  const count = Temporal.PlainDate.from(first).until(last, { largestUnit: 'days' }).days + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => addDays(first, i));
}

function inZone(at: EpochMinutes, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at * MINUTE_MS).toZonedDateTimeISO(zone);
}

function asMinutes(at: Temporal.ZonedDateTime): EpochMinutes {
  return Math.floor(at.epochMilliseconds / MINUTE_MS) as EpochMinutes;
}

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

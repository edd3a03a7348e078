import type { LocalDate } from '@muster/domain/values/local-time';
import Holidays from 'date-holidays';

/** A public holiday, on a day that is known to be one of the calendar. */
interface Holiday {
  readonly date: LocalDate;
  readonly name: string;
}

/** By region and year: they are worked out from rules, which takes milliseconds each time. */
const known = new Map<string, readonly Holiday[]>();

/** As many as a few businesses of every state look at; asking for year after year must not fill the memory. */
const MOST_KNOWN = 200;

/**
 * Public holidays of a state, or those of the whole country where the state is not known, from the first day to the last. Those of
 * an evening (Christmas Eve in some states) are left out: technicians work on that day.
 */
export function holidaysOf(region: string | null, from: LocalDate, to: LocalDate): Holiday[] {
  const found: Holiday[] = [];
  for (let year = yearOf(from); year <= yearOf(to); year += 1)
    found.push(...ofYear(region, year).filter(({ date }) => date >= from && date <= to));
  return found;
}

function ofYear(region: string | null, year: number): readonly Holiday[] {
  const key = `${region ?? ''} ${year}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const days = workOut(region, year);
  known.set(key, days);
  return days;
}

function workOut(region: string | null, year: number): Holiday[] {
  const options = { types: ['public' as const], languages: 'en' };
  const calendar =
    region === null ? new Holidays('AU', options) : new Holidays({ country: 'AU', state: region }, options);
  return calendar
    .getHolidays(year)
    .filter(({ date }) => date.slice(10).startsWith(' 00:00'))
    .map(({ date, name }) => ({ date: date.slice(0, 10) as LocalDate, name }));
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4));
}

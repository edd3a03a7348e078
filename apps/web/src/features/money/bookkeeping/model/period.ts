import { type GstBasis, gstBases } from '@muster/domain/money/bookkeeping/gst';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { choiceParam, dayParam, present } from '../../../../lib/page/search-params.ts';

/** How long a stretch GST is reported for. */
export const periodLengths = ['month', 'quarter', 'year'] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** Days of the business, both included. */
export interface Period {
  from: LocalDate;
  to: LocalDate;
}

/** What the address of the page says. It leaves out whatever is usual. */
export interface BooksSearch {
  /** Usually quarters. */
  by?: PeriodLength;
  /** A day in the period; usually one of the last period that is over. */
  on?: LocalDate;
  /** Usually as the business reports. */
  basis?: GstBasis;
}

export function readBooksSearch(given: Record<string, unknown>): BooksSearch {
  return present({
    by: choiceParam(given, 'by', periodLengths),
    on: dayParam(given, 'on') as LocalDate | undefined,
    basis: choiceParam(given, 'basis', gstBases),
  });
}

const monthsIn: Readonly<Record<PeriodLength, number>> = { month: 1, quarter: 3, year: 12 };
/** Australia's financial year begins with July, so quarters begin with January, April, July and October. */
const JULY = 6;

/** The period of that length that a day is in. */
export function periodOf(by: PeriodLength, day: LocalDate): Period {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const first = months - ((months - JULY) % monthsIn[by]);
  return { from: firstOf(first), to: addDays(firstOf(first + monthsIn[by]), -1) };
}

function firstOf(months: number): LocalDate {
  const year = Math.floor(months / 12);
  return `${year}-${String((months % 12) + 1).padStart(2, '0')}-01` as LocalDate;
}

/** Which period is shown: a statement is made of one that is over. */
export function shownPeriod({ by = 'quarter', on }: BooksSearch, today: LocalDate): Period {
  return periodOf(by, on ?? addDays(periodOf(by, today).from, -1));
}

/** "October 2026", "July to September 2026", "Year to 30 Jun 2026". */
export function periodInWords({ from, to }: Period): string {
  const [first, last] = [monthName(from), monthName(to)];
  const year = to.slice(0, 4);
  if (first === last) return `${first} ${year}`;
  return from.slice(0, 4) === year ? `${first} to ${last} ${year}` : `Year to ${dayAndMonth(to)} ${year}`;
}

function monthName(day: LocalDate): string {
  return new Intl.DateTimeFormat('en-AU', { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  );
}

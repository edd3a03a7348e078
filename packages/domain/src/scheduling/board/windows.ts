import type { LocalDate } from '../../values/local-time.ts';
import { addDays, momentOf, startOfDay } from '../../values/local-time.ts';
import { epochMinutes } from '../../values/minutes.ts';
import type { BoardVisit, Span } from './prepared.ts';
import type { VisitRow } from './rows.ts';

/** What was agreed with the customer, as moments. Visits without a date may start in their window on each of the dates. */
export function visitTimes(
  row: VisitRow,
  dates: readonly LocalDate[],
): Pick<BoardVisit, 'day' | 'windows' | 'notBefore' | 'dueBy'> {
  const { zone } = row.site;
  return {
    day: row.date === null ? null : wholeDay(row.date, zone),
    windows: windowsOf(row, dates),
    notBefore: row.notBefore === null ? null : startOfDay(row.notBefore, zone),
    dueBy: row.dueBy === null ? null : wholeDay(row.dueBy, zone).end,
  };
}

function windowsOf({ date, window, site }: VisitRow, dates: readonly LocalDate[]): Span[] | null {
  if (window === null) return date === null ? null : [wholeDay(date, site.zone)];
  return (date === null ? dates : [date]).map((day) => ({
    start: momentOf(day, window.from, site.zone),
    // One that ends before it begins ends on the next day.
    end: momentOf(window.to < window.from ? addDays(day, 1) : day, window.to, site.zone),
  }));
}

/** To its last minute. */
function wholeDay(date: LocalDate, zone: string): Span {
  return { start: startOfDay(date, zone), end: epochMinutes(startOfDay(addDays(date, 1), zone) - 1) };
}

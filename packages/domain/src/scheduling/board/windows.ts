import type { Calendar } from '../../values/calendar.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { epochMinutes } from '../../values/minutes.ts';
import type { BoardVisit, Span } from './prepared.ts';
import type { VisitRow } from './rows.ts';

/** What was agreed with the customer, as moments. Visits without a date may start in their window on each of the dates. */
export function visitTimes(
  calendar: Calendar,
  row: VisitRow,
  dates: readonly LocalDate[],
): Pick<BoardVisit, 'day' | 'windows' | 'notBefore' | 'dueBy'> {
  const { zone } = row.site;
  return {
    day: row.date === null ? null : wholeDay(calendar, row.date, zone),
    windows: windowsOf(calendar, row, dates),
    notBefore: row.notBefore === null ? null : calendar.startOfDay(row.notBefore, zone),
    dueBy: row.dueBy === null ? null : wholeDay(calendar, row.dueBy, zone).end,
  };
}

function windowsOf(
  calendar: Calendar,
  { date, window, site }: VisitRow,
  dates: readonly LocalDate[],
): Span[] | null {
  if (window === null) return date === null ? null : [wholeDay(calendar, date, site.zone)];
  return (date === null ? dates : [date]).map((day) => ({
    start: calendar.momentOf(day, window.from, site.zone),
    // One that ends before it begins ends on the next day.
    end: calendar.momentOf(window.to < window.from ? calendar.dayAfter(day) : day, window.to, site.zone),
  }));
}

/** To its last minute. */
function wholeDay({ startOfDay, dayAfter }: Calendar, date: LocalDate, zone: string): Span {
  return { start: startOfDay(date, zone), end: epochMinutes(startOfDay(dayAfter(date), zone) - 1) };
}

import type { DaySheetVisit } from '@muster/domain/dispatch/day-sheets/schema';
import type { AbsenceRow, Span } from '@muster/domain/dispatch/scheduling/board/board';
import { lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import { clockWords } from '../../../../lib/format/clock.ts';
import type { TechnicianDay } from './day-plan.ts';

const longDay = new Intl.DateTimeFormat('en-AU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Tuesday 17 November 2026". */
export function longDayWords(date: string): string {
  return longDay.format(new Date(`${date}T00:00Z`)).replaceAll(',', '');
}

/** "9:00 – 10:30 am", "11:30 am – 1:00 pm". */
export function spanWords({ start, end }: Span, zone: string): string {
  return joined(timeInWords(start, zone), timeInWords(end, zone));
}

/** The same of times of day as in 09:00. */
export function windowWords({ from, to }: { from: string; to: string }): string {
  return joined(clockWords(from), clockWords(to));
}

function joined(from: string, to: string): string {
  return from.slice(-2) === to.slice(-2) ? `${from.slice(0, -3)} – ${to}` : `${from} – ${to}`;
}

/** The times by the clocks at the site, where they show something else. */
export function siteTimeWords({ start, end }: Span, zone: string, siteZone: string): string | undefined {
  const there = spanWords({ start, end }, siteZone);
  return there === spanWords({ start, end }, zone) ? undefined : `${there} at the site`;
}

export function addressWords({ name, address, suburb, region, postcode }: DaySheetVisit['site']): string {
  const town = [suburb, region, postcode].filter(Boolean).join(' ');
  return [name, address, town].filter(Boolean).join(', ');
}

const kinds = { leave: 'On leave', sick: 'Sick', training: 'In training' } as const;

/** "On leave all day", "In training 1:00 – 3:00 pm". The reason is between them and the office. */
export function absenceWords(absence: AbsenceRow, shifts: readonly Span[], zone: string): string {
  const coversAll = shifts.every(({ start, end }) => absence.start <= start && absence.end >= end);
  return `${kinds[absence.kind]} ${coversAll ? 'all day' : spanWords(absence, zone)}`;
}

/** "7:00 am – 3:30 pm · 5 visits · 1 h 25 min of driving"; what keeps somebody away, in its place. */
export function dayFacts({ shifts, absences, visits, driving }: TechnicianDay, zone: string): string {
  const hours = shifts.map((shift) => spanWords(shift, zone)).join(', ') || 'Not a working day';
  const away = absences.map((absence) => absenceWords(absence, shifts, zone));
  const count = visits.length === 1 ? '1 visit' : `${visits.length} visits`;
  return [
    hours,
    ...away,
    ...(visits.length === 0 ? [] : [count]),
    ...(driving === 0 ? [] : [`${lengthInWords(driving)} of driving`]),
  ].join(' · ');
}

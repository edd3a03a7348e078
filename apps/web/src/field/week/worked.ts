import { minuteOf } from '@muster/domain/assignments/rules';
import { minutesWorked } from '@muster/domain/my-hours/rules';
import type { OwnHours } from '@muster/domain/my-hours/schema';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { dayAfter } from '../../lib/calendar-day.ts';
import { daysFrom } from '../day/by-day.ts';
import { dayOf } from '../day/days.ts';

const DAYS = 7;

/**
 * How long was worked on each of the last seven days, today last. Of the days before the server tells; of today the visits do, because
 * the server may not have heard of them.
 */
export function workedDays(
  hours: readonly Pick<OwnHours, 'date' | 'worked'>[],
  visits: readonly Pick<OwnVisit, 'on_site_at' | 'done_at'>[],
  today: string,
  zone: string,
): { day: string; minutes: number }[] {
  const known = new Map(hours.map(({ date, worked }) => [date, worked]));
  return daysFrom(dayAfter(today, 1 - DAYS), DAYS).map((day) => ({
    day,
    minutes: day === today ? workedOn(visits, today, zone) : (known.get(day) ?? 0),
  }));
}

function workedOn(
  visits: readonly Pick<OwnVisit, 'on_site_at' | 'done_at'>[],
  day: string,
  zone: string,
): number {
  const spent = visits.flatMap(({ on_site_at, done_at }) =>
    on_site_at !== null && done_at !== null && dayOf(on_site_at, zone) === day
      ? [{ start: minuteOf(on_site_at), end: minuteOf(done_at) }]
      : [],
  );
  return minutesWorked(spent);
}

import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { dayAfter } from '../../lib/calendar-day.ts';
import { dayOf } from './days.ts';

/** A week, today with it. */
const DAYS = 7;

/** The days from one on, by the calendar. */
export function daysFrom(first: string, count = DAYS): string[] {
  return Array.from({ length: count }, (_, ahead) => dayAfter(first, ahead));
}

function isUnderWay({ progress, state }: Pick<OwnVisit, 'progress' | 'state'>): boolean {
  return (progress === 'en route' || progress === 'on site') && state !== 'cancelled';
}

function isAhead({ progress, state }: Pick<OwnVisit, 'progress' | 'state'>): boolean {
  return progress === 'none' && (state === 'planned' || state === 'dispatched');
}

/** What somebody has to do with today: what is planned for it, and what is under way, whenever it was planned. */
export function visitsOfToday<V extends OwnVisit>(visits: readonly V[], now: number, zone: string): V[] {
  const today = dayOf(now, zone);
  return visits.filter((visit) => dayOf(visit.starts_at, zone) === today || isUnderWay(visit));
}

/** The visit that is under way, or else comes next. */
export function nextVisit<V extends OwnVisit>(visits: readonly V[]): V | undefined {
  return (
    visits.find(({ progress, state }) => progress === 'on site' && state !== 'cancelled') ??
    visits.find(isUnderWay) ??
    visits.find(isAhead)
  );
}

/** The days of a week with what is planned on each, also where that is nothing. */
export function weekOf<V extends OwnVisit>(
  visits: readonly V[],
  now: number,
  zone: string,
): { day: string; visits: V[] }[] {
  const byDay = Map.groupBy(visits, ({ starts_at }) => dayOf(starts_at, zone));
  return daysFrom(dayOf(now, zone)).map((day) => ({ day, visits: byDay.get(day) ?? [] }));
}

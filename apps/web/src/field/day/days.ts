import { DAY_MS } from '@muster/domain/values/minutes';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { formatterOf } from '../../lib/format/format.ts';
import { isOver } from '@muster/domain/work/visits/states';
import { dayAfter } from '../../lib/format/calendar-day.ts';

const KEPT_DAYS = 7;

/** The day of a moment by the clocks of the business, as in 2026-11-16. */
export function dayOf(moment: string | number, zone: string): string {
  return formatterOf({ timeZone: zone, dateStyle: 'short' }, 'en-CA').format(new Date(moment));
}

/** What lies on the phone: a week back and ahead, and whatever is not finished yet. */
export function keptVisits(visits: readonly OwnVisit[], now: number, zone: string): OwnVisit[] {
  const [first, last] = [-KEPT_DAYS, KEPT_DAYS].map((days) => dayOf(now + days * DAY_MS, zone));
  return visits.filter((visit) => {
    const day = dayOf(visit.starts_at, zone);
    return isUnderWay(visit) || (day <= last! && (day >= first! || isOpen(visit)));
  });
}

/** Nobody has said how it went, nor that it is off. */
function isOpen({ state }: Pick<OwnVisit, 'state'>): boolean {
  return !isOver(state) && state !== 'cancelled';
}

/** A week, today with it. */
const DAYS = 7;

/** The days from one on, by the calendar. */
export function daysFrom(first: string, count = DAYS): string[] {
  return Array.from({ length: count }, (_, ahead) => dayAfter(first, ahead));
}

export function isUnderWay({ progress, state }: Pick<OwnVisit, 'progress' | 'state'>): boolean {
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

/** What was planned for a day before and is still open, without what is under way: somebody has to decide. */
export function leftOpen<V extends OwnVisit>(visits: readonly V[], now: number, zone: string): V[] {
  return visits.filter((visit) => isBehind(visit, now, zone) && !isUnderWay(visit));
}

/** Whether the day of a visit is over, and nobody has said how it went. */
export function isBehind(
  visit: Pick<OwnVisit, 'starts_at' | 'state' | 'progress'>,
  now: number,
  zone: string,
): boolean {
  return isOpen(visit) && visit.progress !== 'done' && dayOf(visit.starts_at, zone) < dayOf(now, zone);
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
  return byDay(visits, daysFrom(dayOf(now, zone)), zone);
}

/** The days of the week before with what was on each, yesterday first. */
export function pastWeekOf<V extends OwnVisit>(
  visits: readonly V[],
  now: number,
  zone: string,
): { day: string; visits: V[] }[] {
  return byDay(visits, daysFrom(dayAfter(dayOf(now, zone), -DAYS)), zone).toReversed();
}

function byDay<V extends OwnVisit>(visits: readonly V[], days: readonly string[], zone: string) {
  const found = Map.groupBy(visits, ({ starts_at }) => dayOf(starts_at, zone));
  return days.map((day) => ({ day, visits: found.get(day) ?? [] }));
}

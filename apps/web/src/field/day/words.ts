import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { clockMinutes } from '@muster/domain/values/minutes';
import { formatterOf, isElsewhere, shortDay } from '../../lib/format/format.ts';
import { dayOf } from './days.ts';

/** "9:30 am" */
export function clockAt(moment: string | number, zone: string): string {
  const clock = formatterOf({ hour: 'numeric', minute: '2-digit', timeZone: zone });
  return clock.format(new Date(moment)).replaceAll(' ', ' ');
}

/** "9:30 am", and with its day where that is not the day of the visit. */
export function clockOf(
  moment: string,
  { starts_at, site: { zone } }: Pick<OwnVisit, 'starts_at' | 'site'>,
): string {
  const [day, own] = [dayOf(moment, zone), dayOf(starts_at, zone)];
  return `${day === own ? '' : `${shortDayWords(day)}, `}${clockAt(moment, zone)}`;
}

/** By the clocks at the site, which are named where the phone's own show something else. */
export function timesOf({ starts_at, ends_at, site: { zone } }: OwnVisit): string {
  return `${clockAt(starts_at, zone)} – ${clockAt(ends_at, zone)}${whoseClocks(starts_at, zone)}`;
}

/** " (Perth)" where the phone's own clocks show something else then. */
export function whoseClocks(moment: string, zone: string): string {
  return isElsewhere(new Date(moment), zone)
    ? ` (${zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')})`
    : '';
}

/** "Tue 17 Nov" of 2026-11-17. */
export function shortDayWords(day: string): string {
  return shortDay(new Date(`${day}T00:00Z`), false, 'UTC');
}

export function addressOf({ name, address, suburb, postcode }: OwnVisit['site']): string {
  return [name, address, [suburb, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

const HOUR = 60;

/** "42 min", "1 h 5 min" */
export function minutesWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export function minutesBetween(from: string | number, to: string | number): number {
  return Math.max(0, clockMinutes(from, to));
}

/** "1 thing", "3 things" */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

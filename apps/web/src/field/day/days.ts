import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { formatterOf } from '../../lib/format.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 7;

/** The day of a moment by the clocks of the business, as in 2026-11-16. */
export function dayOf(moment: string | number, zone: string): string {
  return formatterOf({ timeZone: zone, dateStyle: 'short' }, 'en-CA').format(new Date(moment));
}

/** What lies on the phone: today and the next seven days, and whatever is not finished yet. */
export function keptVisits(visits: readonly OwnVisit[], now: number, zone: string): OwnVisit[] {
  const [first, last] = [dayOf(now, zone), dayOf(now + KEPT_DAYS * DAY_MS, zone)];
  return visits.filter(({ starts_at, progress }) => {
    const day = dayOf(starts_at, zone);
    const isUnderWay = progress === 'en route' || progress === 'on site';
    return isUnderWay || (day >= first && day <= last);
  });
}

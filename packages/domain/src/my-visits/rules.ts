import { addDays, dateAt, startOfDay } from '../values/local-time.ts';
import type { EpochMinutes } from '../values/minutes.ts';

/** Technicians see their visits from so many days before today to so many after it. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 31;

/** The moments between which a visit of a technician's own begins, whole days of the business. */
export function ownPeriod(now: EpochMinutes, zone: string): { from: EpochMinutes; to: EpochMinutes } {
  const today = dateAt(now, zone);
  return {
    from: startOfDay(addDays(today, -DAYS_BEFORE), zone),
    to: startOfDay(addDays(today, DAYS_AFTER + 1), zone),
  };
}

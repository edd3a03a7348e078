import { minuteOf } from '@muster/domain/work/assignments/rules';
import { hoursPeriod, ownHours } from '@muster/domain/field/my-hours/rules';
import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { addDays, startOfDay } from '@muster/domain/values/local-time';
import { minuteAt, dateOf } from '@muster/domain/values/minutes';
import type { Tx } from '../../../platform/db/executor.ts';
import { holidaysOf } from '../../work/holidays/service.ts';
import { technicianOf } from '../../work/technicians/service.ts';
import { stretchesWorked } from '../hours/service.ts';
import { readBusiness, readHours } from './store.ts';

/** The hours of the technician whom a user is; nothing for a user who is none. */
export async function hoursOf(db: Tx, user: string, now: number): Promise<OwnHours[]> {
  const technician = await technicianOf(db, user);
  if (technician === undefined) return [];
  const { zone, region } = await readBusiness(db);
  const { first, last } = hoursPeriod(minuteAt(now), zone);
  const { week, absences } = await readHours(db, technician, {
    from: dateOf(startOfDay(first, zone)),
    to: dateOf(startOfDay(addDays(last, 1), zone)),
  });
  return ownHours(
    { first, last },
    {
      zone,
      week,
      holidays: holidaysOf(region, first, last),
      absences: absences.map(({ kind, reason, starts_at, ends_at }) => ({
        kind,
        reason,
        start: minuteOf(starts_at),
        end: minuteOf(ends_at),
      })),
      spent: await stretchesWorked(db, technician, { from: first, to: last }, zone),
    },
  );
}

import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Visit } from '@muster/domain/scheduling/problem';

import type { HeldSchedule } from './held-schedule.ts';
import { daysOf } from './held-schedule.ts';
import type { LaidOutDays } from './laid-out.ts';
import { layOutDays, writeVisit } from './laid-out-days.ts';

/** The days of everybody who may do the visit, ready to be tried. `among`: only they are asked. */
export function askedDays(held: HeldSchedule, visit: Visit, among?: readonly string[]): LaidOutDays[] {
  const asked = among && new Set(among);
  return held.problem.technicians.flatMap((technician) => {
    if (asked?.has(technician.id) === false || blockedBy(visit, technician) !== undefined) return [];
    const days = daysOf(held, technician, visit.id);
    if (days.open.length === 0) return [];
    const laidOut = held.laidOut.get(days) ?? layOutDays(held, days);
    held.laidOut.set(days, laidOut);
    writeVisit(held, laidOut, visit);
    return [laidOut];
  });
}

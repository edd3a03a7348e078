import type { Shift, Visit } from '@muster/domain/scheduling/problem';

import type { OwnDays } from '../own-days.ts';
import { bestOrder } from './best-order.ts';

/** The absence without which the technician could do the visit beside everything else; undefined where it would not help. */
export function absenceInTheWay(
  { problem, technician, routes }: OwnDays,
  visit: Visit,
): { readonly start: number; readonly end: number } | undefined {
  const { absences = [], unbroken = [] } = technician;
  for (const shift of unbroken) {
    const limit = shift.latestEnd ?? shift.end;
    const away = absences.find(({ start, end }) => start < limit && end > shift.start);
    if (away === undefined || !visit.windows.some(({ start, end }) => start <= limit && end >= shift.start))
      continue;
    const visits = routes
      .filter((route) => partOf(technician.shifts, route.shift, shift))
      .flatMap(({ stops }) => stops)
      .map((stop) => problem.visits.find(({ id }) => id === stop.visit)!);
    const { found } = bestOrder(problem, technician, shift, [...visits, visit], 'fit');
    if (found !== undefined && found.over <= 0) return away;
  }
  return undefined;
}

/** Whether what is left of the technician's shifts by that name is a part of the unbroken one. */
function partOf(shifts: readonly Shift[], name: string | undefined, whole: Shift): boolean {
  return shifts.some(
    ({ id, start }) => id === name && start >= whole.start && start < (whole.latestEnd ?? whole.end),
  );
}

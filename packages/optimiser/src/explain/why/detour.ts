import type { Problem, Schedule } from '@muster/domain/scheduling/problem';
import type { RouteView } from '@muster/domain/scheduling/walk';
import { travelTime, viewSchedule } from '@muster/domain/scheduling/walk';

/** What a visit adds to the driving where it is, and between which others it lies; none at the base. */
export type Detour = { readonly added: number; readonly after?: string; readonly before?: string };

/** By visit; for a crew the drives of all its members, and the neighbours on the day of the first. */
export function detoursIn(problem: Problem, schedule: Schedule): Map<string, Detour> {
  const found = new Map<string, Detour>();
  for (const route of viewSchedule(problem, schedule).routes)
    route.stops.forEach(({ visit }, i) => {
      const known = found.get(visit.id);
      const added = addedBy(problem, route, i);
      const after = route.stops[i - 1]?.visit.id;
      const before = route.stops[i + 1]?.visit.id;
      const detour = {
        added,
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
      };
      found.set(visit.id, known === undefined ? detour : { ...known, added: known.added + added });
    });
  return found;
}

/** Driving that would fall away without stop i. */
function addedBy({ travel }: Problem, { technician, shift, stops }: RouteView, i: number): number {
  const matrix = travel[technician.profile ?? 0]!;
  const from = stops[i - 1]?.visit.place ?? shift.startPlace;
  const at = stops[i]!.visit.place;
  const to = stops[i + 1]?.visit.place ?? shift.endPlace;
  const direct = stops.length === 1 ? 0 : travelTime(matrix, from, to);
  return travelTime(matrix, from, at) + travelTime(matrix, at, to) - direct;
}

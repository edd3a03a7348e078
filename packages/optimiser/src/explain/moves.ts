import type { Difference, Placement } from '@muster/domain/scheduling/differences';
import { differencesBetween } from '@muster/domain/scheduling/differences';
import type { Problem, Schedule, Visit } from '@muster/domain/scheduling/problem';
import type { RouteView } from '@muster/domain/scheduling/walk';
import { travelTime, viewSchedule } from '@muster/domain/scheduling/walk';

/** One difference between two schedules, and what it is good for. Names are ids; dispatcher-words.ts says it in words. */
export type Move = {
  readonly visit: string;
  readonly kind: 'placed' | 'left out' | 'reassigned' | 'retimed';
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly startBefore?: number;
  readonly startAfter?: number;
  /** Driving that the visit's own detour costs less than before (negative: more). */
  readonly saved: number;
  /** Skills that everybody on the visit holds. */
  readonly skills: readonly string[];
  /** Those who do it now and whom the customer prefers. */
  readonly preferred: readonly string[];
};

/** Every visit that differs between two schedules, the greatest saving first. */
export function explainMoves(problem: Problem, before: Schedule, after: Schedule): Move[] {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const old = detours(problem, before);
  const now = detours(problem, after);
  const moves = differencesBetween(before, after).flatMap((difference) => {
    const visit = visits.get(difference.visit);
    const saved = (old.get(difference.visit) ?? 0) - (now.get(difference.visit) ?? 0);
    return visit === undefined ? [] : [asMove(visit, difference, saved)];
  });
  return moves.sort((a, b) => b.saved - a.saved);
}

function asMove(visit: Visit, { before, after }: Difference, saved: number): Move {
  const to = after?.technicians ?? [];
  return {
    visit: visit.id,
    kind: kindOf(before, after),
    from: before?.technicians ?? [],
    to,
    ...(before && { startBefore: before.start }),
    ...(after && { startAfter: after.start }),
    saved,
    skills: visit.skills ?? [],
    preferred: to.filter((id) => visit.preferred?.includes(id)),
  };
}

function kindOf(before: Placement | undefined, after: Placement | undefined): Move['kind'] {
  if (after === undefined) return 'left out';
  if (before === undefined) return 'placed';
  const same =
    before.technicians.length === after.technicians.length &&
    before.technicians.every((id) => after.technicians.includes(id));
  return same ? 'retimed' : 'reassigned';
}

function detours(problem: Problem, schedule: Schedule): Map<string, number> {
  const found = new Map<string, number>();
  for (const route of viewSchedule(problem, schedule).routes)
    route.stops.forEach(({ visit }, i) =>
      found.set(visit.id, (found.get(visit.id) ?? 0) + detour(problem, route, i)),
    );
  return found;
}

/** Driving that would fall away without stop i. */
function detour({ travel }: Problem, { technician, shift, stops }: RouteView, i: number): number {
  const matrix = travel[technician.profile ?? 0]!;
  const from = stops[i - 1]?.visit.place ?? shift.startPlace;
  const at = stops[i]!.visit.place;
  const to = stops[i + 1]?.visit.place ?? shift.endPlace;
  const direct = stops.length === 1 ? 0 : travelTime(matrix, from, to);
  return travelTime(matrix, from, at) + travelTime(matrix, at, to) - direct;
}

import { crewSize } from '@muster/domain/scheduling/crew';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Schedule, Visit } from '@muster/domain/scheduling/problem';
import { travelTime } from '@muster/domain/scheduling/walk';

import type { Options, Result } from './solve.ts';
import { finish, startRun } from './solve.ts';

/** Days that are tried for a visit, the nearest first; and iterations for each: a day has a handful of visits. */
const MOST_DAYS = 12;
const ITERATIONS = 150;

/**
 * Tries to place what has no place by changing the day of one person: one step for each visit and each of those who come near it.
 * Whoever moves then are a few on one day, where a search over everybody's would have changed a little of each.
 */
export function* dayByDay(
  problem: Problem,
  found: Result,
  options: Omit<Options, 'stop' | 'initial' | 'onBest'>,
): Generator<Result> {
  const { scope = {} } = options;
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const byRank = found.schedule.unplaced
    .map((id) => visits.get(id)!)
    .filter((visit) => crewSize(visit) === 1 && scope.visits?.includes(visit.id) !== false)
    .toSorted((a, b) => (b.priority ?? 1) - (a.priority ?? 1));
  let best = found;
  for (const visit of byRank) {
    let cheapest = best;
    for (const technician of nearest(problem, best.schedule, visits, visit)) {
      const own = best.schedule.routes
        .filter((route) => route.technician === technician)
        .flatMap(({ stops }) => stops.map((stop) => stop.visit))
        .filter((id) => scope.visits?.includes(id) !== false);
      const tried = finish(
        startRun(problem, {
          ...options,
          initial: best.schedule,
          scope: { ...scope, technicians: [technician], visits: [visit.id, ...own] },
          stop: { iterations: ITERATIONS },
        }),
      );
      if (tried.cost < cheapest.cost) cheapest = tried;
      yield cheapest;
    }
    best = cheapest;
  }
}

/** Those who may do the visit, by how near to it they come on their days. */
function nearest(
  problem: Problem,
  { routes }: Schedule,
  visits: ReadonlyMap<string, Visit>,
  visit: Visit,
): string[] {
  const far = problem.technicians
    .filter((technician) => technician.shifts.length > 0 && blockedBy(visit, technician) === undefined)
    .map(({ id, shifts, profile = 0 }) => {
      const places = [
        ...shifts.map(({ startPlace }) => startPlace),
        ...routes
          .filter((route) => route.technician === id)
          .flatMap(({ stops }) => stops.map((stop) => visits.get(stop.visit)!.place)),
      ];
      const drives = places.map((place) => travelTime(problem.travel[profile], place, visit.place));
      return { id, drive: Math.min(...drives) };
    });
  return far
    .toSorted((a, b) => a.drive - b.drive)
    .slice(0, MOST_DAYS)
    .map(({ id }) => id);
}

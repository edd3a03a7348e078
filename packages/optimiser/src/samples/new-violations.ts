import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Violation } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';

/** The rules that a schedule breaks, apart from those that its visits `stays` break alone: the pinned ones if nothing else is said. */
export function newViolations(
  problem: Problem,
  schedule: Schedule,
  stays: (visit: string) => boolean = pinnedIn(problem),
): Violation[] {
  const kept: Schedule = {
    routes: schedule.routes.map((route) => ({
      ...route,
      stops: route.stops.filter(({ visit }) => stays(visit)),
    })),
    unplaced: problem.visits.filter(({ id }) => !stays(id)).map(({ id }) => id),
  };
  const old = new Set(evaluate(problem, kept).violations.map(nameOf));
  return evaluate(problem, schedule).violations.filter((violation) => !old.has(nameOf(violation)));
}

function pinnedIn({ visits }: Problem): (visit: string) => boolean {
  const pinned = new Set(visits.filter((visit) => visit.pinned !== undefined).map(({ id }) => id));
  return (visit) => pinned.has(visit);
}

function nameOf({ rule, visit, technician }: Violation): string {
  return JSON.stringify([rule, visit, technician]);
}

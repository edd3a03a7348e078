import type { Schedule, Problem, Route, Visit } from '@muster/domain/scheduling/problem';

import type { Fit } from './fit-with.ts';
import { fitWith } from './fit-with.ts';

/** A full crew with this technician in it, at the soonest start there is; undefined when there is none. */
export function crewWith(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  technicianId: string,
): { readonly routes: readonly Route[]; readonly cost: number } | undefined {
  const mates = (visit.crew ?? 1) - 1;
  let from = 0;
  for (;;) {
    const soonest = { from, soonest: true };
    const own = fitWith(problem, schedule, visit, technicianId, soonest);
    if (own === undefined) return undefined;
    const others = problem.technicians
      .filter(({ id }) => id !== technicianId)
      .map(({ id }) => fitWith(problem, schedule, visit, id, { from: own.start, soonest: true }))
      .filter((fit) => fit !== undefined)
      .sort((a, b) => a.start - b.start)
      .slice(0, mates);
    const last = others.at(-1);
    if (others.length < mates || last === undefined) return undefined;
    if (last.start === own.start) return together([own, ...others]);
    // Before the last of them can start, no crew is complete.
    from = last.start;
  }
}

function together(members: readonly Fit[]): { routes: readonly Route[]; cost: number } {
  return {
    routes: members.flatMap(({ routes }) => routes),
    cost: members.reduce((sum, { cost }) => sum + cost, 0),
  };
}

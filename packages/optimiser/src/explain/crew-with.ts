import { crewSize, holdsAll, matchMember, startMatching } from '@muster/domain/scheduling/crew';
import type { Problem, Route, Schedule, Visit } from '@muster/domain/scheduling/problem';

import type { Fit } from './fit.ts';
import { fitWith } from './fit-with.ts';

/** A full crew with this technician in it, at the soonest start there is; undefined when there is none. */
export function crewWith(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  technicianId: string,
): { readonly routes: readonly Route[]; readonly cost: number } | undefined {
  let from = -Infinity;
  for (;;) {
    const own = fitWith(problem, schedule, visit, technicianId, { from, soonest: true });
    if (own === undefined) return undefined;
    const others = problem.technicians
      .filter(({ id }) => id !== technicianId)
      .map(({ id }) => fitWith(problem, schedule, visit, id, { from: own.start, soonest: true }))
      .filter((fit) => fit !== undefined)
      .sort((a, b) => a.start - b.start);
    const crew = soonestCrew(problem, visit, [own, ...others]);
    const last = crew.at(-1);
    if (crew.length < crewSize(visit) || last === undefined) return undefined;
    if (last.start === own.start) return together(crew);
    // Before the last of them can start, no crew is complete.
    from = last.start;
  }
}

/** The first one, and of the others those who can start soonest and make up a crew with it. */
function soonestCrew({ technicians }: Problem, visit: Visit, fits: readonly Fit[]): Fit[] {
  const people = fits.map((fit) => technicians.find(({ id }) => id === fit.technician)!);
  const lists = visit.crewSkills ?? Array.from({ length: crewSize(visit) }, () => []);
  const matching = startMatching(lists.length, (member, list) => holdsAll(people[member]!, lists[list]!));
  return fits.filter((_, member) => matchMember(matching, member)).slice(0, lists.length);
}

function together(members: readonly Fit[]): { routes: readonly Route[]; cost: number } {
  return {
    routes: members.flatMap(({ routes }) => routes),
    cost: members.reduce((sum, { cost }) => sum + cost, 0),
  };
}

import { crewSize, holdsAll, matchMember, startMatching } from '@muster/domain/scheduling/crew';
import type { Route, Technician, Visit } from '@muster/domain/scheduling/problem';
import { lastingSkills } from '@muster/domain/scheduling/tickets';

import type { Fit } from './fit.ts';
import { fitWith } from './fit-with.ts';
import type { OwnDays } from './own-days.ts';

/** How a technician other than the one in question fits, at the soonest start from then on. */
export type Mates = {
  readonly technicians: readonly Technician[];
  readonly fit: (technician: Technician, from: number) => Fit | undefined;
};

/** A full crew with this technician in it, at the soonest start there is; undefined when there is none. */
export function crewWith(
  days: OwnDays,
  visit: Visit,
  mates: Mates,
): { readonly routes: readonly Route[]; readonly cost: number } | undefined {
  let from = -Infinity;
  for (;;) {
    const own = fitWith(days, visit, { from, soonest: true });
    if (own === undefined) return undefined;
    const crew = soonestCrew(days.technician, own, visit, mates);
    const last = crew.at(-1);
    if (crew.length < crewSize(visit) || last === undefined) return undefined;
    if (last.start === own.start) return together(crew);
    // Before the last of them can start, no crew is complete.
    from = last.start;
  }
}

/** The first one, and of the others those who can start soonest and make up a crew with it. */
function soonestCrew(first: Technician, own: Fit, visit: Visit, { technicians, fit }: Mates): Fit[] {
  const lists = visit.crewSkills ?? Array.from({ length: crewSize(visit) }, () => []);
  const people: Technician[] = [];
  const matching = startMatching(lists.length, (member, list) =>
    holdsAll({ skills: lastingSkills(people[member]!) }, lists[list]!),
  );
  const crew: Fit[] = [];
  const join = (technician: Technician, found: Fit): void => {
    const member = people.push(technician) - 1;
    if (crew.length < lists.length && matchMember(matching, member)) crew.push(found);
  };
  join(first, own);
  const later: { readonly technician: Technician; readonly found: Fit }[] = [];
  for (const technician of technicians) {
    if (crew.length === lists.length) return crew;
    const found = technician.id === first.id ? undefined : fit(technician, own.start);
    if (found?.start === own.start) join(technician, found);
    else if (found !== undefined) later.push({ technician, found });
  }
  later.sort((a, b) => a.found.start - b.found.start);
  for (const { technician, found } of later) join(technician, found);
  return crew;
}

function together(members: readonly Fit[]): { routes: readonly Route[]; cost: number } {
  return {
    routes: members.flatMap(({ routes }) => routes),
    cost: members.reduce((sum, { cost }) => sum + cost, 0),
  };
}

import { crewSize } from '@muster/domain/scheduling/crew';
import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Schedule, Problem, Visit } from '@muster/domain/scheduling/problem';

import { crewWith } from './crew-with.ts';
import { fitWith } from './fit-with.ts';
import type { Relaxable } from './relax.ts';
import { relax, relaxable } from './relax.ts';

/** Why a visit is not on the schedule. */
export type UnplacedReason = {
  readonly visit: string;
  /** For each technician the rules that stand in the way; `travel` when there is no room among the other visits. */
  readonly blockers: readonly Blocker[];
  /** Who could take it as things are, with a full crew where it needs one; dearer than leaving it out, or overlooked. */
  readonly possible: readonly { readonly technician: string; readonly cost: number }[];
  /** What to waive, with whom, for the least extra cost. */
  readonly cheapest: Relaxation | undefined;
};

export type Blocker = { readonly technician: string; readonly rules: readonly HardRule[] };

export type Relaxation = {
  readonly technician: string;
  readonly rule: Relaxable;
  readonly cost: number;
  /** The routes of the technician, and of the others in the crew, with the visit on them once the rule is waived. */
  readonly routes: Schedule['routes'];
};

export function explainUnplaced(problem: Problem, schedule: Schedule): UnplacedReason[] {
  const left = new Set(schedule.unplaced);
  return problem.visits
    .filter(({ id }) => left.has(id))
    .map((visit) => explainVisit(problem, schedule, visit));
}

/** `schedule` does not have the visit. */
export function explainVisit(problem: Problem, schedule: Schedule, visit: Visit): UnplacedReason {
  const blockers: Blocker[] = [];
  const possible: { technician: string; cost: number }[] = [];
  let cheapest: Relaxation | undefined;
  for (const { id } of problem.technicians) {
    const fit = placeWith(problem, schedule, visit, id);
    if (fit !== undefined) {
      possible.push({ technician: id, cost: fit.cost });
      continue;
    }
    const { rules, ways } = obstacles(problem, schedule, visit, id);
    for (const way of ways) if (way.cost < (cheapest?.cost ?? Infinity)) cheapest = way;
    blockers.push({ technician: id, rules });
  }
  return { visit: visit.id, blockers, possible, cheapest };
}

/** The visit with this technician, and with the rest of its crew where it needs one. */
function placeWith(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  technician: string,
): Pick<Relaxation, 'routes' | 'cost'> | undefined {
  return crewSize(visit) > 1
    ? crewWith(problem, schedule, visit, technician)
    : fitWith(problem, schedule, visit, technician);
}

/** The rules that keep this technician from the visit, and each single one whose waiver lets the visit in. */
function obstacles(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  id: string,
): { readonly rules: readonly HardRule[]; readonly ways: readonly Relaxation[] } {
  const technician = problem.technicians.find((candidate) => candidate.id === id)!;
  const forbidden = blockedBy(visit, technician);
  const rules = new Set<HardRule>(forbidden === undefined ? [] : [forbidden]);
  // Whoever would fit as one of the crew lacks nothing but the crew.
  const fits = crewSize(visit) > 1 && fitWith(problem, schedule, visit, id) !== undefined;
  const ways = relaxable.flatMap((rule) => {
    if ((rule === 'crew') !== fits) return [];
    const eased = relax(problem, visit.id, id, rule);
    const easedVisit = eased.visits.find((candidate) => candidate.id === visit.id)!;
    if (fitWith(eased, schedule, easedVisit, id) !== undefined) rules.add(rule);
    const way = placeWith(eased, schedule, easedVisit, id);
    return way === undefined ? [] : [{ technician: id, rule, cost: way.cost, routes: way.routes }];
  });
  if (rules.size === 0) rules.add('travel');
  return { rules: [...rules], ways };
}

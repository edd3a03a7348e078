import { crewSize } from '@muster/domain/scheduling/crew';
import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Schedule, Problem, Visit } from '@muster/domain/scheduling/problem';

import { crewWith } from './crew-with.ts';
import { fitWith } from './fit-with.ts';
import type { Part } from './part.ts';
import { partsFor } from './part.ts';
import type { Horizon, Relaxable } from './relax.ts';
import { horizonOf, matters, relax, relaxable } from './relax.ts';

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
  const day = horizonOf(problem);
  let cheapest: Relaxation | undefined;
  for (const part of partsFor(problem, schedule, visit)) {
    const { id } = part.technician;
    const fit = placeWith(part, visit);
    if (fit !== undefined) {
      possible.push({ technician: id, cost: fit.cost });
      continue;
    }
    const { rules, ways } = obstacles(part, visit, day);
    for (const way of ways) if (way.cost < (cheapest?.cost ?? Infinity)) cheapest = way;
    blockers.push({ technician: id, rules });
  }
  return { visit: visit.id, blockers, possible, cheapest };
}

/** The visit with this technician, and with the rest of its crew where it needs one. */
function placeWith(
  { problem, schedule, technician }: Part,
  visit: Visit,
): Pick<Relaxation, 'routes' | 'cost'> | undefined {
  return crewSize(visit) > 1
    ? crewWith(problem, schedule, visit, technician.id)
    : fitWith(problem, schedule, visit, technician.id);
}

/** The rules that keep this technician from the visit, and each single one whose waiver lets the visit in. */
function obstacles(
  part: Part,
  visit: Visit,
  day: Horizon,
): { readonly rules: readonly HardRule[]; readonly ways: readonly Relaxation[] } {
  const { problem, schedule, technician } = part;
  const { id } = technician;
  const forbidden = blockedBy(visit, technician);
  const rules = new Set<HardRule>(forbidden === undefined ? [] : [forbidden]);
  // Whoever would fit as one of the crew lacks nothing but the crew.
  const fits = crewSize(visit) > 1 && fitWith(problem, schedule, visit, id) !== undefined;
  const ways = relaxable.flatMap((rule) => {
    if ((rule === 'crew') !== fits || !matters(visit, technician, rule)) return [];
    const eased = { ...part, problem: relax(problem, visit.id, id, rule, day) };
    const easedVisit = eased.problem.visits.find((candidate) => candidate.id === visit.id)!;
    const fit = fitWith(eased.problem, schedule, easedVisit, id);
    if (fit !== undefined) rules.add(rule);
    const way = crewSize(easedVisit) > 1 ? placeWith(eased, easedVisit) : fit;
    return way === undefined ? [] : [{ technician: id, rule, cost: way.cost, routes: way.routes }];
  });
  if (rules.size === 0) rules.add('travel');
  return { rules: [...rules], ways };
}

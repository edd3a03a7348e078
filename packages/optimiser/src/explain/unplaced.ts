import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Plan, Problem, Visit } from '@muster/domain/scheduling/problem';

import { fitWith } from './fit-with.ts';
import type { Relaxable } from './relax.ts';
import { relax, relaxable } from './relax.ts';

/** Why a visit is not on the plan. */
export type UnplacedReason = {
  readonly visit: string;
  /** For each technician the rules that stand in the way; `travel` when there is no room among the other visits. */
  readonly blockers: readonly Blocker[];
  /** Who could take it as things are, for more than leaving it out costs. */
  readonly possible: readonly { readonly technician: string; readonly cost: number }[];
  /** What to waive, with whom, for the least extra cost. */
  readonly cheapest: Relaxation | undefined;
};

export type Blocker = { readonly technician: string; readonly rules: readonly HardRule[] };

export type Relaxation = {
  readonly technician: string;
  readonly rule: Relaxable;
  readonly cost: number;
  /** The technician's routes with the visit on them, once the rule is waived. */
  readonly routes: Plan['routes'];
};

export function explainUnplaced(problem: Problem, plan: Plan): UnplacedReason[] {
  const left = new Set(plan.unplaced);
  return problem.visits.filter(({ id }) => left.has(id)).map((visit) => explainVisit(problem, plan, visit));
}

function explainVisit(problem: Problem, plan: Plan, visit: Visit): UnplacedReason {
  const blockers: Blocker[] = [];
  const possible: { technician: string; cost: number }[] = [];
  let cheapest: Relaxation | undefined;
  for (const technician of problem.technicians) {
    const forbidden = blockedBy(visit, technician);
    const fit = fitWith(problem, plan, visit, technician.id);
    const fits = fit !== undefined;
    if (fits && (visit.crew ?? 1) === 1) possible.push({ technician: technician.id, cost: fit.cost });
    const ways = relaxations(problem, plan, visit, technician.id, fits);
    for (const way of ways) if (way.cost < (cheapest?.cost ?? Infinity)) cheapest = way;
    const rules = new Set<HardRule>(forbidden === undefined ? [] : [forbidden]);
    for (const { rule } of ways) rules.add(rule);
    if (rules.size === 0 && !fits) rules.add('travel');
    if (rules.size > 0) blockers.push({ technician: technician.id, rules: [...rules] });
  }
  return { visit: visit.id, blockers, possible, cheapest };
}

/** Each single rule whose waiver lets the visit in with this technician. */
function relaxations(
  problem: Problem,
  plan: Plan,
  visit: Visit,
  technician: string,
  fits: boolean,
): Relaxation[] {
  const crew = (visit.crew ?? 1) > 1;
  return relaxable.flatMap((rule) => {
    // One member of a crew fits when the visit would fit as a visit for one: it is the crew that is missing.
    if (rule === 'crew' ? !(crew && fits) : crew || fits) return [];
    const eased = relax(problem, visit.id, technician, rule);
    const easedVisit = eased.visits.find(({ id }) => id === visit.id);
    const fit = easedVisit && fitWith(eased, plan, easedVisit, technician);
    return fit === undefined ? [] : [{ technician, rule, cost: fit.cost, routes: fit.routes }];
  });
}

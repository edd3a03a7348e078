import { crewSize } from '@muster/domain/scheduling/crew';
import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Schedule, Problem, Technician, Visit } from '@muster/domain/scheduling/problem';

import type { Mates } from './crew-with.ts';
import { crewWith } from './crew-with.ts';
import { fitWith } from './fit-with.ts';
import type { MatesFor } from './mates.ts';
import { findMates } from './mates.ts';
import type { DaysOf, OwnDays } from './own-days.ts';
import { readDays } from './own-days.ts';
import type { Relaxable } from './relax.ts';
import { matters, relaxable, relaxVisit, technicianRules } from './relax.ts';
import type { Source } from './source.ts';
import { readSource } from './source.ts';

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
  const source = readSource(problem);
  const routes = Map.groupBy(schedule.routes, ({ technician }) => technician);
  const known = new Map<string, OwnDays>();
  const daysOf: DaysOf = (technician, waived) => {
    const key = JSON.stringify([technician.id, waived]);
    const days =
      known.get(key) ?? readDays(source, { technician, routes: routes.get(technician.id) ?? [] }, waived);
    known.set(key, days);
    return days;
  };
  return problem.visits.filter(({ id }) => left.has(id)).map((visit) => explainVisit(source, daysOf, visit));
}

/** `daysOf`: without the visit. */
export function explainVisit(source: Source, daysOf: DaysOf, visit: Visit): UnplacedReason {
  const { technicians } = source.problem;
  const blockers: Blocker[] = [];
  const possible: { technician: string; cost: number }[] = [];
  const matesFor = findMates(technicians, daysOf);
  let cheapest: Relaxation | undefined;
  for (const technician of technicians) {
    const { id } = technician;
    const fit =
      blockedBy(visit, technician) === undefined
        ? placeWith(daysOf(technician), visit, matesFor(visit, undefined))
        : undefined;
    if (fit !== undefined) {
      possible.push({ technician: id, cost: fit.cost });
      continue;
    }
    const { rules, ways } = obstacles(technician, visit, source, daysOf, matesFor);
    for (const way of ways) if (way.cost < (cheapest?.cost ?? Infinity)) cheapest = way;
    blockers.push({ technician: id, rules });
  }
  return { visit: visit.id, blockers, possible, cheapest };
}

/** The visit with this technician, and with the rest of its crew where it needs one. */
function placeWith(
  days: OwnDays,
  visit: Visit,
  mates: Mates,
): Pick<Relaxation, 'routes' | 'cost'> | undefined {
  return crewSize(visit) > 1 ? crewWith(days, visit, mates) : fitWith(days, visit);
}

/** The rules that keep this technician from the visit, and each single one whose waiver lets the visit in. */
function obstacles(
  technician: Technician,
  visit: Visit,
  { horizon }: Source,
  daysOf: DaysOf,
  matesFor: MatesFor,
): { readonly rules: readonly HardRule[]; readonly ways: readonly Relaxation[] } {
  const { id } = technician;
  const forbidden = blockedBy(visit, technician);
  const rules = new Set<HardRule>(forbidden === undefined ? [] : [forbidden]);
  // Whoever would fit as one of the crew lacks nothing but the crew.
  const fits =
    crewSize(visit) > 1 && forbidden === undefined && fitWith(daysOf(technician), visit) !== undefined;
  const ways = relaxable.flatMap((rule) => {
    if ((rule === 'crew') !== fits || !matters(visit, technician, rule)) return [];
    const eased = relaxVisit(visit, id, rule, horizon);
    // As long as another rule forbids the visit, no waiver helps.
    if (blockedBy(eased, technician) !== undefined) return [];
    const days = daysOf(technician, technicianRules.has(rule) ? rule : undefined);
    const fit = fitWith(days, eased);
    if (fit !== undefined) rules.add(rule);
    const way = crewSize(eased) > 1 ? crewWith(days, eased, matesFor(eased, rule)) : fit;
    return way === undefined ? [] : [{ technician: id, rule, cost: way.cost, routes: way.routes }];
  });
  if (rules.size === 0) rules.add('travel');
  return { rules: [...rules], ways };
}

import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem, Route, Visit } from '@muster/domain/scheduling/problem';
import type { SoftRule } from '@muster/domain/scheduling/soft-rules';

import type { Inquiry } from '../why-not/inquiry.ts';
import { without } from '../why-not/move-out.ts';

/** What speaks for the place that a visit got, against the next best one. */
export type Advantage =
  | { readonly code: 'only ticket'; readonly skills: readonly string[] }
  | { readonly code: 'only room' }
  /** So much of extra driving there instead. */
  | { readonly code: 'driving'; readonly technician: string; readonly added: number }
  | { readonly code: 'preferred'; readonly technician: string }
  /** The other would start so much after the promise. */
  | { readonly code: 'promise'; readonly technician: string; readonly late: number }
  /** The other would work so much longer than the shift. */
  | { readonly code: 'overtime'; readonly technician: string; readonly by: number }
  /** The other has so much more work than a fair share. */
  | { readonly code: 'fair'; readonly technician: string; readonly by: number };

/** Somewhere else that the visit could be, with everything else as it is planned. */
export type Alternative = {
  readonly technician: string;
  readonly shift: string;
  readonly start: number;
  readonly driving: number;
};

type Chosen = { readonly technician: string; readonly start: number; readonly added: number };

/** Less driving where it is less; else whichever wish the other place would miss most. */
export function advantageOver(
  inquiry: Inquiry,
  visit: Visit,
  chosen: Chosen,
  other: Alternative,
): Advantage | undefined {
  const { technician } = other;
  if (chosen.added < other.driving) return { code: 'driving', technician, added: other.driving };
  const { weights } = inquiry.source.problem;
  const costs = missedBy(inquiry, visit, chosen, other);
  const fair = unfairness(inquiry, visit, other) - unfairness(inquiry, visit, chosen);
  const misses: { readonly advantage: Advantage; readonly cost: number }[] = [
    { advantage: { code: 'preferred', technician }, cost: costs.preference },
    {
      advantage: { code: 'promise', technician, late: other.start - (visit.promise ?? other.start) },
      cost: costs.lateness,
    },
    {
      advantage: { code: 'overtime', technician, by: costs.overtime / (weights.overtime || 1) },
      cost: costs.overtime,
    },
    { advantage: { code: 'fair', technician, by: fair }, cost: weights.fairness * fair },
  ];
  const [most] = misses.sort((a, b) => b.cost - a.cost);
  return most !== undefined && most.cost > 0 ? most.advantage : undefined;
}

/** What each wish would cost more at the other place. */
function missedBy(
  { source, routesOf }: Inquiry,
  visit: Visit,
  chosen: Chosen,
  other: Alternative,
): Readonly<Record<SoftRule, number>> {
  const here = routesOf(chosen.technician);
  const there = routesOf(other.technician);
  const involved = new Set([...here, ...there].flatMap(({ stops }) => stops.map((stop) => stop.visit)));
  const part: Problem = {
    ...source.problem,
    technicians: source.problem.technicians.filter(
      ({ id }) => id === chosen.technician || id === other.technician,
    ),
    visits: source.problem.visits.filter(({ id }) => involved.has(id)),
  };
  const now = evaluate(part, { routes: [...here, ...there], unplaced: [] }).costs;
  const moved = [...without(here, visit.id), ...including(there, visit, other)];
  const then = evaluate(part, { routes: moved, unplaced: [] }).costs;
  const rules = Object.keys(now) as SoftRule[];
  return Object.fromEntries(rules.map((rule) => [rule, then[rule] - now[rule]])) as Record<SoftRule, number>;
}

function including(
  routes: readonly Route[],
  visit: Visit,
  { technician, shift, start }: Alternative,
): Route[] {
  const own = routes.find((route) => route.shift === shift) ?? { technician, shift, stops: [], breaks: [] };
  const stops = [...own.stops, { visit: visit.id, start }].sort((a, b) => a.start - b.start);
  return [...routes.filter((route) => route.shift !== shift), { ...own, stops }];
}

/** Visit time above the fair share that this visit adds. */
function unfairness(
  { held, routesOf }: Inquiry,
  visit: Visit,
  { technician }: { readonly technician: string },
): number {
  const work = without(routesOf(technician), visit.id)
    .flatMap(({ stops }) => stops)
    .reduce((sum, stop) => sum + (held.visits.get(stop.visit)?.duration ?? 0), 0);
  const share = held.shares.get(technician) ?? 0;
  return Math.max(0, work + visit.duration - share) - Math.max(0, work - share);
}

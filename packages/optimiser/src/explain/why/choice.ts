import type { Placement } from '@muster/domain/dispatch/scheduling/differences';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Route, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import type { SoftRule } from '@muster/domain/dispatch/scheduling/soft-rules';
import type { RouteView } from '@muster/domain/dispatch/scheduling/walk';
import { travelTime, viewSchedule } from '@muster/domain/dispatch/scheduling/walk';
import { askedDays } from '../../questions/asked-days.ts';
import { feasiblePositions } from '../../schedule/positions.ts';
import type { Inquiry } from '../why-not/inquiry.ts';
import { without } from '../why-not/move-out.ts';

/** Why a visit went to whom it went to. */
export type Choice = Detour & { readonly because?: Advantage };

/** `from`: who had it before is compared with first, where they still could. */
export function explainChoice(
  inquiry: Inquiry,
  visit: Visit,
  { technicians: [chosen], start }: Placement,
  detour: Detour,
  from: readonly string[],
): Choice {
  const { source, held } = inquiry;
  const others = source.problem.technicians.filter(({ id }) => id !== chosen);
  const may = others.filter((technician) => blockedBy(visit, technician) === undefined);
  const lack = others.filter((technician) => blockedBy(visit, technician) === 'skill');
  if (others.length > 0 && lack.length === others.length)
    return { ...detour, because: { code: 'only ticket', skills: visit.skills ?? [] } };
  const alternatives = askedDays(
    held,
    visit,
    may.map(({ id }) => id),
  ).flatMap(({ days, compiled, work, node }) => {
    const [best] = feasiblePositions(work, node).sort((a, b) => a.cost - b.cost);
    if (best === undefined) return [];
    const alternative: Alternative = {
      technician: days.technician.id,
      shift: compiled.shiftOf[best.route]!.id,
      start: compiled.zero + best.start,
      driving: best.driving,
    };
    return [{ alternative, cost: best.cost }];
  });
  if (alternatives.length === 0)
    return others.length === 0 ? detour : { ...detour, because: { code: 'only room' } };
  alternatives.sort((a, b) => a.cost - b.cost);
  const old = alternatives.find(({ alternative }) => from.includes(alternative.technician));
  const { alternative } = old ?? alternatives[0]!;
  const because = advantageOver(inquiry, visit, { technician: chosen!, start, ...detour }, alternative);
  return { ...detour, ...(because && { because }) };
}

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
type Alternative = {
  readonly technician: string;
  readonly shift: string;
  readonly start: number;
  readonly driving: number;
};

type Chosen = { readonly technician: string; readonly start: number; readonly added: number };

/** Less driving where it is less; else whichever wish the other place would miss most. */
function advantageOver(
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

/** What a visit adds to the driving where it is, and between which others it lies; none at the base. */
export type Detour = { readonly added: number; readonly after?: string; readonly before?: string };

/** By visit; for a crew the drives of all its members, and the neighbours on the day of the first. */
export function detoursIn(problem: Problem, schedule: Schedule): Map<string, Detour> {
  const found = new Map<string, Detour>();
  for (const route of viewSchedule(problem, schedule).routes)
    route.stops.forEach(({ visit }, i) => {
      const known = found.get(visit.id);
      const added = addedBy(problem, route, i);
      const after = route.stops[i - 1]?.visit.id;
      const before = route.stops[i + 1]?.visit.id;
      const detour = {
        added,
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
      };
      found.set(visit.id, known === undefined ? detour : { ...known, added: known.added + added });
    });
  return found;
}

/** Driving that would fall away without stop i. */
function addedBy({ travel }: Problem, { technician, shift, stops }: RouteView, i: number): number {
  const matrix = travel[technician.profile ?? 0]!;
  const from = stops[i - 1]?.visit.place ?? shift.startPlace;
  const at = stops[i]!.visit.place;
  const to = stops[i + 1]?.visit.place ?? shift.endPlace;
  const direct = stops.length === 1 ? 0 : travelTime(matrix, from, to);
  return travelTime(matrix, from, at) + travelTime(matrix, at, to) - direct;
}

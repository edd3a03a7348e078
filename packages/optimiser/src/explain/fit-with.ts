import { crewSize } from '@muster/domain/scheduling/crew';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Schedule, Problem, Route, Visit } from '@muster/domain/scheduling/problem';

import type { Compiled } from '../model/compiled.ts';
import { compile } from '../model/compile.ts';
import { carries } from '../schedule/loads.ts';
import { createState } from '../schedule/state.ts';
import type { State } from '../schedule/state.ts';
import type { DayFit } from './day-fit.ts';
import { soonestDay } from './day-fit.ts';
import { fitAround } from './fit-around.ts';
import type { Fit } from './fit.ts';

/**
 * Tries the visit with this technician alone (for a crew: as one of its members), starting at `from` or later; the
 * other visits keep their order and technician, and may start later where their windows allow. Of all the ways the
 * cheapest, or the `soonest`. Undefined when none keeps the rules.
 */
export function fitWith(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  technicianId: string,
  { from, soonest }: { readonly from: number; readonly soonest: boolean } = {
    from: -Infinity,
    soonest: false,
  },
): Fit | undefined {
  const routes = schedule.routes.filter((route) => route.technician === technicianId);
  const alone = aloneWith(problem, routes, { ...visit, crew: 1, ...startingFrom(visit, from) }, technicianId);
  const { total: before, violations } = evaluate(alone, { routes, unplaced: [] });
  // The visit itself is not placed yet.
  if (violations.some(({ rule, visit: broken }) => rule !== 'once' || broken !== visit.id))
    return fitAround(
      alone,
      routes,
      alone.visits.find(({ id }) => id === visit.id)!,
      soonest,
    );
  const compiled = compile(alone, { forQuestions: true });
  const state = createState(compiled.model);
  const nodeAt = new Map(alone.visits.map(({ id }, v) => [id, compiled.nodeOf[v]!]));
  let best: Fit | undefined;
  for (let r = 0; r < compiled.model.routes; r++) {
    const old = routes.find(({ shift }) => shift === compiled.shiftOf[r]!.id);
    const nodes = (old?.stops ?? []).map((stop) => nodeAt.get(stop.visit)!);
    const found = bestPosition(compiled, state, r, nodes, nodeAt.get(visit.id)!, soonest);
    if (found === undefined) continue;
    const route = asRoute(compiled, r, found);
    const changed = [...routes.filter((other) => other !== old), route];
    const start = compiled.zero + found.day.starts[found.index]!;
    const cost = evaluate(alone, { routes: changed, unplaced: [] }).total - before;
    const better = soonest ? start < (best?.start ?? Infinity) : cost < (best?.cost ?? Infinity);
    if (better) best = { technician: technicianId, routes: changed, start, cost };
  }
  return best;
}

type Found = { readonly nodes: readonly number[]; readonly index: number; readonly day: DayFit };

/** The best position for node c among the stops of route r: the soonest, or the cheapest by travel and timetable. */
function bestPosition(
  { model }: Compiled,
  state: State,
  r: number,
  stops: readonly number[],
  c: number,
  soonest: boolean,
): Found | undefined {
  const rich = model.rich!;
  if (rich.assign[c * model.routes + r]! < 0) return undefined;
  state.load[r] = stops.reduce((sum, node) => sum + model.demand[node]!, 0);
  for (let k = 0; k < rich.kinds; k++)
    state.rich!.loads[r * rich.kinds + k] = stops.reduce(
      (sum, node) => sum + rich.demands[node * rich.kinds + k]!,
      0,
    );
  if (!carries(model, state, c, r)) return undefined;
  let best: Found | undefined;
  let least = Infinity;
  for (let index = 0; index <= stops.length; index++) {
    const nodes = stops.toSpliced(index, 0, c);
    const day = soonestDay(model, state, r, nodes, index);
    if (day === undefined) continue;
    const measure = soonest ? day.starts[index]! : day.cost + driving(model, r, nodes) * model.rate[r]!;
    if (measure >= least) continue;
    least = measure;
    best = { nodes, index, day };
  }
  return best;
}

function driving(model: Compiled['model'], r: number, nodes: readonly number[]): number {
  const stops = [model.nodes + 2 * r, ...nodes, model.nodes + 2 * r + 1].map((node) => model.place[node]!);
  const from = model.rich!.base[r]!;
  return stops
    .slice(1)
    .reduce((sum, place, i) => sum + model.travel[from + stops[i]! * model.places + place]!, 0);
}

function asRoute(
  { problem, visitOf, shiftOf, technicianOf, zero }: Compiled,
  r: number,
  { nodes, day }: Found,
): Route {
  return {
    technician: problem.technicians[technicianOf[r]!]!.id,
    shift: shiftOf[r]!.id,
    stops: nodes.map((node, i) => ({
      visit: problem.visits[visitOf[node]!]!.id,
      start: zero + day.starts[i]!,
    })),
    breaks: day.breaks.map((start, rule) => ({ rule, start: zero + start })),
  };
}

/** The technician's own days and the visit: all that the question is about. */
function aloneWith(problem: Problem, routes: readonly Route[], visit: Visit, technicianId: string): Problem {
  const starts = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop.visit, stop.start])));
  return {
    ...problem,
    weights: { ...problem.weights, fairness: 0 },
    technicians: problem.technicians.filter(({ id }) => id === technicianId),
    visits: problem.visits.flatMap((other) => {
      if (other.id === visit.id) return [visit];
      const start = starts.get(other.id);
      if (start === undefined) return [];
      // A crew waits for nobody: its other members are on other routes.
      return crewSize(other) > 1
        ? [{ ...other, crew: 1, pinned: { technicians: [technicianId], start } }]
        : [other];
    }),
  };
}

function startingFrom({ windows }: Visit, from: number): Pick<Visit, 'windows'> {
  const open = windows.filter(({ end }) => end >= from);
  return { windows: open.map(({ start, end }) => ({ start: Math.max(start, from), end })) };
}

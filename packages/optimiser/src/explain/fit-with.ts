import { totalCost } from '@muster/domain/scheduling/evaluate';
import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Problem, Route, Visit } from '@muster/domain/scheduling/problem';

import type { Compiled } from '../model/compiled.ts';
import { compile } from '../model/compile.ts';
import { carries } from '../schedule/loads.ts';
import { createState } from '../schedule/state.ts';
import type { State } from '../schedule/state.ts';
import type { DayFit } from './day-fit.ts';
import { soonestDay } from './day-fit.ts';
import { fitAround } from './fit-around.ts';
import type { Fit } from './fit.ts';
import type { OwnDays } from './own-days.ts';
import { mayHold } from './rooms.ts';

/** Of all the ways the cheapest, or the `soonest`; nothing before `from`. */
type Wish = { readonly from: number; readonly soonest: boolean };

const cheapest: Wish = { from: -Infinity, soonest: false };

/**
 * Tries the visit with this technician alone (for a crew: as one of its members); the other visits keep their order and
 * technician, and may start later where their windows allow. Undefined when no way keeps the rules.
 */
export function fitWith(days: OwnDays, visit: Visit, { from, soonest } = cheapest): Fit | undefined {
  const { technician, routes } = days;
  const asked: Visit = { ...visit, crew: 1, ...startingFrom(visit, from) };
  if (blockedBy(asked, technician) !== undefined) return undefined;
  if (!days.isSound) return fitAround(withVisit(days, asked), routes, asked, soonest);
  const matrix = days.problem.travel[technician.profile ?? 0];
  const open = days.rooms.map((rooms) => rooms.map((room) => mayHold(room, asked, matrix)));
  if (!open.some((rooms) => rooms.includes(true))) return undefined;
  const alone = withVisit(days, asked);
  const compiled = compile(alone, { forQuestions: true });
  const state = createState(compiled.model);
  const nodeAt = new Map(alone.visits.map(({ id }, v) => [id, compiled.nodeOf[v]!]));
  let best: Fit | undefined;
  for (let r = 0; r < compiled.model.routes; r++) {
    const old = routes.find(({ shift }) => shift === compiled.shiftOf[r]!.id);
    const nodes = (old?.stops ?? []).map((stop) => nodeAt.get(stop.visit)!);
    const found = bestPosition(compiled, state, r, nodes, nodeAt.get(visit.id)!, open[r]!, soonest);
    if (found === undefined) continue;
    const route = asRoute(compiled, r, found);
    const changed = [...routes.filter((other) => other !== old), route];
    const start = compiled.zero + found.day.starts[found.index]!;
    const cost = totalCost(alone, { routes: changed, unplaced: [] }) - days.cost;
    const better = soonest ? start < (best?.start ?? Infinity) : cost < (best?.cost ?? Infinity);
    if (better) best = { technician: technician.id, routes: changed, start, cost };
  }
  return best;
}

function withVisit({ problem, source }: OwnDays, asked: Visit): Problem {
  const visits = [...problem.visits, asked];
  return { ...problem, visits, ...source.currentOf(visits.map(({ id }) => id)) };
}

type Found = { readonly nodes: readonly number[]; readonly index: number; readonly day: DayFit };

/** The best position for node c among the stops of route r: the soonest, or the cheapest by travel and timetable. `open`: positions worth a trial. */
function bestPosition(
  { model }: Compiled,
  state: State,
  r: number,
  stops: readonly number[],
  c: number,
  open: readonly boolean[],
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
    if (!open[index]!) continue;
    const nodes = stops.toSpliced(index, 0, c);
    const road = driving(model, r, nodes) * model.rate[r]!;
    if (!soonest && road >= least) continue;
    const day = soonestDay(model, state, r, nodes, index);
    if (day === undefined) continue;
    const measure = soonest ? day.starts[index]! : day.cost + road;
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

function startingFrom({ windows }: Visit, from: number): Pick<Visit, 'windows'> {
  const open = windows.filter(({ end }) => end >= from);
  return { windows: open.map(({ start, end }) => ({ start: Math.max(start, from), end })) };
}

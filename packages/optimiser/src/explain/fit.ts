import { totalCost } from '@muster/domain/dispatch/scheduling/evaluate';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Route, Problem, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { compile } from '../model/compile.ts';
import type { Compiled, Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { askedDays } from '../questions/asked-days.ts';
import { holdSound } from '../questions/held-schedule.ts';
import { carries } from '../schedule/loads.ts';
import { feasiblePositions } from '../schedule/positions.ts';
import type { State } from '../schedule/state.ts';
import { createState } from '../schedule/state.ts';
import { beginFront, createFront } from '../times/front.ts';
import type { RouteTimes } from '../times/time-route.ts';
import { timeRoute } from '../times/time-route.ts';
import { stepFront } from '../times/timetable.ts';
import type { OwnDays } from './own-days.ts';
import { mayHold } from './rooms.ts';

/** How a visit fits into one technician's days: the routes with it, when it starts and what it adds to their cost. */
export type Fit = {
  readonly technician: string;
  readonly routes: readonly Route[];
  readonly start: number;
  readonly cost: number;
};

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
  const rich = model.rich;
  if (rich.assign[c * model.routes + r]! < 0) return undefined;
  state.load[r] = stops.reduce((sum, node) => sum + model.demand[node]!, 0);
  for (let k = 0; k < rich.kinds; k++)
    state.rich.loads[r * rich.kinds + k] = stops.reduce(
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
  const from = model.rich.base[r]!;
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

/**
 * Tries the visit with the only technician of a problem whose routes break rules: then nothing else moves, because nobody
 * could say where to. The cheapest place, or the soonest.
 */
function fitAround(
  problem: Problem,
  routes: readonly Route[],
  visit: Visit,
  soonest: boolean,
): Fit | undefined {
  const held = holdSound(problem, { routes, unplaced: [visit.id] }, -Infinity);
  let best: Fit | undefined;
  for (const { days, compiled, work, node } of askedDays(held, visit)) {
    for (const { route, start: after, cost } of feasiblePositions(work, node)) {
      const start = compiled.zero + after;
      if (soonest ? start >= (best?.start ?? Infinity) : cost >= (best?.cost ?? Infinity)) continue;
      const technician = days.technician.id;
      const shift = compiled.shiftOf[route]!.id;
      const old = routes.find((own) => own.shift === shift) ?? { technician, shift, stops: [], breaks: [] };
      const stops = [...old.stops, { visit: visit.id, start }].sort((a, b) => a.start - b.start);
      const others = routes.filter((own) => own.shift !== shift);
      best = { technician, start, cost, routes: [...others, { ...old, stops }] };
    }
  }
  return best;
}

/** When to leave, and how many breaks are over by then, taken at home. */
type Departure = { readonly time: number; readonly breaks: readonly number[] };

/** A timetable with every visit and break of the day. */
type DayFit = Pick<RouteTimes, 'starts' | 'breaks' | 'cost'>;

/**
 * The timetable that starts nodes[index] soonest, or undefined when no timetable keeps the rules. Slow and complete where
 * the search takes a short cut: a longest duration may be kept by leaving so late that visits fall into later windows.
 */
function soonestDay(
  model: Model,
  state: State,
  r: number,
  nodes: readonly number[],
  index: number,
): DayFit | undefined {
  const rich = model.rich;
  const fixed = state.rich.fixedStart;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  let best: { start: number; departure: Departure } | undefined;
  for (const home of homeDepartures(model, r, nodes)) {
    for (let taken = 0; taken <= breaks - home.breaks.length; taken++) {
      let departure = home;
      for (;;) {
        const day = leavingAt(model, r, nodes[0]!, departure);
        const start = startAfterBreaks(day, state, r, nodes.slice(0, index + 1), taken);
        if (start >= (best?.start ?? NEVER)) break;
        const end = withFixed(fixed, nodes[index]!, start, () => earliestEnd(day, state, r, nodes));
        if (end >= NEVER) break;
        if (end - departure.time <= rich.maxDuration[r]!) {
          best = { start, departure };
          break;
        }
        // Leaving earlier than this cannot do: no departure after this one ends the day any sooner.
        departure = { ...home, time: end - rich.maxDuration[r]! };
      }
    }
  }
  if (best === undefined) return undefined;
  const { start, departure } = best;
  const day = leavingAt(model, r, nodes[0]!, departure);
  day.routeEnd[r] = Math.min(day.routeEnd[r]!, departure.time + rich.maxDuration[r]!);
  const timed = withFixed(fixed, nodes[index]!, start, () => timeRoute(day, state, r, nodes));
  return timed && { ...timed, breaks: [...departure.breaks, ...timed.breaks] };
}

function withFixed<T>(fixed: Int32Array, node: number, start: number, ask: () => T): T {
  const before = fixed[node]!;
  fixed[node] = start;
  const answer = ask();
  fixed[node] = before;
  return answer;
}

/**
 * At once, or after one or more breaks at home. A break that leaves time for the drive before it counts as taken on
 * arrival, so that only breaks early in the shift are taken at home.
 */
function homeDepartures(model: Model, r: number, nodes: readonly number[]): Departure[] {
  const rich = model.rich;
  const drive = firstDrive(model, r, nodes[0]!);
  const departures: Departure[] = [{ time: model.routeStart[r]!, breaks: [] }];
  if (rich.maxDuration[r]! >= NEVER) return departures;
  for (let b = rich.breakAt[r]!; b < rich.breakAt[r + 1]!; b++) {
    const { time, breaks } = departures.at(-1)!;
    const pause = Math.max(time, rich.breakEarliest[b]!);
    if (pause > rich.breakLatest[b]! || pause - model.routeStart[r]! >= drive) break;
    departures.push({ time: pause + rich.breakDuration[b]!, breaks: [...breaks, pause] });
  }
  return departures;
}

/**
 * The same day with the departure settled, and no longest duration. Where there is one, the day begins on arrival at the
 * first stop: its breaks are those at home and those from there on.
 */
function leavingAt(model: Model, r: number, first: number, { time, breaks }: Departure): Model {
  const rich = model.rich;
  if (rich.maxDuration[r]! >= NEVER) return { ...model, routeEnd: model.routeEnd.slice() };
  const routeStart = model.routeStart.slice();
  const place = model.place.slice();
  place[model.nodes + 2 * r] = place[first]!;
  routeStart[r] = time + firstDrive(model, r, first) - firstDrive({ ...model, place }, r, first);
  const breakAt = rich.breakAt.slice();
  breakAt[r]! += breaks.length;
  const maxDuration = rich.maxDuration.slice().fill(NEVER);
  return {
    ...model,
    place,
    routeStart,
    routeEnd: model.routeEnd.slice(),
    rich: { ...rich, breakAt, maxDuration, hasDuration: false, delayPriced: false },
  };
}

function firstDrive({ nodes, place, places, travel, rich }: Model, r: number, first: number): number {
  return travel[rich.base[r]! + place[nodes + 2 * r]! * places + place[first]!]!;
}

/** Earliest start of the last node with exactly so many breaks before it; NEVER when that cannot be. */
function startAfterBreaks(
  model: Model,
  state: State,
  r: number,
  nodes: readonly number[],
  taken: number,
): number {
  const time = walk(model, state, r, nodes)[taken]!;
  return time >= NEVER ? NEVER : time - model.service[nodes.at(-1)!]!;
}

function earliestEnd(model: Model, state: State, r: number, nodes: readonly number[]): number {
  return Math.min(...walk(model, state, r, [...nodes, model.nodes + 2 * r + 1]));
}

/** Earliest departures from the last of the stops, by breaks taken. */
function walk(model: Model, state: State, r: number, stops: readonly number[]): number[] {
  const rich = model.rich;
  const wide = rich.breakAt[r + 1]! - rich.breakAt[r]! + 1;
  let here = createFront(wide);
  let there = createFront(wide);
  beginFront(model, r, here, 0);
  let place = model.place[model.nodes + 2 * r]!;
  for (const stop of stops) {
    const drive = model.travel[rich.base[r]! + place * model.places + model.place[stop]!]!;
    if (!stepFront(model, state, r, drive, stop, here, 0, there, 0))
      return Array.from(here.time, () => NEVER);
    [here, there] = [there, here];
    place = model.place[stop]!;
  }
  return [...here.time];
}

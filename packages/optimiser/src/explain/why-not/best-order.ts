import type {
  Problem,
  Route,
  Shift,
  Technician,
  Visit,
  Weights,
} from '@muster/domain/dispatch/scheduling/problem';
import { compile } from '../../model/compile.ts';
import type { Compiled, Model } from '../../model/model.ts';
import { NEVER } from '../../model/model.ts';
import { drive } from '../../model/travel.ts';
import type { State } from '../../schedule/state.ts';
import { createState } from '../../schedule/state.ts';
import type { Front } from '../../times/front.ts';
import { beginFront, createFront } from '../../times/front.ts';
import { timeRoute } from '../../times/time-route.ts';
import { stepFront } from '../../times/timetable.ts';

/** The best that any order of some visits does with one shift, whose end may be missed and whose longest duration is not asked for. */
export type BestOrder = {
  /** No order ends the day less than this after its limit; Infinity: none keeps the windows and the breaks at all. Nothing is said where one fits. */
  readonly atLeast: number;
  /** The best order that was found, as a route, and how long after the limit it ends. */
  readonly found: { readonly over: number; readonly route: Route } | undefined;
};

/** Later than any day could end. */
export const AGES = 2 ** 24;
/** Of two timetables of one order the one that ends sooner. */
const nothingButTheEnd: Weights = {
  unplaced: 0,
  lateness: 0,
  travel: 0,
  overtime: 1,
  fairness: 0,
  moved: 0,
  retimed: 0,
  retimeTolerance: 0,
  preference: 0,
};

/** How far to look: with the others in their order; for any order that fits; or for the best there is. */
export type Effort = 'insert' | 'fit' | 'best';

/** The visits in the order that they have; the last one is new among them. */
export function bestOrder(
  { travel }: Problem,
  technician: Technician,
  shift: Shift,
  visits: readonly Visit[],
  effort: Effort,
): BestOrder {
  const { maxDuration: _, ...rest } = shift;
  const limit = shift.latestEnd ?? shift.end;
  const compiled = compile(
    {
      travel: [travel[technician.profile ?? 0]!],
      technicians: [{ ...technician, profile: 0, shifts: [{ ...rest, latestEnd: limit + AGES }] }],
      visits: visits.map(({ crewSkills: __, ...visit }) => ({ ...visit, crew: 1 })),
      weights: nothingButTheEnd,
    },
    { forQuestions: true },
  );
  const state = createState(compiled.model);
  const enough = limit - compiled.zero;
  const inserted = bestInsertion(compiled, state);
  const { atLeast, order } =
    inserted.end <= enough || effort === 'insert'
      ? { atLeast: -Infinity, order: inserted }
      : searchOrders(compiled.model, state, enough, inserted, effort === 'best');
  return {
    atLeast: atLeast >= NEVER ? Infinity : atLeast - enough,
    found:
      order.end >= NEVER
        ? undefined
        : { over: order.end - enough, route: asRoute(compiled, state, shift, order.nodes) },
  };
}

function bestInsertion({ model }: Compiled, state: State): Order {
  const last = model.nodes - 1;
  const others = Array.from({ length: last }, (_, node) => node);
  let best: Order = { end: NEVER, nodes: [] };
  for (let at = last; at >= 0; at--) {
    const nodes = others.toSpliced(at, 0, last);
    const end = endOf(model, state, nodes);
    if (end < best.end) best = { end, nodes };
  }
  return best;
}

function asRoute(
  { problem, model, zero }: Compiled,
  state: State,
  { id }: Shift,
  nodes: readonly number[],
): Route {
  const times = timeRoute(model, state, 0, nodes)!;
  return {
    technician: problem.technicians[0]!.id,
    shift: id,
    stops: nodes.map((node, i) => ({ visit: problem.visits[node]!.id, start: zero + times.starts[i]! })),
    breaks: times.breaks.map((start, rule) => ({ rule, start: zero + start })),
  };
}

/** All nodes of a model with one route, and when the day ends in that order. */
type Order = { readonly end: number; readonly nodes: readonly number[] };

/** Beginnings of orders that are kept: enough for ten visits that may come at any time. What needs more is answered by a bound. */
const MOST_BEGINNINGS = 4000;
/** The same where only a bound is asked for. */
const MOST_ROUGHLY = 1000;
/** Sets of visits are the bits of a number. */
const MOST_VISITS = 30;

/**
 * Goes through all orders, from the shortest beginnings on: of those with the same visits and the same last one only the
 * soonest are followed. Stops at an order that ends soon enough. Where none does, `isExact` asks for the best one, and
 * else beginnings that cannot end soon enough are not followed: they tell what is missing at least, in much less time.
 */
function searchOrders(
  model: Model,
  state: State,
  enough: number,
  known: Order,
  isExact: boolean,
): { readonly atLeast: number; readonly order: Order } {
  const { nodes } = model;
  if (nodes > MOST_VISITS) return { atLeast: -Infinity, order: known };
  const wide = model.rich.width;
  const most = isExact ? MOST_BEGINNINGS : MOST_ROUGHLY;
  const front = createFront((most + 1) * wide);
  const needs = leastNeeds(model);
  const all = (1 << nodes) - 1;
  const visited = [0];
  const last = [nodes];
  const parent = [-1];
  const rest = [needs.all];
  const alike = new Map<number, number[]>();
  beginFront(model, 0, front, 0);
  let best = known;
  let cut: number = NEVER;
  const isHopeless = (end: number): boolean => {
    if (end >= best.end) return true;
    if (isExact || end <= enough) return false;
    cut = Math.min(cut, end);
    return true;
  };
  for (let from = 0; from < visited.length; from++) {
    if (isHopeless(leastEnd(model, front, from * wide, rest[from]!))) continue;
    if (visited[from] === all) {
      const scratch = visited.length * wide;
      const way = drive(model, 0, last[from]!, nodes + 1);
      stepFront(model, state, 0, way, nodes + 1, front, from * wide, front, scratch);
      const end = soonest(front, scratch, wide);
      if (end < best.end) best = { end, nodes: followed(from, parent, last) };
      if (end <= enough) return { atLeast: end, order: best };
      continue;
    }
    for (let node = 0; node < nodes; node++) {
      if ((visited[from]! & (1 << node)) !== 0) continue;
      const into = visited.length;
      if (into === most) {
        let open = Math.min(cut, best.end);
        for (let left = from; left < into; left++)
          open = Math.min(open, leastEnd(model, front, left * wide, rest[left]!));
        return { atLeast: open, order: best };
      }
      const way = drive(model, 0, last[from]!, node);
      if (!stepFront(model, state, 0, way, node, front, from * wide, front, into * wide)) continue;
      const seen = visited[from]! | (1 << node);
      const left = rest[from]! - needs.of[node]!;
      if (isHopeless(leastEnd(model, front, into * wide, left))) continue;
      if (misses(model, needs, seen, soonest(front, into * wide, wide))) continue;
      const key = seen * nodes + node;
      const others = alike.get(key) ?? [];
      if (others.some((other) => isNoLater(front, other * wide, into * wide, wide))) continue;
      others.push(into);
      alike.set(key, others);
      visited.push(seen);
      last.push(node);
      parent.push(from);
      rest.push(left);
    }
  }
  return { atLeast: Math.min(cut, best.end), order: best };
}

/** When the day ends with these nodes in this order; NEVER when no timetable keeps the windows and the breaks. */
function endOf(model: Model, state: State, nodes: readonly number[]): number {
  const wide = model.rich.width;
  const front = createFront(2 * wide);
  beginFront(model, 0, front, 0);
  const stops = [model.nodes, ...nodes, model.nodes + 1];
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = i % 2 === 1 ? [0, wide] : [wide, 0];
    const way = drive(model, 0, stops[i - 1]!, stops[i]!);
    if (!stepFront(model, state, 0, way, stops[i]!, front, from, front, to)) return NEVER;
  }
  return soonest(front, stops.length % 2 === 0 ? wide : 0, wide);
}

/** What each visit takes at the least, with the shortest drive to it from anywhere, and all of them with the way home. */
type Needs = {
  readonly of: readonly number[];
  /** The nodes, those first that have to start soonest. */
  readonly byDue: readonly number[];
  readonly all: number;
};

function leastNeeds(model: Model): Needs {
  const { nodes, service } = model;
  const reach = Array.from({ length: nodes }, (_, to) => {
    let least = drive(model, 0, nodes, to);
    for (let from = 0; from < nodes; from++)
      if (from !== to) least = Math.min(least, drive(model, 0, from, to));
    return least;
  });
  let home = NEVER;
  for (let from = 0; from < nodes; from++) home = Math.min(home, drive(model, 0, from, nodes + 1));
  const of = reach.map((way, node) => way + service[node]!);
  const byDue = Array.from(of, (_, node) => node).sort((a, b) => model.due[a]! - model.due[b]!);
  return { of, byDue, all: of.reduce((sum, need) => sum + need, home) };
}

/** No day that begins so ends sooner: what is left to do, and each break that is due by then. */
function leastEnd({ rich }: Model, { time }: Front, at: number, rest: number): number {
  const first = rich.breakAt[0]!;
  const breaks = rich.breakAt[1]! - first;
  let least = NEVER;
  for (let taken = 0; taken <= breaks; taken++) {
    let end = time[at + taken]! + rest;
    for (let b = first + taken; b < first + breaks; b++)
      if (end > rich.breakLatest[b]!) end += rich.breakDuration[b]!;
    if (end < least) least = end;
  }
  return least;
}

/** Whether some of the visits that are left can no longer all start in time: even the last of those that are due by then. */
function misses({ service, due }: Model, { of, byDue }: Needs, seen: number, time: number): boolean {
  let end = time;
  let longest = 0;
  for (const node of byDue) {
    if ((seen & (1 << node)) !== 0) continue;
    end += of[node]!;
    if (service[node]! > longest) longest = service[node]!;
    if (end - longest > due[node]!) return true;
  }
  return false;
}

function soonest({ time }: Front, at: number, wide: number): number {
  let least = NEVER;
  for (let k = 0; k < wide; k++) if (time[at + k]! < least) least = time[at + k]!;
  return least;
}

function isNoLater({ time }: Front, a: number, b: number, wide: number): boolean {
  for (let k = 0; k < wide; k++) if (time[a + k]! > time[b + k]!) return false;
  return true;
}

function followed(from: number, parent: readonly number[], last: readonly number[]): number[] {
  const nodes: number[] = [];
  for (let at = from; parent[at]! >= 0; at = parent[at]!) nodes.unshift(last[at]!);
  return nodes;
}

import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import type { Front } from '../times/front.ts';
import { beginFront, createFront } from '../times/front.ts';

/**
 * Routes as linked lists. Per node: the departure after it (forward slack) and the latest start that keeps everything
 * behind it on time (backward slack), so that a position is judged in constant time.
 */
export type State = {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Route of a node, -1 while it is unplaced. */
  readonly route: Int32Array;
  readonly depart: Int32Array;
  readonly latest: Int32Array;
  /** Travel from a node to its next. */
  readonly leg: Int32Array;
  readonly load: Int32Array;
  readonly size: Int32Array;
  readonly rich: RichState;
};

type RichState = {
  /** Times behind each node for every number of breaks, model.rich.width entries each. */
  readonly front: Front;
  /**
   * Simple shifts: latest start of each node by the number of breaks taken before it, so that everything behind it
   * keeps the rules (late) and costs nothing either (costless). Elsewhere costless says never: only a trial can tell.
   */
  readonly late: Int32Array;
  readonly costless: Int32Array;
  /** Spanned shifts: the earliest start of each node that has the least span until the end, and that span. */
  readonly tailEarliest: Int32Array;
  readonly tailSpan: Int32Array;
  /** Price of each route's timetable. */
  readonly routeSoft: Float64Array;
  /** Another number after each change of a route, 0 while it is empty: what was worked out for a number holds as long as it stands. */
  readonly version: Int32Array;
  /** The common start of a crew that is placed, else -1. */
  readonly fixedStart: Int32Array;
  /** Further loads per route, and visit time per technician. */
  readonly loads: Int32Array;
  readonly work: Int32Array;
  readonly routeWork: Int32Array;
};

export function createState(model: Model): State {
  const { nodes, routes, rich } = model;
  const total = nodes + 2 * routes;
  const state: State = {
    next: new Int32Array(total),
    prev: new Int32Array(total),
    route: new Int32Array(total),
    depart: new Int32Array(total),
    latest: new Int32Array(total),
    leg: new Int32Array(total),
    load: new Int32Array(routes),
    size: new Int32Array(routes),
    rich: {
      front: createFront(total * rich.width),
      late: new Int32Array(total * rich.width).fill(-NEVER),
      costless: new Int32Array(total * rich.width).fill(-NEVER),
      tailEarliest: new Int32Array(total),
      tailSpan: new Int32Array(total),
      routeSoft: new Float64Array(routes),
      version: new Int32Array(routes),
      fixedStart: new Int32Array(total).fill(-1),
      loads: new Int32Array(routes * rich.kinds),
      work: new Int32Array(model.technicians),
      routeWork: new Int32Array(routes),
    },
  };
  for (let c = 0; c < nodes; c++) markUnplaced(state, c);
  for (let r = 0; r < routes; r++) {
    const start = nodes + 2 * r;
    const end = start + 1;
    state.next[start] = end;
    state.prev[start] = start;
    state.prev[end] = start;
    state.next[end] = end;
    state.route[start] = r;
    state.route[end] = r;
    state.depart[start] = model.routeStart[r]!;
    state.depart[end] = model.routeStart[r]!;
    state.latest[start] = model.routeEnd[r]!;
    state.latest[end] = model.routeEnd[r]!;
    state.leg[start] = model.travel[rich.base[r]! + model.place[start]! * model.places + model.place[end]!]!;
    beginFront(model, r, state.rich.front, start * rich.width);
    if (rich.simple[r] === 1) boundEnd(model, state.rich, r);
    state.rich.tailEarliest[end] = model.routeStart[r]!;
  }
  return state;
}

/** A break that is not taken yet need not be if the work ends before it is due. */
function boundEnd(model: Model, { late, costless }: RichState, r: number): void {
  const { width, breakAt, breakLatest, regularEnd } = model.rich;
  const breaks = breakAt[r + 1]! - breakAt[r]!;
  const at = (model.nodes + 2 * r + 1) * width;
  for (let k = 0; k <= breaks; k++) {
    const due = k < breaks ? breakLatest[breakAt[r]! + k]! : NEVER;
    late[at + k] = Math.min(model.routeEnd[r]!, due);
    costless[at + k] = Math.min(regularEnd[r]!, late[at + k]!);
  }
}

/** Its neighbours then see a position that costs more than any other: no branch of the search has to ask. */
export function markUnplaced(state: State, c: number): void {
  state.route[c] = -1;
  state.next[c] = c;
  state.prev[c] = c;
  state.leg[c] = -NEVER;
  state.depart[c] = NEVER;
  state.latest[c] = -NEVER;
}

/** Copies one route, its visits and their times from one state to another. */
export function copyRoute(model: Model, from: State, to: State, r: number): void {
  const { next, prev, depart, latest, leg } = from;
  const toNext = to.next;
  const toPrev = to.prev;
  const toRoute = to.route;
  const toDepart = to.depart;
  const toLatest = to.latest;
  const toLeg = to.leg;
  const end = model.nodes + 2 * r + 1;
  let i = end - 1;
  for (;;) {
    toNext[i] = next[i]!;
    toPrev[i] = prev[i]!;
    toRoute[i] = r;
    toDepart[i] = depart[i]!;
    toLatest[i] = latest[i]!;
    toLeg[i] = leg[i]!;
    if (i === end) break;
    i = next[i]!;
  }
  to.load[r] = from.load[r]!;
  to.size[r] = from.size[r]!;
  copyRichRoute(model, from, to, r);
}

function copyRichRoute(model: Model, from: State, to: State, r: number): void {
  const source = from.rich;
  const target = to.rich;
  const rich = model.rich;
  if (!rich.windowsOnly) copyTimetable(model, from, to, r);
  target.routeSoft[r] = source.routeSoft[r]!;
  target.version[r] = source.version[r]!;
  for (let k = r * rich.kinds; k < (r + 1) * rich.kinds; k++) target.loads[k] = source.loads[k]!;
  target.work[rich.technician[r]!]! += source.routeWork[r]! - target.routeWork[r]!;
  target.routeWork[r] = source.routeWork[r]!;
}

function copyTimetable({ nodes, rich }: Model, from: State, to: State, r: number): void {
  const source = from.rich;
  const target = to.rich;
  const end = nodes + 2 * r + 1;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  for (let i = end - 1; ; i = from.next[i]!) {
    for (let k = i * rich.width; k <= i * rich.width + breaks; k++) {
      target.front.time[k] = source.front.time[k]!;
      target.front.cost[k] = source.front.cost[k]!;
      target.late[k] = source.late[k]!;
      target.costless[k] = source.costless[k]!;
      if (!rich.hasDuration) continue;
      target.front.wait[k] = source.front.wait[k]!;
      target.front.slack[k] = source.front.slack[k]!;
    }
    target.fixedStart[i] = source.fixedStart[i]!;
    target.tailEarliest[i] = source.tailEarliest[i]!;
    target.tailSpan[i] = source.tailSpan[i]!;
    if (i === end) break;
  }
}

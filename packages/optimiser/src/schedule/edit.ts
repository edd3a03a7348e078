import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { refreshTimes } from '../times/timing.ts';
import type { State } from './state.ts';
import { markUnplaced } from './state.ts';
import type { Work } from './work.ts';
import { add, drop, isFirst } from './work.ts';

/** Takes `count` visits in a row, from `first` on, out of their route: they are unplaced then. */
export function removeChain(work: Work, first: number, count: number): void {
  const { model, state } = work;
  const { next, prev, leg, load, size } = state;
  const { demand, place, places, travel, penalty, rich } = model;
  const r = state.route[first]!;
  const p = prev[first]!;
  add(work.touched, r);
  const softBefore = softCost(model, state, r);
  let saved = leg[p]!;
  let weight = 0;
  let q = first;
  for (let i = 0; i < count; i++) {
    const c = q;
    saved += leg[c]!;
    weight += demand[c]!;
    work.unplacedCost += penalty[c]!;
    q = next[c]!;
    work.routesCost += changeRich(model, state, r, c, -1);
    markUnplaced(state, c);
    if (isFirst(model, c)) add(work.unplaced, c);
    add(work.moved, c);
  }
  const base = rich.base[r]!;
  const direct = travel[base + place[p]! * places + place[q]!]!;
  next[p] = q;
  prev[q] = p;
  leg[p] = direct;
  load[r]! -= weight;
  size[r]! -= count;
  state.rich.version[r] = size[r] === 0 ? 0 : ++work.versions;
  // An empty route costs nothing, not even the way from its start to its end.
  const now = size[r] === 0 ? 0 : direct;
  if (size[r] === 0) add(work.emptyRoutes, r);
  work.routesCost += (now - saved) * model.rate[r]!;
  if (state.depart[p]! + direct > state.latest[q]!) work.suspect = true;
  if (!refreshTimes(model, state, p, q)) work.suspect = true;
  work.routesCost += softCost(model, state, r) - softBefore;
}

/** Puts unplaced node c right after node p. */
export function insertAfter(work: Work, c: number, p: number): void {
  const { model, state } = work;
  const r = state.route[p]!;
  const q = state.next[p]!;
  const softBefore = softCost(model, state, r);
  link(work, c, p);
  refreshTimes(model, state, p, q);
  work.routesCost += softCost(model, state, r) - softBefore;
}

/** Fills an empty route with unplaced nodes, all at once. False when its timetable breaks a rule: then they are out again. */
export function fillRoute(work: Work, r: number, nodes: readonly number[]): boolean {
  const { model, state } = work;
  const start = model.nodes + 2 * r;
  let at = start;
  for (const c of nodes) {
    link(work, c, at);
    at = c;
  }
  const holds = refreshTimes(model, state, start, start + 1);
  work.routesCost += softCost(model, state, r);
  if (!holds) removeChain(work, nodes[0]!, nodes.length);
  return holds;
}

/** All of an insertion but the times. */
function link(work: Work, c: number, p: number): void {
  const { model, state } = work;
  const { next, prev, route, leg, load, size } = state;
  const { place, places, travel, rich } = model;
  const r = route[p]!;
  const q = next[p]!;
  add(work.touched, r);
  const base = rich.base[r]!;
  const into = travel[base + place[p]! * places + place[c]!]!;
  const out = travel[base + place[c]! * places + place[q]!]!;
  const saved = size[r] === 0 ? 0 : leg[p]!;
  if (size[r] === 0) drop(work.emptyRoutes, r);
  work.routesCost += (into + out - saved) * model.rate[r]!;
  work.unplacedCost -= model.penalty[c]!;
  next[p] = c;
  prev[c] = p;
  next[c] = q;
  prev[q] = c;
  route[c] = r;
  leg[p] = into;
  leg[c] = out;
  load[r]! += model.demand[c]!;
  size[r]!++;
  drop(work.unplaced, c);
  add(work.moved, c);
  state.rich.version[r] = ++work.versions;
  work.routesCost += changeRich(model, state, r, c, 1);
}

/** Price of the route's timetable and of using the shift. */
function softCost(model: Model, state: State, r: number): number {
  if (state.size[r] === 0) return 0;
  return state.rich.routeSoft[r]! + model.rich.shiftCost[r]!;
}

/** Loads and work of route r with c coming (+1) or going (-1); returns the change of its fixed prices. */
function changeRich(model: Model, state: State, r: number, c: number, sign: number): number {
  const rich = model.rich;
  const known = state.rich;
  for (let k = 0; k < rich.kinds; k++)
    known.loads[r * rich.kinds + k]! += sign * rich.demands[c * rich.kinds + k]!;
  const t = rich.technician[r]!;
  const before = known.work[t]! - rich.share[t]!;
  const after = before + sign * model.service[c]!;
  known.work[t]! += sign * model.service[c]!;
  known.routeWork[r]! += sign * model.service[c]!;
  const above = (after > 0 ? after : 0) - (before > 0 ? before : 0);
  if (sign < 0) known.fixedStart[c] = -1;
  else {
    // What is left of an earlier place must not pass for times that are up to date.
    known.front.time[c * rich.width] = -NEVER;
    known.late[c * rich.width] = NEVER;
    known.tailSpan[c] = NEVER;
  }
  return sign * rich.assign[c * model.routes + r]! + above * rich.fairness;
}

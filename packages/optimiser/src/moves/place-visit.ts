import { NEVER } from '../model/model.ts';
import type { List } from '../near/neighbours.ts';
import { BLINK_ODDS, nextWord } from '../search/random.ts';
import { carries, carriesKinds, fairnessCost } from '../schedule/loads.ts';
import { timetablePrice } from '../times/timetable-price.ts';
import { drive } from '../model/travel.ts';
import type { Work } from '../schedule/work.ts';

/**
 * Cheapest position for visit c under every rule: beside its best neighbours and in every kind of empty route, or
 * with `everywhere` at all positions of all routes. The node to follow, or -1 when none is feasible for less
 * than `most`. Constant-time bounds come first, the timetable only for what could win.
 */
export function placeVisit(work: Work, c: number, width: number, most: number, everywhere: boolean): number {
  found.cost = most;
  found.follow = -1;
  if (everywhere) tryAll(work, c);
  else {
    // Whoever asks for all neighbours gets them, wherever they are at work: a large search does so now and then.
    const { before, after } = width < work.neighbours.width ? work.neighbours.atHand : work.neighbours;
    tryBehind(work, c, before, width);
    tryBefore(work, c, after, width);
    tryEmpty(work, c);
  }
  return found.follow;
}

/** Where to put a visit that no neighbour has a place for: everywhere, unless many wait, who are mostly hopeless. */
export function placeAnywhere(work: Work, c: number, most: number): number {
  if (work.unplaced.count > FEW && nextWord(work.random) >= EVERYWHERE_ODDS) return -1;
  return placeVisit(work, c, 0, most, true);
}

/** With more unplaced visits than this, looking everywhere for each of them is kept for one in sixteen. */
const FEW = 12;
const EVERYWHERE_ODDS = 2 ** 28;

/** The cheapest position so far. */
const found = { cost: 0, follow: -1 };

/** Behind the best predecessors. Flat on purpose, as is `tryBefore`: what an insertion in a drawn order takes is mostly spent here. */
function tryBehind(work: Work, c: number, { visits, count }: List, width: number): void {
  const { model, state, neighbours } = work;
  const { next, route, depart, latest, leg } = state;
  const { place, places, travel, inbound, rate } = model;
  const base = model.rich.base;
  const alike = travel.length === places * places;
  const row = place[c]! * places;
  const due = model.due[c]!;
  const soonest = model.ready[c]! + model.service[c]!;
  const from = c * neighbours.width;
  const end = from + Math.min(width, count[c]!);
  let most = found.cost;
  for (let k = from; k < end; k++) {
    const p = visits[k]!;
    // Many positions lie too early or too late, some on another day: two numbers tell before any matrix is read.
    const q = next[p]!;
    if (((due - depart[p]!) | (latest[q]! - soonest)) < 0) continue;
    const r = route[p]!;
    const at = alike ? row : base[r]! + row;
    const into = inbound[at + place[p]!]!;
    const out = travel[at + place[q]!]!;
    const cost = (into + out - leg[p]!) * rate[r]!;
    if (cost >= most) continue;
    tryPosition(work, c, p, into, out, cost);
    most = found.cost;
  }
}

/** In front of the best successors. */
function tryBefore(work: Work, c: number, { visits, count }: List, width: number): void {
  const { model, state, neighbours } = work;
  const { prev, route, depart, latest, leg } = state;
  const { place, places, travel, inbound, rate } = model;
  const base = model.rich.base;
  const alike = travel.length === places * places;
  const row = place[c]! * places;
  const due = model.due[c]!;
  const soonest = model.ready[c]! + model.service[c]!;
  const from = c * neighbours.width;
  const end = from + Math.min(width, count[c]!);
  let most = found.cost;
  for (let k = from; k < end; k++) {
    const q = visits[k]!;
    const p = prev[q]!;
    if (((due - depart[p]!) | (latest[q]! - soonest)) < 0) continue;
    const r = route[q]!;
    const at = alike ? row : base[r]! + row;
    const into = inbound[at + place[p]!]!;
    const out = travel[at + place[q]!]!;
    const cost = (into + out - leg[p]!) * rate[r]!;
    if (cost >= most) continue;
    tryPosition(work, c, p, into, out, cost);
    most = found.cost;
  }
}

/** Of empty routes that are alike one will do; they lie in any order, so a mark per type tells. */
function tryEmpty(work: Work, c: number): void {
  const { model, emptyRoutes } = work;
  const { routeStart, routeEnd, routeType } = model;
  const due = model.due[c]!;
  const soonest = model.ready[c]! + model.service[c]!;
  const mark = ++work.typeStamp;
  for (let i = emptyRoutes.count - 1; i >= 0; i--) {
    const r = emptyRoutes.items[i]!;
    if (routeStart[r]! > due || routeEnd[r]! < soonest) continue;
    const type = routeType[r]!;
    if (work.typeMark[type] === mark) continue;
    work.typeMark[type] = mark;
    tryAfter(work, c, model.nodes + 2 * r, r);
  }
}

function tryAll(work: Work, c: number): void {
  const { model, state } = work;
  const due = model.due[c]!;
  const soonest = model.ready[c]! + model.service[c]!;
  for (let r = 0; r < model.routes; r++) {
    if (model.rich.assign[c * model.routes + r]! < 0) continue;
    if (model.routeStart[r]! > due || model.routeEnd[r]! < soonest) continue;
    const end = model.nodes + 2 * r + 1;
    for (let p = end - 1; p !== end; p = state.next[p]!) tryAfter(work, c, p, r);
  }
}

function tryAfter(work: Work, c: number, p: number, r: number): void {
  const { model, state } = work;
  const { place } = model;
  const q = state.next[p]!;
  if (state.depart[p]! > model.due[c]! || state.latest[q]! < model.ready[c]! + model.service[c]!) return;
  const at = model.rich.base[r]! + place[c]! * model.places;
  const into = model.inbound[at + place[p]!]!;
  const out = model.travel[at + place[q]!]!;
  const saved = state.size[r] === 0 ? 0 : state.leg[p]!;
  const cost = (into + out - saved) * model.rate[r]!;
  if (cost < found.cost) tryPosition(work, c, p, into, out, cost);
}

/** Notes the position after p if it keeps the rules and still costs less than the one found, `cost` being its travel alone. */
function tryPosition(work: Work, c: number, p: number, into: number, out: number, travelCost: number): void {
  const { model, state } = work;
  const rich = model.rich;
  const r = state.route[p]!;
  const price = rich.assign[c * model.routes + r]!;
  if (price < 0 || state.load[r]! + model.demand[c]! > model.capacity[r]!) return;
  const empty = state.size[r] === 0;
  let cost = travelCost + price + (empty ? rich.shiftCost[r]! : 0);
  if (cost >= found.cost) return;
  if (state.depart[p]! + into + model.service[c]! + out > state.latest[state.next[p]!]!) return;
  if (rich.fairness > 0) cost += fairnessCost(model, state, c, r);
  if (cost >= found.cost || (rich.kinds > 0 && !carriesKinds(model, state, c, r))) return;
  const more = timetablePrice(model, state, c, p, into, out);
  if (more === NEVER) return;
  cost += more;
  if (cost >= found.cost || nextWord(work.random) < BLINK_ODDS) return;
  found.cost = cost;
  found.follow = p;
}

/** Whether c, which the technician may do, breaks no other rule after p. */
export function fitsAfter({ model, state }: Work, c: number, p: number): boolean {
  const r = state.route[p]!;
  const into = drive(model, r, p, c);
  const out = drive(model, r, c, state.next[p]!);
  return carries(model, state, c, r) && timetablePrice(model, state, c, p, into, out) !== NEVER;
}

import type { Model } from '../model.ts';
import { NEVER } from '../model.ts';
import { BLINK_ODDS, nextWord } from '../random.ts';
import { tryInsert } from '../routes-rich.ts';
import { spanFits } from '../spans.ts';
import type { State } from '../state.ts';
import { earliestStart } from '../timetable.ts';
import type { Work } from '../work.ts';

/**
 * Cheapest position for visit c under every rule: beside its best neighbours and in every kind of empty route, or
 * with `everywhere` at all positions of all routes. The node to follow, or -1 when none is feasible for less
 * than `most`. Constant-time bounds come first, the timetable only for what could win.
 */
export function placeRich(work: Work, c: number, width: number, most: number, everywhere: boolean): number {
  const count = everywhere ? gatherAll(work, c) : gatherNear(work, c, width);
  const { model, state, random, spots } = work;
  const { next, route, depart, latest, leg, load, size } = state;
  const { place, places, travel, inbound, capacity, rate, routes } = model;
  const rich = model.rich!;
  const { assign, base, shiftCost, fairness, timed, kinds } = rich;
  const row = place[c]! * places;
  const service = model.service[c]!;
  const weight = model.demand[c]!;
  const due = model.due[c]!;
  const soonest = model.ready[c]! + service;
  const assignRow = c * routes;
  let best = most;
  let follow = -1;
  for (let k = 0; k < count; k++) {
    const p = spots[k]!;
    const q = next[p]!;
    // Most positions lie on another day, or too early or late in this one: two numbers tell before any matrix is read.
    if (depart[p]! > due || latest[q]! < soonest) continue;
    const r = route[p]!;
    const price = assign[assignRow + r]!;
    if (price < 0) continue;
    const at = base[r]! + row;
    const into = inbound[at + place[p]!]!;
    const out = travel[at + place[q]!]!;
    const empty = size[r] === 0;
    let cost = (empty ? into + out : into + out - leg[p]!) * rate[r]! + price;
    if (empty) cost += shiftCost[r]!;
    if (cost >= best || load[r]! + weight > capacity[r]!) continue;
    const arrive = depart[p]! + into;
    if (arrive + service + out > latest[q]!) continue;
    const start = earliestStart(rich, state, c, arrive);
    if (start + service + out > latest[q]!) continue;
    if (fairness > 0) cost += fairnessCost(model, state, c, r);
    if (cost >= best || (kinds > 0 && !carriesKinds(model, state, c, r))) continue;
    if (rich.spanned[r] === 1) {
      if (!spanFits(model, state, c, p, into, out)) continue;
    } else if (timed) {
      const more = fitsCalmly(model, state, c, p, into, out)
        ? -(empty ? 0 : state.rich!.routeSoft[r]!)
        : tryInsert(model, state, c, p, into, out);
      if (more === NEVER) continue;
      cost += more;
    }
    if (cost >= best || nextWord(random) < BLINK_ODDS) continue;
    best = cost;
    follow = p;
  }
  return follow;
}

/** Whether c after p keeps the rules and leaves the route's timetable without any price; false also where only a trial can tell. */
function fitsCalmly(model: Model, state: State, c: number, p: number, into: number, out: number): boolean {
  const rich = model.rich!;
  const { front, calm } = state.rich!;
  const r = state.route[p]!;
  if (rich.simple[r] === 0 || (rich.retimed > 0 && rich.currentStart[c]! < NEVER)) return false;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  const at = p * rich.width;
  const beyond = state.next[p]! * rich.width;
  const rest = model.service[c]! + out;
  for (let k = 0; k <= breaks; k++) {
    if (front.time[at + k]! >= NEVER || front.cost[at + k]! > 0) continue;
    const start = earliestStart(rich, state, c, front.time[at + k]! + into);
    if (start <= rich.promise[c]! && start + rest <= calm[beyond + k]!) return true;
  }
  return false;
}

function gatherNear(work: Work, c: number, width: number): number {
  const { model, state, neighbours, emptyRoutes, spots } = work;
  const { route, prev } = state;
  let count = 0;
  const from = c * neighbours.width;
  const beforeEnd = from + Math.min(width, neighbours.beforeCount[c]!);
  for (let k = from; k < beforeEnd; k++) {
    const p = neighbours.before[k]!;
    if (route[p]! >= 0) spots[count++] = p;
  }
  const afterEnd = from + Math.min(width, neighbours.afterCount[c]!);
  for (let k = from; k < afterEnd; k++) {
    const q = neighbours.after[k]!;
    if (route[q]! >= 0) spots[count++] = prev[q]!;
  }
  // Of empty routes that are alike one will do; they lie in any order, so a mark per type tells.
  const mark = ++work.typeStamp;
  for (let i = emptyRoutes.count - 1; i >= 0; i--) {
    const r = emptyRoutes.items[i]!;
    const type = model.routeType[r]!;
    if (work.typeMark[type] === mark) continue;
    work.typeMark[type] = mark;
    spots[count++] = model.nodes + 2 * r;
  }
  return count;
}

function gatherAll({ model, state, spots }: Work, c: number): number {
  let count = 0;
  for (let r = 0; r < model.routes; r++) {
    if (model.rich!.assign[c * model.routes + r]! < 0) continue;
    if (model.routeStart[r]! > model.due[c]! || model.routeEnd[r]! < model.ready[c]! + model.service[c]!)
      continue;
    const end = model.nodes + 2 * r + 1;
    for (let p = end - 1; p !== end; p = state.next[p]!) spots[count++] = p;
  }
  return count;
}

export function fairnessCost(model: Model, state: State, c: number, r: number): number {
  const rich = model.rich!;
  const t = rich.technician[r]!;
  const before = state.rich!.work[t]! - rich.share[t]!;
  const after = before + model.service[c]!;
  return after > 0 ? (after - (before > 0 ? before : 0)) * rich.fairness : 0;
}

/** Whether the loads of visit c still fit into route r. */
export function carries(model: Model, state: State, c: number, r: number): boolean {
  return state.load[r]! + model.demand[c]! <= model.capacity[r]! && carriesKinds(model, state, c, r);
}

function carriesKinds(model: Model, state: State, c: number, r: number): boolean {
  const { kinds, demands, limits } = model.rich!;
  for (let k = 0; k < kinds; k++) {
    if (state.rich!.loads[r * kinds + k]! + demands[c * kinds + k]! > limits[r * kinds + k]!) return false;
  }
  return true;
}

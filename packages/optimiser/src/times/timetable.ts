import type { Model, RichModel } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import type { State } from '../schedule/state.ts';
import type { Front } from './front.ts';

/** Earliest start of node j at or after `time`; NEVER when there is none. */
export function earliestStart(rich: RichModel, state: State, j: number, time: number): number {
  if (rich.hasCrews) {
    const fixed = state.rich.fixedStart[j]!;
    if (fixed >= 0) return time <= fixed ? fixed : NEVER;
  }
  const to = rich.windowAt[j + 1]!;
  for (let w = rich.windowAt[j]!; w < to; w++) {
    if (time <= rich.windowEnd[w]!) return time < rich.windowStart[w]! ? rich.windowStart[w]! : time;
  }
  return NEVER;
}

/** Latest start of node j at or before `time`; -NEVER when there is none. */
export function latestStart(rich: RichModel, state: State, j: number, time: number): number {
  if (rich.hasCrews) {
    const fixed = state.rich.fixedStart[j]!;
    if (fixed >= 0) return fixed <= time ? fixed : -NEVER;
  }
  const from = rich.windowAt[j]!;
  for (let w = rich.windowAt[j + 1]! - 1; w >= from; w--) {
    if (time >= rich.windowStart[w]!) return time > rich.windowEnd[w]! ? rich.windowEnd[w]! : time;
  }
  return -NEVER;
}

/** How much later than `start` node j could start in the same window. */
function windowSlack(rich: RichModel, state: State, j: number, start: number): number {
  if (state.rich.fixedStart[j]! >= 0) return 0;
  const to = rich.windowAt[j + 1]!;
  for (let w = rich.windowAt[j]!; w < to; w++) {
    if (start <= rich.windowEnd[w]!) return rich.windowEnd[w]! - start;
  }
  return 0;
}

/** Price of starting node j then: lateness against the promise, and a changed time. */
export function startCost(rich: RichModel, j: number, start: number): number {
  let cost = 0;
  if (start > rich.promise[j]!) cost = (start - rich.promise[j]!) * rich.lateness;
  const before = rich.currentStart[j]!;
  if (rich.retimed > 0 && before < NEVER) {
    const shift = start > before ? start - before : before - start;
    if (shift > rich.retimeTolerance) cost += rich.retimed;
  }
  return cost;
}

/**
 * Walks from the stop at `from[at …]` over `travel` to node j, a visit or the end of route r, with every number of
 * breaks on the way: each after the drive if there is still time for it then, else before. False when nothing works.
 */
export function stepFront(
  model: Model,
  state: State,
  r: number,
  travel: number,
  j: number,
  from: Front,
  at: number,
  to: Front,
  into: number,
): boolean {
  const rich = model.rich;
  const first = rich.breakAt[r]!;
  const breaks = rich.breakAt[r + 1]! - first;
  for (let k = 0; k <= breaks; k++) to.time[into + k] = NEVER;
  let reached = false;
  for (let k = 0; k <= breaks; k++) {
    if (from.time[at + k]! >= NEVER) continue;
    let leave = from.time[at + k]!;
    let arrive = leave + travel;
    let wait = from.wait[at + k]!;
    let slack = from.slack[at + k]!;
    let parked = false;
    for (let m = k; ; m++) {
      if (arriveAt(model, state, r, j, arrive, m, wait, slack, from.cost[at + k]!, to, into)) {
        to.via[into + m] = k;
        reached = true;
      }
      if (m === breaks) break;
      const latest = rich.breakLatest[first + m]!;
      // Whoever is home before a break is due has no break to take, and none is taken there.
      if (j >= model.nodes && arrive <= latest) break;
      let pause = Math.max(arrive, rich.breakEarliest[first + m]!);
      if (pause <= latest) {
        wait += pause - arrive;
        arrive = pause + rich.breakDuration[first + m]!;
        parked = true;
      } else {
        pause = Math.max(leave, rich.breakEarliest[first + m]!);
        if (parked || pause > latest) break;
        wait += pause - leave;
        leave = pause + rich.breakDuration[first + m]!;
        arrive = leave + travel;
      }
      slack = Math.min(slack, wait + latest - pause);
    }
  }
  return reached;
}

/** Enters an arrival with m breaks taken; false when it breaks a rule or another way is as early and no dearer. */
function arriveAt(
  model: Model,
  state: State,
  r: number,
  j: number,
  arrive: number,
  m: number,
  wait: number,
  slack: number,
  costSoFar: number,
  to: Front,
  into: number,
): boolean {
  const rich = model.rich;
  const at = into + m;
  const due = rich.breakAt[r]! + m;
  const missed = due < rich.breakAt[r + 1]! ? rich.breakLatest[due]! : NEVER;
  let time = arrive;
  let cost = costSoFar;
  let idle = wait;
  let room = slack;
  if (j < model.nodes) {
    const start = earliestStart(rich, state, j, arrive);
    time = start + model.service[j]!;
    // A break that can no longer start after this visit is missed for good.
    if (start >= NEVER || time > missed) return false;
    cost += startCost(rich, j, start);
    if (rich.hasDuration) {
      idle += start - arrive;
      room = Math.min(room, idle + windowSlack(rich, state, j, start));
    }
  } else {
    if (time > model.routeEnd[r]! || time > missed) return false;
    if (time > rich.regularEnd[r]!) cost += (time - rich.regularEnd[r]!) * rich.overtime;
    if (rich.hasDuration && time - model.routeStart[r]! - Math.min(idle, room) > rich.maxDuration[r]!)
      return false;
  }
  if (time > to.time[at]! || (time === to.time[at]! && cost >= to.cost[at]!)) return false;
  to.time[at] = time;
  to.cost[at] = cost;
  to.wait[at] = idle;
  to.slack[at] = room;
  return true;
}

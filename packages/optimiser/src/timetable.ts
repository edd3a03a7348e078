import type { Model, RichModel } from './model.ts';
import { NEVER } from './model.ts';
import type { State } from './state.ts';

/**
 * A technician walking through a route: everything starts as soon as it can, and a break is taken before a visit when
 * it fits into the waiting there, or when after that visit it would be too late for it.
 */
export type Walker = {
  /** Departure from the last stop. */
  time: number;
  /** Breaks taken. */
  taken: number;
  /** Start of the last stop. */
  start: number;
  /** Idle time so far, and how far everything so far could start later: what leaving later can save. */
  wait: number;
  slack: number;
  /** Whether the technician is still at the start place. */
  fresh: boolean;
};

export function createWalker(): Walker {
  return { time: 0, taken: 0, start: 0, wait: 0, slack: NEVER, fresh: true };
}

/** Puts the walker where the plan has the technician after node p. */
export function standAt(model: Model, state: State, walker: Walker, p: number): void {
  const known = state.rich!;
  walker.time = state.depart[p];
  walker.taken = known.taken[p];
  walker.wait = known.wait[p];
  walker.slack = known.slack[p];
  walker.fresh = p >= model.nodes;
}

/** Earliest start of node j at or after `time`; NEVER when there is none. */
export function earliestStart(rich: RichModel, state: State, j: number, time: number): number {
  const fixed = state.rich!.fixedStart[j];
  if (fixed >= 0) return time <= fixed ? fixed : NEVER;
  const to = rich.windowAt[j + 1];
  for (let w = rich.windowAt[j]; w < to; w++) {
    if (time <= rich.windowEnd[w]) return time < rich.windowStart[w] ? rich.windowStart[w] : time;
  }
  return NEVER;
}

/** Latest start of node j at or before `time`; -NEVER when there is none. */
export function latestStart(rich: RichModel, state: State, j: number, time: number): number {
  const fixed = state.rich!.fixedStart[j];
  if (fixed >= 0) return fixed <= time ? fixed : -NEVER;
  const from = rich.windowAt[j];
  for (let w = rich.windowAt[j + 1] - 1; w >= from; w--) {
    if (time >= rich.windowStart[w]) return time > rich.windowEnd[w] ? rich.windowEnd[w] : time;
  }
  return -NEVER;
}

/** How much later than `start` node j could start in the same window at the same price. */
function windowSlack(rich: RichModel, state: State, j: number, start: number): number {
  if (state.rich!.fixedStart[j] >= 0 || (rich.retimed > 0 && rich.currentStart[j] < NEVER)) return 0;
  const to = rich.windowAt[j + 1];
  for (let w = rich.windowAt[j]; w < to; w++) {
    if (start > rich.windowEnd[w]) continue;
    return Math.max(0, Math.min(rich.windowEnd[w], rich.promise[j]) - start);
  }
  return 0;
}

/**
 * Walks to node j (a visit, or the end of route r) over `travel`. False when a window, a break or the end of the shift
 * cannot be met. `breaks` receives the start of each break taken on the way, where the caller wants them.
 */
export function walkTo(
  model: Model,
  state: State,
  walker: Walker,
  r: number,
  travel: number,
  j: number,
  breaks?: number[],
): boolean {
  const rich = model.rich!;
  const visit = j < model.nodes;
  const service = visit ? model.service[j] : 0;
  let leave = walker.time;
  let arrive = leave + travel;
  let start = visit ? earliestStart(rich, state, j, arrive) : arrive;
  let pausedAt = -1;
  const breaksEnd = rich.breakAt[r + 1];
  for (let b = rich.breakAt[r] + walker.taken; b < breaksEnd; b++) {
    const latest = rich.breakLatest[b];
    const length = rich.breakDuration[b];
    let at = Math.max(arrive, rich.breakEarliest[b]);
    const free = visit && at <= latest && at + length <= start;
    if (!free && start + service <= latest) break;
    if (at <= latest) {
      arrive = at + length;
      if (pausedAt < 0) pausedAt = at;
    } else {
      at = Math.max(leave, rich.breakEarliest[b]);
      if (at > latest) return false;
      leave = at + length;
      arrive = leave + travel;
    }
    walker.taken++;
    breaks?.push(at);
    start = visit ? earliestStart(rich, state, j, arrive) : arrive;
  }
  if (start >= NEVER) return false;
  if (!visit && start > model.routeEnd[r]) return false;
  if (rich.hasDuration) {
    if (breaksEnd > rich.breakAt[r]) {
      // With breaks the day begins just in time for the first stop; its later starts stay as they are.
      if (walker.fresh) {
        walker.wait = (pausedAt < 0 ? start : pausedAt) - travel - walker.time;
        walker.slack = walker.wait;
      }
    } else {
      walker.wait += start - arrive;
      if (visit) walker.slack = Math.min(walker.slack, walker.wait + windowSlack(rich, state, j, start));
    }
  }
  walker.fresh = false;
  walker.start = start;
  walker.time = start + service;
  return true;
}

/** Price of starting node j then: lateness against the promise, and a changed time. */
export function startCost(rich: RichModel, j: number, start: number): number {
  let cost = 0;
  if (start > rich.promise[j]) cost = (start - rich.promise[j]) * rich.lateness;
  const before = rich.currentStart[j];
  if (rich.retimed > 0 && before < NEVER) {
    const shift = start > before ? start - before : before - start;
    if (shift > rich.retimeTolerance) cost += rich.retimed;
  }
  return cost;
}

export function endCost(rich: RichModel, r: number, back: number): number {
  return back > rich.regularEnd[r] ? (back - rich.regularEnd[r]) * rich.overtime : 0;
}

/** Whether the route that ends here could be done within its longest duration, leaving as late as possible. */
export function withinDuration(model: Model, walker: Walker, r: number): boolean {
  const rich = model.rich!;
  if (!rich.hasDuration) return true;
  const delay = Math.min(walker.wait, walker.slack);
  return walker.time - (model.routeStart[r] + delay) <= rich.maxDuration[r];
}

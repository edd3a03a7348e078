import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { pauseOn } from './simple-fit.ts';
import type { State } from '../schedule/state.ts';
import { earliestStart, latestStart, startCost } from './timetable.ts';

/**
 * Simple shifts have at most one break and no longest duration. Their times are kept by flat loops that stop where
 * nothing changes any more, and their bounds are sharp: see `RichState.costless`.
 */

/** Departures behind node p, as `stepFront` finds them. False when a rule is broken on the way. */
export function refreshSimpleForward(model: Model, state: State, p: number): boolean {
  const rich = model.rich;
  const { width, breakAt, breakLatest } = rich;
  const { next, depart, leg, route } = state;
  const { front, routeSoft } = state.rich;
  const { time, cost } = front;
  const { nodes, service } = model;
  const r = route[p]!;
  const rule = breakAt[r]!;
  const hasBreak = breakAt[r + 1]! > rule;
  const missed = hasBreak ? breakLatest[rule]! : NEVER;
  let t0 = time[p * width]!;
  let c0 = cost[p * width]!;
  let t1 = hasBreak ? time[p * width + 1]! : NEVER;
  let c1 = hasBreak ? cost[p * width + 1]! : 0;
  for (let i = p; ;) {
    const j = next[i]!;
    const drive = leg[i]!;
    const paused = hasBreak && t0 < NEVER ? pauseOn(model, rule, t0, drive, j) : NEVER;
    const a0 = t0 < NEVER ? t0 + drive : NEVER;
    let a1 = t1 < NEVER ? t1 + drive : NEVER;
    const at = j * width;
    if (j >= nodes) {
      const end = model.routeEnd[r]!;
      const regular = rich.regularEnd[r]!;
      const over = (arrive: number): number => (arrive > regular ? (arrive - regular) * rich.overtime : 0);
      t0 = a0 <= missed && a0 <= end ? a0 : NEVER;
      c0 = t0 < NEVER ? c0 + over(t0) : 0;
      // Of two ways with the break taken the earlier one counts.
      if (paused < a1) {
        c1 = cost[i * width]!;
        a1 = paused;
      } else if (paused === a1) c1 = Math.min(c1, cost[i * width]!);
      t1 = a1 <= end ? a1 : NEVER;
      c1 = t1 < NEVER ? c1 + over(t1) : 0;
      time[at] = t0;
      cost[at] = c0;
      if (hasBreak) {
        time[at + 1] = t1;
        cost[at + 1] = c1;
      }
      depart[j] = Math.min(t0, t1);
      const reached = t0 < NEVER || t1 < NEVER;
      routeSoft[r] = !reached ? 0 : t0 >= NEVER ? c1 : t1 >= NEVER ? c0 : Math.min(c0, c1);
      return reached;
    }
    const before = c0;
    const s0 = a0 < NEVER ? earliestStart(rich, state, j, a0) : NEVER;
    t0 = s0 + service[j]!;
    if (s0 >= NEVER || t0 > missed) t0 = NEVER;
    else c0 += startCost(rich, j, s0);
    if (hasBreak) {
      let s1 = a1 < NEVER ? earliestStart(rich, state, j, a1) : NEVER;
      const via = paused < NEVER ? earliestStart(rich, state, j, paused) : NEVER;
      if (via < s1) {
        s1 = via;
        c1 = before;
      } else if (via === s1 && via < NEVER) c1 = Math.min(c1, before);
      t1 = s1 < NEVER ? s1 + service[j]! : NEVER;
      if (t1 < NEVER) c1 += startCost(rich, j, s1);
    }
    if (
      time[at] === t0 &&
      (t0 >= NEVER || cost[at] === c0) &&
      (!hasBreak || (time[at + 1] === t1 && (t1 >= NEVER || cost[at + 1] === c1)))
    )
      return t0 < NEVER || t1 < NEVER;
    time[at] = t0;
    cost[at] = c0;
    if (hasBreak) {
      time[at + 1] = t1;
      cost[at + 1] = c1;
    }
    depart[j] = Math.min(t0, t1);
    i = j;
  }
}

/** Latest starts in front of node q, by breaks taken: those that keep the rules, and those that also cost nothing. */
export function refreshSimpleBackward(model: Model, state: State, q: number): void {
  const rich = model.rich;
  const { width, breakAt } = rich;
  const { prev, latest, leg, route } = state;
  const { late, costless } = state.rich;
  const r = route[q]!;
  const rule = breakAt[r]!;
  const hasBreak = breakAt[r + 1]! > rule;
  for (let i = q; ;) {
    const j = prev[i]!;
    if (j >= model.nodes) return;
    const at = i * width;
    const to = j * width;
    const work = model.service[j]!;
    const room = leg[j]! + work;
    let late0 = latestStart(rich, state, j, late[at]! - room);
    let costless0 = costlessStart(model, state, j, costless[at]! - room);
    let late1 = -NEVER;
    let costless1 = -NEVER;
    if (hasBreak) {
      late1 = latestStart(rich, state, j, late[at + 1]! - room);
      costless1 = costlessStart(model, state, j, costless[at + 1]! - room);
      late0 = Math.max(
        late0,
        latestStart(rich, state, j, leaveForBreak(model, rule, leg[j]!, late[at + 1]!) - work),
      );
      costless0 = Math.max(
        costless0,
        costlessStart(model, state, j, leaveForBreak(model, rule, leg[j]!, costless[at + 1]!) - work),
      );
    }
    const latestOfAll = Math.max(late0, late1);
    const same = late[to] === late0 && costless[to] === costless0 && latest[j] === latestOfAll;
    if (same && (!hasBreak || (late[to + 1] === late1 && costless[to + 1] === costless1))) return;
    late[to] = late0;
    costless[to] = costless0;
    if (hasBreak) {
      late[to + 1] = late1;
      costless[to + 1] = costless1;
    }
    latest[j] = latestOfAll;
    i = j;
  }
}

/** Latest start at or before `time` that costs nothing by itself. A changed time may cost something: no promise then. */
function costlessStart(model: Model, state: State, j: number, time: number): number {
  const rich = model.rich;
  if (rich.retimed > 0 && rich.currentStart[j]! < NEVER) return -NEVER;
  const promise = rich.promise[j]!;
  return latestStart(rich, state, j, time < promise ? time : promise);
}

/** When to leave at the latest to have the break on a drive and arrive by `due`. */
function leaveForBreak(model: Model, rule: number, drive: number, due: number): number {
  const rich = model.rich;
  const ready = rich.breakEarliest[rule]! + rich.breakDuration[rule]!;
  const latest = rich.breakLatest[rule]!;
  if (ready > due) return -NEVER;
  const after = Math.min(latest, due - rich.breakDuration[rule]!) - drive;
  if (ready + drive > due) return after;
  return Math.max(after, Math.min(latest, due - rich.breakDuration[rule]! - drive));
}

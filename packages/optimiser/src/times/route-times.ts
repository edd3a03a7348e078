import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { delayHasAPrice, timeRoute } from './time-route.ts';
import { refreshSimpleBackward, refreshSimpleForward } from './simple-times.ts';
import { refreshSpans } from './spans.ts';
import type { State } from '../schedule/state.ts';
import type { Front } from './front.ts';
import { cheapestEntry, createFront } from './front.ts';
import { latestStart, stepFront } from './timetable.ts';

/** Rich problems: times and prices behind node p. False when a rule is broken on the way. */
export function refreshRichForward(model: Model, state: State, p: number): boolean {
  if (model.rich.simple[state.route[p]!] === 1) return refreshSimpleForward(model, state, p);
  const { front, routeSoft } = state.rich;
  const { width, breakAt } = model.rich;
  const { next, depart, leg, route } = state;
  const r = route[p]!;
  const breaks = breakAt[r + 1]! - breakAt[r]!;
  let holds = true;
  for (let i = p; ;) {
    const j = next[i]!;
    holds = stepFront(model, state, r, leg[i]!, j, front, i * width, front, j * width) && holds;
    let earliest = NEVER;
    for (let k = j * width; k <= j * width + breaks; k++)
      if (front.time[k]! < earliest) earliest = front.time[k]!;
    depart[j] = earliest;
    if (j >= model.nodes) {
      const entry = cheapestEntry(front, j * width, breaks);
      routeSoft[r] = entry < 0 ? 0 : front.cost[j * width + entry]!;
      if (holds && delayHasAPrice(model, r, front.time[j * width + entry]!))
        routeSoft[r] = timeRoute(model, state, r, nodesOf(model, state, r))!.cost;
      return holds;
    }
    i = j;
  }
}

/** Rich problems: latest starts in front of node q. They leave breaks aside: a bound, not a promise. */
export function refreshRichBackward(model: Model, state: State, q: number): void {
  if (model.rich.simple[state.route[q]!] === 1) {
    refreshSimpleBackward(model, state, q);
    return;
  }
  if (model.rich.spanned[state.route[q]!] === 1) {
    refreshSpans(model, state, q);
    return;
  }
  const { prev, latest, leg } = state;
  let time = latest[q]!;
  for (let i = q; ;) {
    const j = prev[i]!;
    if (j >= model.nodes) return;
    time = latestStart(model.rich, state, j, time - leg[j]! - model.service[j]!);
    if (latest[j] === time) return;
    latest[j] = time;
    i = j;
  }
}

const MOST_BREAKS = 15;
let here = createFront(MOST_BREAKS + 1);
let there = createFront(MOST_BREAKS + 1);

/**
 * What the timetable of the route would cost more with c after p, or NEVER when it breaks a rule. The walk ends
 * as soon as it falls into step with the old one.
 */
export function tryInsert(
  model: Model,
  state: State,
  c: number,
  p: number,
  into: number,
  out: number,
): number {
  const rich = model.rich;
  const { front, routeSoft } = state.rich;
  const { next, leg, route } = state;
  const { width } = rich;
  if (rich.windowsOnly) return inWindow(model, state, c, p, into, out) ? 0 : NEVER;
  const r = route[p]!;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  const end = model.nodes + 2 * r + 1;
  const old = state.size[r] === 0 ? 0 : routeSoft[r]!;
  if (!stepFront(model, state, r, into, c, front, p * width, here, 0)) return NEVER;
  let travel = out;
  for (let j = next[p]!; ; j = next[j]!) {
    if (!stepFront(model, state, r, travel, j, here, 0, there, 0)) return NEVER;
    if (j === end) break;
    if (!rich.hasDuration && inStep(there, front, j * width, breaks))
      return there.cost[0]! - front.cost[j * width]!;
    const swap = here;
    here = there;
    there = swap;
    travel = leg[j]!;
  }
  const entry = cheapestEntry(there, 0, breaks);
  if (!delayHasAPrice(model, r, there.time[entry]!)) return there.cost[entry]! - old;
  const nodes = nodesOf(model, state, r);
  nodes.splice(nodes.indexOf(p) + 1, 0, c);
  return timeRoute(model, state, r, nodes)!.cost - old;
}

/** Where windows alone count: whether c after p is in time, and all that follows. */
export function inWindow(
  model: Model,
  state: State,
  c: number,
  p: number,
  into: number,
  out: number,
): boolean {
  let start = state.depart[p]! + into;
  if (start > model.due[c]!) return false;
  if (start < model.ready[c]!) start = model.ready[c]!;
  return start + model.service[c]! + out <= state.latest[state.next[p]!]!;
}

export function nodesOf(model: Model, state: State, r: number): number[] {
  const nodes: number[] = [];
  for (let i = state.next[model.nodes + 2 * r]!; i < model.nodes; i = state.next[i]!) nodes.push(i);
  return nodes;
}

/** Whether both fronts agree in all but a common extra cost. */
function inStep(ours: Front, theirs: Front, at: number, breaks: number): boolean {
  const extra = ours.cost[0]! - theirs.cost[at]!;
  for (let k = 0; k <= breaks; k++) {
    if (ours.time[k] !== theirs.time[at + k]!) return false;
    if (ours.time[k]! >= NEVER) {
      if (k === 0) return false;
      continue;
    }
    if (ours.cost[k] !== theirs.cost[at + k]! + extra) return false;
  }
  return true;
}

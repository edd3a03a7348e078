import { refreshBackward, refreshForward } from './refresh-times.ts';
import type { Work } from '../schedule/work.ts';
import { add, drop } from '../schedule/work.ts';

/**
 * Lets two routes of a plain problem trade what follows p with what follows `other`. Shifts are alike there, so that
 * latest starts behind the cuts stay as they are.
 */
export function swapTails(work: Work, p: number, other: number): boolean {
  const { model, state } = work;
  const { next, prev, route, leg, size } = state;
  const { nodes, place, places, travel } = model;
  const r = route[p]!;
  const s = route[other]!;
  const end = nodes + 2 * r + 1;
  const otherEnd = nodes + 2 * s + 1;
  const q = next[p]!;
  const after = next[other]!;
  const last = prev[end]!;
  const otherLast = prev[otherEnd]!;
  add(work.touched, r);
  add(work.touched, s);
  let cost = -drivenNow(work, p, other);
  relabel(work, q, r, s);
  relabel(work, after, s, r);
  join(work, p, after === otherEnd ? end : after);
  if (after !== otherEnd) join(work, otherLast, end);
  join(work, other, q === end ? otherEnd : q);
  if (q !== end) join(work, last, otherEnd);
  for (const [a, tail, tailEnd] of [
    [p, next[p]!, prev[end]!],
    [other, next[other]!, prev[otherEnd]!],
  ] as const) {
    leg[a] = travel[place[a]! * places + place[tail]!]!;
    if (tail < nodes) leg[tailEnd] = travel[place[tailEnd]! * places + place[next[tailEnd]!]!]!;
    refreshForward(model, state, a);
    refreshBackward(model, state, tail);
  }
  for (const x of [r, s]) {
    if (size[x] === 0) add(work.emptyRoutes, x);
    else drop(work.emptyRoutes, x);
  }
  cost += drivenNow(work, p, other);
  work.routesCost += cost * model.rate[r]!;
  return true;
}

function join({ state }: Work, a: number, b: number): void {
  state.next[a] = b;
  state.prev[b] = a;
}

/** Travel of the legs that a trade changes; an empty route drives nothing. */
function drivenNow({ model, state }: Work, p: number, other: number): number {
  let sum = 0;
  for (const a of [p, other]) {
    const r = state.route[a]!;
    if (state.size[r] === 0) continue;
    sum += state.leg[a]!;
    if (state.next[a]! < model.nodes) sum += state.leg[state.prev[model.nodes + 2 * r + 1]!]!;
  }
  return sum;
}

/** Writes the visits from `first` on over from route `from` to route `to`. */
function relabel({ model, state }: Work, first: number, from: number, to: number): void {
  let count = 0;
  let weight = 0;
  for (let i = first; i < model.nodes; i = state.next[i]!) {
    state.route[i] = to;
    weight += model.demand[i]!;
    count++;
  }
  state.size[from]! -= count;
  state.size[to]! += count;
  state.load[from]! -= weight;
  state.load[to]! += weight;
}

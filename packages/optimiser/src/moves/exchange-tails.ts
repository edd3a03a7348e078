import { insertAfter, removeChain } from '../schedule/edit.ts';
import { mayFollow } from '../times/timing.ts';
import { BLINK_ODDS, nextBelow, nextWord } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';
import { isBound } from '../schedule/work.ts';

/** One cut in four lies at the start: whole routes then change hands. */
const WHOLE_ODDS = 4;

/**
 * Cuts the route of visit c and another one, and lets them trade what comes after the cut: the cheapest such trade by
 * travel alone. Cuts at the ends trade whole routes between technicians, join two routes or split one. False when no
 * trade costs less than `room` more, or the chosen one breaks a rule: then the schedule is to be reverted.
 */
export function exchangeTails(work: Work, c: number, width: number, room: number): boolean {
  const { model, state, neighbours, random } = work;
  const { next, prev, route, load } = state;
  const { nodes, capacity } = model;
  const r = route[c]!;
  if (r < 0) return false;
  const whole = nextBelow(random, WHOLE_ODDS) === 0;
  const p = whole ? nodes + 2 * r : nextBelow(random, 2) === 0 ? c : prev[c]!;
  const q = next[p]!;
  const last = prev[nodes + 2 * r + 1]!;
  const weight = weightAfter(work, p);
  let best = room;
  let cut = -1;
  const consider = (other: number): void => {
    const s = route[other]!;
    if (s < 0 || s === r) return;
    const delta = tradeCost(work, p, last, other);
    if (delta >= best) return;
    const more = weightAfter(work, other) - weight;
    if (load[r]! + more > capacity[r]! || load[s]! - more > capacity[s]!) return;
    if (nextWord(random) < BLINK_ODDS) return;
    best = delta;
    cut = other;
  };
  const { before, after } = neighbours.atHand;
  if (p < nodes) {
    const from = p * neighbours.width;
    const end = from + Math.min(width, after.count[p]!);
    for (let k = from; k < end; k++) consider(prev[after.visits[k]!]!);
  }
  if (q < nodes) {
    const from = q * neighbours.width;
    const end = from + Math.min(width, before.count[q]!);
    for (let k = from; k < end; k++) consider(before.visits[k]!);
  }
  considerStarts(work, p, q, consider);
  if (cut < 0) return false;
  return tradeTails(work, p, cut);
}

/** Cuts at the start of another route: of all there are where whole routes are at stake, else of an empty one. */
function considerStarts(work: Work, p: number, q: number, consider: (other: number) => void): void {
  const { model, emptyRoutes } = work;
  const { nodes } = model;
  if (p >= nodes || q >= nodes)
    for (let other = 0; other < model.routes; other++) consider(nodes + 2 * other);
  else if (emptyRoutes.count > 0) consider(nodes + 2 * emptyRoutes.items[emptyRoutes.count - 1]!);
}

function weightAfter({ model, state }: Work, p: number): number {
  let weight = 0;
  for (let i = state.next[p]!; i < model.nodes; i = state.next[i]!) weight += model.demand[i]!;
  return weight;
}

/** What it costs more, by travel and use of shifts, to swap what follows p (up to `last`) with what follows `other`. */
function tradeCost(work: Work, p: number, last: number, other: number): number {
  const { model, state } = work;
  const { nodes, place, places, travel, rich, rate } = model;
  const { next, prev, leg, route, size, depart, latest } = state;
  const r = route[p]!;
  const s = route[other]!;
  // Inner drives stay as they are only where both drive alike.
  if (rate[r] !== rate[s]! || rich.base[r] !== rich.base[s]!) return Infinity;
  const base = rich.base[r];
  const q = next[p]!;
  const after = next[other]!;
  const end = nodes + 2 * r + 1;
  const otherEnd = nodes + 2 * s + 1;
  if (q === end && after === otherEnd) return Infinity;
  const way = (a: number, b: number): number => travel[base + place[a]! * places + place[b]!]!;
  let delta = 0;
  if (size[r]! > 0) delta -= leg[p]! + (q === end ? 0 : leg[last]!);
  const otherLast = prev[otherEnd]!;
  if (size[s]! > 0) delta -= leg[other]! + (after === otherEnd ? 0 : leg[otherLast]!);
  let used = 0;
  if (after !== otherEnd) {
    const drive = way(p, after);
    if (depart[p]! + drive > latest[after]!) return Infinity;
    delta += drive + way(otherLast, end);
  } else if (p < nodes) delta += way(p, end);
  else used -= rich.shiftCost[r]!;
  if (q !== end) {
    const drive = way(other, q);
    if (depart[other]! + drive > latest[q]!) return Infinity;
    delta += drive + way(last, otherEnd);
    if (size[s] === 0) used += rich.shiftCost[s]!;
  } else if (other < nodes) delta += way(other, otherEnd);
  else used -= rich.shiftCost[s]!;
  return delta * rate[r] + used;
}

/** Lets the routes of p and `other` trade what follows them. False when a rule forbids it half way. */
function tradeTails(work: Work, p: number, other: number): boolean {
  const ours = tailAfter(work, p);
  const theirs = tailAfter(work, other);
  for (const tail of [ours, theirs]) for (const c of tail) if (isBound(work.model, c)) return false;
  if (ours.length > 0) removeChain(work, ours[0]!, ours.length);
  if (theirs.length > 0) removeChain(work, theirs[0]!, theirs.length);
  return append(work, p, theirs) && append(work, other, ours);
}

function tailAfter({ model, state }: Work, p: number): number[] {
  const tail: number[] = [];
  for (let i = state.next[p]!; i < model.nodes; i = state.next[i]!) tail.push(i);
  return tail;
}

function append(work: Work, p: number, tail: readonly number[]): boolean {
  let at = p;
  for (const c of tail) {
    if (!mayFollow(work.model, work.state, c, at, work.state.route[at]!)) return false;
    insertAfter(work, c, at);
    at = c;
  }
  return true;
}

import { NEVER } from '../model/model.ts';
import { removeChain } from '../schedule/edit.ts';
import type { Work } from '../schedule/work.ts';
import { has } from '../schedule/work.ts';
import { nextBelow, nextUnit } from '../search/random.ts';

/** Christiaens & Vanden Berghe (2020), section 5: their values. */
const LONGEST_STRING = 10;
const SPLIT_RATE = 0.5;
const SPLIT_GROWTH = 0.01;
const SAME_TIME_ODDS = 0.6;

/** Removes strings of visits in a row, `least` or more, from the routes around `seed`, some `averageRemoved` visits in all. */
export function removeStrings(work: Work, seed: number, averageRemoved: number, least = 1): void {
  const { model, state, random, neighbours } = work;
  const { near, reach } = neighbours;
  const used = model.routes - work.emptyRoutes.count;
  const averageSize = (model.nodes - work.unplaced.count) / Math.max(1, used);
  const longest = Math.max(1, Math.min(LONGEST_STRING, averageSize));
  const mostStrings = (4 * averageRemoved) / (1 + longest) - 1;
  const strings = Math.max(least, Math.floor(nextUnit(random) * mostStrings + 1));
  let ruined = 0;
  // Routes of different days trade few visits: mostly those at work at the same time are opened together.
  const own = state.route[seed]!;
  const together = model.spread && own >= 0 && nextUnit(random) < SAME_TIME_ODDS;
  const from = together ? model.routeStart[own]! : -NEVER;
  const to = together ? model.routeEnd[own]! : NEVER;
  for (let k = 0; k < reach && ruined < strings; k++) {
    const c = near[seed * reach + k]!;
    const r = state.route[c]!;
    if (r < 0 || has(work.touched, r)) continue;
    if (model.routeStart[r]! > to || model.routeEnd[r]! < from) continue;
    const most = Math.min(state.size[r]!, longest);
    removeString(work, c, r, Math.floor(nextUnit(random) * most + 1));
    ruined++;
  }
}

function removeString(work: Work, c: number, r: number, length: number): void {
  const { random, state, model } = work;
  const { next, prev, size } = state;
  // Half of the strings spare a few visits in their middle.
  let spared = 0;
  if (length > 1 && length < size[r]! && nextUnit(random) < SPLIT_RATE) {
    spared = 1;
    while (length + spared < size[r]! && nextUnit(random) < SPLIT_GROWTH) spared++;
  }
  const span = length + spared;
  let before = 0;
  for (let i = prev[c]!; i < model.nodes && before < span - 1; i = prev[i]!) before++;
  let after = 0;
  for (let i = next[c]!; i < model.nodes && after < span - 1; i = next[i]!) after++;
  const least = Math.max(0, span - 1 - after);
  let back = least + nextBelow(random, before - least + 1);
  let first = c;
  while (back-- > 0) first = prev[first]!;
  if (spared === 0) {
    removePart(work, first, span);
    return;
  }
  const head = 1 + nextBelow(random, length - 1);
  let tail = first;
  for (let i = 0; i < head + spared; i++) tail = next[tail]!;
  removePart(work, first, head);
  removePart(work, tail, length - head);
}

function removePart(work: Work, first: number, count: number): void {
  if (work.model.allFree) {
    removeChain(work, first, count);
    return;
  }
  let c = first;
  for (let i = 0; i < count && c < work.model.nodes; i++) {
    const following = work.state.next[c]!;
    removeVisit(work, c);
    c = following;
  }
}

/** Empties the route of visit c: the way to fewer shifts, and out of schedules with one route too many. */
export function removeRoute(work: Work, c: number, longest: number): void {
  const { model, state } = work;
  const r = state.route[c]!;
  if (r < 0 || state.size[r]! > longest) return;
  let i = state.next[model.nodes + 2 * r]!;
  while (i < model.nodes) {
    const following = state.next[i]!;
    removeVisit(work, i);
    i = following;
  }
}

/** Removes one visit, with its whole crew, unless it is pinned (and not even that is to hold). */
export function removeVisit(work: Work, c: number, evenPinned = false): void {
  const { model, state } = work;
  if (model.pinned[c] === 1 && !evenPinned) return;
  const size = model.rich.crewSize[c]!;
  if (size === 1) {
    removeChain(work, c, 1);
    return;
  }
  const first = model.rich.crewFirst[c]!;
  for (let node = first; node < first + size; node++) if (state.route[node]! >= 0) removeChain(work, node, 1);
}

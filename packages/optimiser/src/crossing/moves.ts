import type { Draft } from './draft.ts';
import { brokenPrice } from './draft.ts';
import { BETTER, settle } from './reckon.ts';

/** A drive along pieces of routes, as far as it has been reckoned, windows alone considered. */
const walk = { row: 0, time: 0, warp: 0 };

/** Begins behind a node, where all before it stays as it is. */
function beginBehind(draft: Draft, node: number): void {
  walk.row = draft.base[draft.route[node]!]! + draft.place[node]! * draft.places;
  walk.time = draft.depart[node]!;
  walk.warp = draft.warpBefore[node]!;
}

/** Goes on over the visits from `first` to `last`, which follow each other, with the vehicle of route r. */
function goAlong(draft: Draft, r: number, first: number, last: number): void {
  const { travel, place, places, ready, due, service, next } = draft;
  const base = draft.base[r]!;
  let { row, time, warp } = walk;
  for (let i = first; ; i = next[i]!) {
    time += travel[row + place[i]!]!;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    row = base + place[i]! * places;
    if (i === last) break;
  }
  walk.row = row;
  walk.time = time;
  walk.warp = warp;
}

/** The warp of the whole route when it goes on with a node of its own and all that follows it now. */
function endWith(draft: Draft, node: number): number {
  const late = walk.time + draft.travel[walk.row + draft.place[node]!]! - draft.latest[node]!;
  return walk.warp + draft.warpAfter[node]! + (late > 0 ? late : 0);
}

/** The same for route r when the node may be of another one, or its end. */
function endElsewhere(draft: Draft, r: number, node: number): number {
  const { nodes, prev, route, ending } = draft;
  const end = nodes + 2 * r + 1;
  if (node < nodes && ending[route[node]!] === ending[r]!) return endWith(draft, node);
  if (node < nodes) goAlong(draft, r, node, prev[nodes + 2 * route[node]! + 1]!);
  return endWith(draft, end);
}

function way(draft: Draft, r: number, from: number, to: number): number {
  return draft.way[draft.block[r]! + draft.place[from]! * draft.places + draft.place[to]!]!;
}

/** What the drives within a chain cost more on route s than on r. */
function innerMore(draft: Draft, r: number, s: number, first: number, last: number): number {
  if (draft.block[r] === draft.block[s]!) return 0;
  let more = 0;
  for (let i = first; i !== last; i = draft.next[i]!)
    more += way(draft, s, i, draft.next[i]!) - way(draft, r, i, draft.next[i]!);
  return more;
}

/** Whether the visits from `first` to `last` are free to go to route s, whose technician may do them all. */
function mayGo(draft: Draft, s: number, first: number, last: number): boolean {
  if (!draft.choosy && !draft.hasBound) return true;
  const { assign } = draft.model.rich;
  for (let i = first; ; i = draft.next[i]!) {
    if (draft.bound[i] === 1 || assign[i * draft.routes + s]! < 0) return false;
    if (i === last) return true;
  }
}

/** Puts the chain of visits from `first` to `last` behind `after`, which is not one of them, if that is cheaper. */
export function shiftChain(draft: Draft, first: number, last: number, after: number): boolean {
  const { next, prev, route, rank, most, load, size } = draft;
  const r = route[first]!;
  const s = route[after]!;
  if (!mayGo(draft, s, first, last)) return false;
  const p = prev[first]!;
  const n = next[last]!;
  const y = next[after]!;
  const isWhole = r !== s && rank[last]! - rank[first]! + 1 === size[r]!;
  const drives =
    way(draft, s, after, first) +
    way(draft, s, last, y) -
    (size[s] === 0 ? 0 : way(draft, s, after, y)) +
    (isWhole ? 0 : way(draft, r, p, n)) -
    way(draft, r, p, first) -
    way(draft, r, last, n) +
    innerMore(draft, r, s, first, last);
  let delta = drives - most[r]!;
  if (r === s) {
    if (delta >= BETTER) return false;
    delta += brokenPrice(draft, r, warpWithin(draft, first, last, after), load[r]!);
    if (delta >= BETTER) return false;
  } else {
    delta -= most[s]!;
    if (delta >= BETTER) return false;
    const moved = draft.loadBefore[last]! - draft.loadBefore[p]!;
    if (!isWhole) {
      beginBehind(draft, p);
      delta += brokenPrice(draft, r, endWith(draft, n), load[r]! - moved);
      if (delta >= BETTER) return false;
    }
    delta += brokenPrice(draft, s, 0, load[s]! + moved);
    if (delta >= BETTER) return false;
    beginBehind(draft, after);
    goAlong(draft, s, first, last);
    delta += endWith(draft, y) * draft.warpPrice;
    if (delta >= BETTER) return false;
  }
  next[p] = n;
  // Within a route the chain may have stood right behind the gap it goes to.
  next[last] = next[after]!;
  next[after] = first;
  return settle(draft, r, s, drives);
}

function warpWithin(draft: Draft, first: number, last: number, after: number): number {
  const { next, prev, rank, route } = draft;
  const r = route[first]!;
  const p = prev[first]!;
  const n = next[last]!;
  const y = next[after]!;
  if (rank[after]! > rank[first]!) {
    beginBehind(draft, p);
    goAlong(draft, r, n, after);
    goAlong(draft, r, first, last);
    return endWith(draft, y);
  }
  beginBehind(draft, after);
  goAlong(draft, r, first, last);
  goAlong(draft, r, y, p);
  return endWith(draft, n);
}

/** Lets two chains of visits, a … b and c … d, of two routes change places, if that is cheaper. */
export function swapChains(draft: Draft, a: number, b: number, c: number, d: number): boolean {
  const { next, prev, route, most, load, loadBefore } = draft;
  const r = route[a]!;
  const s = route[c]!;
  if (!mayGo(draft, s, a, b) || !mayGo(draft, r, c, d)) return false;
  const p = prev[a]!;
  const n = next[b]!;
  const q = prev[c]!;
  const m = next[d]!;
  const drives =
    way(draft, r, p, c) +
    way(draft, r, d, n) +
    way(draft, s, q, a) +
    way(draft, s, b, m) -
    way(draft, r, p, a) -
    way(draft, r, b, n) -
    way(draft, s, q, c) -
    way(draft, s, d, m) +
    innerMore(draft, r, s, a, b) +
    innerMore(draft, s, r, c, d);
  let delta = drives - most[r]! - most[s]!;
  if (delta >= BETTER) return false;
  const more = loadBefore[d]! - loadBefore[q]! - loadBefore[b]! + loadBefore[p]!;
  delta += brokenPrice(draft, r, 0, load[r]! + more) + brokenPrice(draft, s, 0, load[s]! - more);
  if (delta >= BETTER) return false;
  beginBehind(draft, p);
  goAlong(draft, r, c, d);
  delta += endWith(draft, n) * draft.warpPrice;
  if (delta >= BETTER) return false;
  beginBehind(draft, q);
  goAlong(draft, s, a, b);
  delta += endWith(draft, m) * draft.warpPrice;
  if (delta >= BETTER) return false;
  next[p] = c;
  next[d] = n;
  next[q] = a;
  next[b] = m;
  return settle(draft, r, s, drives);
}

/** Lets visit u and what follows it come after v, on another route, and what followed v take their place, if that is cheaper. */
export function tradeTails(draft: Draft, u: number, v: number): boolean {
  const { nodes, next, prev, route, most, load, loadBefore } = draft;
  const r = route[u]!;
  const s = route[v]!;
  // Inner drives stay as they are only where both drive alike.
  if (draft.block[r] !== draft.block[s]!) return false;
  const p = prev[u]!;
  const y = next[v]!;
  const end = nodes + 2 * r + 1;
  const otherEnd = nodes + 2 * s + 1;
  const last = prev[end]!;
  const otherLast = prev[otherEnd]!;
  const drives =
    way(draft, s, v, u) +
    way(draft, s, last, otherEnd) -
    way(draft, r, last, end) -
    way(draft, r, p, u) +
    tailDrives(draft, r, s, p, v);
  let delta = drives - most[r]! - most[s]!;
  if (delta >= BETTER) return false;
  beginBehind(draft, v);
  delta += brokenPrice(draft, s, endElsewhere(draft, s, u), loadBefore[v]! + load[r]! - loadBefore[p]!);
  if (delta >= BETTER) return false;
  if (p < nodes || y < nodes) {
    beginBehind(draft, p);
    delta += brokenPrice(draft, r, endElsewhere(draft, r, y), loadBefore[p]! + load[s]! - loadBefore[v]!);
    if (delta >= BETTER) return false;
  }
  if (!mayGo(draft, s, u, last) || (y < nodes && !mayGo(draft, r, y, otherLast))) return false;
  next[v] = u;
  next[last] = otherEnd;
  if (y === otherEnd) next[p] = end;
  else {
    next[p] = y;
    next[otherLast] = end;
  }
  return settle(draft, r, s, drives);
}

/** What changes by letting what follows v, on route s, come after p, on route r. */
function tailDrives(draft: Draft, r: number, s: number, p: number, v: number): number {
  const { nodes, next, prev } = draft;
  const y = next[v]!;
  const end = nodes + 2 * r + 1;
  const otherEnd = nodes + 2 * s + 1;
  if (y === otherEnd)
    return (p < nodes ? way(draft, r, p, end) : 0) - (v < nodes ? way(draft, s, v, otherEnd) : 0);
  const otherLast = prev[otherEnd]!;
  return (
    way(draft, r, p, y) +
    way(draft, r, otherLast, end) -
    way(draft, s, v, y) -
    way(draft, s, otherLast, otherEnd)
  );
}

/** Drives the visits behind v up to u, which comes later on the same route, the other way round, if that is cheaper. */
export function reverseChain(draft: Draft, u: number, v: number): boolean {
  const { travel, place, places, ready, due, service, next, prev, route, load } = draft;
  const y = next[v]!;
  const n = next[u]!;
  const r = route[u]!;
  const base = draft.base[r]!;
  let drives = way(draft, r, v, u) + way(draft, r, y, n) - way(draft, r, v, y) - way(draft, r, u, n);
  // Where ways differ by direction this may overlook a gain, never invent one.
  if (drives - draft.most[r]! >= BETTER) return false;
  let time = draft.depart[v]!;
  let warp = draft.warpBefore[v]!;
  let row = base + place[v]! * places;
  for (let i = u; i !== v; i = prev[i]!) {
    const drive = travel[row + place[i]!]!;
    if (i !== u) drives += way(draft, r, next[i]!, i) - way(draft, r, i, next[i]!);
    time += drive;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    row = base + place[i]! * places;
  }
  const late = time + travel[row + place[n]!]! - draft.latest[n]!;
  const broken = brokenPrice(draft, r, warp + draft.warpAfter[n]! + (late > 0 ? late : 0), load[r]!);
  if (drives - draft.most[r]! + broken >= BETTER) return false;
  for (let i = u; i !== y; i = prev[i]!) next[i] = prev[i]!;
  next[v] = u;
  next[y] = n;
  return settle(draft, r, r, drives);
}

import type { Neighbours } from '../near/neighbours.ts';
import type { Random } from '../search/random.ts';
import { nextBelow } from '../search/random.ts';
import type { Draft } from './draft.ts';
import { brokenPrice } from './draft.ts';
import { noteChange } from './reckon.ts';
import { reverseChain, shiftChain, swapChains, tradeTails } from './moves.ts';

/** Longest chain that is shifted, and that changes places with another. */
const LONGEST_SHIFT = 3;
const LONGEST_SWAP = 2;
/** Predecessors and successors tried for a visit that has no place. */
const INSERT_WIDTH = 40;

/** A local search that is under way: it goes on where it stopped, so that nobody waits for it. */
export type Improver = {
  readonly neighbours: Neighbours;
  /** Neighbours looked at per visit. */
  readonly width: number;
  readonly order: Int32Array;
  readonly random: Random;
  /** The next visit, by its place in the order, and the draft's stamp when this pass over them began. */
  at: number;
  since: number;
};

/** The visits are to be passed over in another order, from the first. */
export function beginImproving(improver: Improver): void {
  shuffle(improver.order, improver.random);
  improver.at = improver.order.length;
  improver.since = -1;
}

/** Makes moves as long as one of those that touch a changed route is worth it, for so many pairs of visits. True when none is left. */
export function improve(draft: Draft, improver: Improver, pairs: number): boolean {
  const { order } = improver;
  const { nodes, route, changed, tried } = draft;
  for (let left = pairs; left > 0; left--) {
    if (improver.at === nodes) {
      if (improver.since === draft.stamp) return true;
      improver.since = draft.stamp;
      improver.at = 0;
    }
    const u = order[improver.at++]!;
    const since = tried[u]!;
    tried[u] = draft.stamp;
    left -= joinNeighbours(draft, improver, u, since);
    if (changed[route[u]!]! > since) openRoutes(draft, u);
  }
  return false;
}

/** Tries to let visit u follow its neighbours, or come first in front of them, where a route has changed since then. The pairs tried. */
function joinNeighbours(draft: Draft, improver: Improver, u: number, since: number): number {
  const { nodes, prev, route, changed } = draft;
  const { before, after, width } = improver.neighbours;
  const from = u * width;
  const end = from + Math.min(improver.width, before.count[u]!);
  const last = from + Math.min(improver.width, after.count[u]!);
  let pairs = 0;
  let isNew = changed[route[u]!]! > since;
  for (let i = from; i < end; i++) {
    const v = before.visits[i]!;
    if (!isNew && changed[route[v]!]! <= since) continue;
    pairs++;
    if (mayJoin(draft, u, v) && joinPair(draft, u, v)) isNew = true;
  }
  for (let i = from; i < last; i++) {
    const v = prev[after.visits[i]!]!;
    if (v < nodes || (!isNew && changed[route[v]!]! <= since)) continue;
    pairs++;
    if (mayJoin(draft, u, v) && joinPair(draft, u, v)) isNew = true;
  }
  return pairs;
}

/** In a move that saves travel some new way is shorter than an old one that it meets (Lin & Kernighan 1973): most pairs end here. */
function mayJoin(
  { way, place, places, next, prev, route, most, block }: Draft,
  u: number,
  v: number,
): boolean {
  const p = prev[u]!;
  if (p === v) return false;
  const r = route[u]!;
  const s = route[v]!;
  const rowV = block[r]! + place[v]! * places;
  const joined = way[rowV + place[u]!]! - most[r]! - (r === s ? 0 : most[s]!);
  return joined < way[block[r]! + place[p]! * places + place[u]!]! || joined < way[rowV + place[next[v]!]!]!;
}

/** Lets visit u, or it and all behind it, begin an empty route, one of each kind, if that is cheaper. */
function openRoutes(draft: Draft, u: number): void {
  for (let r = nextEmpty(draft, -1); r >= 0; r = nextEmpty(draft, r)) {
    const v = draft.nodes + 2 * r;
    if (draft.prev[u]! < draft.nodes && tradeTails(draft, u, v)) return;
    if (shiftChain(draft, u, u, v)) return;
  }
}

/** The next empty route behind r that is not like r; those that are alike lie side by side, mostly. */
function nextEmpty({ routes, size, model }: Draft, r: number): number {
  if (r < 0) return size.indexOf(0);
  if (model.types === 1) return -1;
  for (let s = r + 1; s < routes; s++)
    if (size[s] === 0 && model.routeType[s] !== model.routeType[r]!) return s;
  return -1;
}

/**
 * Tries the moves that let visit u come right behind v, which is a visit or the start of a route. What ways cost is told here by
 * the route of u: where others drive faster or cheaper, a move may be overlooked.
 */
function joinPair(draft: Draft, u: number, v: number): boolean {
  const { nodes, way, place, places, next, prev, route, rank, most } = draft;
  const p = prev[u]!;
  const r = route[u]!;
  const s = route[v]!;
  const y = next[v]!;
  const block = draft.block[r]!;
  const rowP = block + place[p]! * places;
  const rowV = block + place[v]! * places;
  const placeU = place[u]!;
  const placeY = place[y]!;
  const mostSaved = r === s ? most[r]! : most[r]! + most[s]!;
  const room = way[rowV + placeU]! - mostSaved - way[rowP + placeU]! - way[rowV + placeY]!;
  if (shiftAhead(draft, u, v, block, rowP, placeY, room)) return true;
  if (v < nodes && shiftBack(draft, u, v, block, rowP, placeY, room)) return true;
  if (r === s) return rank[v]! < rank[u]! && reverseChain(draft, u, v);
  const crossed = room + way[rowP + placeY]!;
  if ((crossed < 0 || draft.ending[r] !== draft.ending[s]!) && tradeTails(draft, u, v)) return true;
  if (y < nodes && swapAhead(draft, u, v, block, crossed)) return true;
  return v < nodes && p < nodes && swapBack(draft, u, v, block, crossed);
}

/** u and up to two visits behind it go behind v. `room`: the ways that are certain to change, what else may be saved taken off. */
function shiftAhead(
  draft: Draft,
  u: number,
  v: number,
  block: number,
  rowP: number,
  placeY: number,
  room: number,
): boolean {
  const { nodes, way, place, places, next } = draft;
  for (let last = u, count = 1; last < nodes && last !== v; count++) {
    const n = next[last]!;
    const row = block + place[last]! * places;
    const placeN = place[n]!;
    const rest = way[row + placeY]! + way[rowP + placeN]! - way[row + placeN]!;
    if (room + rest < 0 && shiftChain(draft, u, last, v)) return true;
    if (count === LONGEST_SHIFT) return false;
    last = n;
  }
  return false;
}

/** v and up to two visits before it go in front of u. */
function shiftBack(
  draft: Draft,
  u: number,
  v: number,
  block: number,
  rowP: number,
  placeY: number,
  room: number,
): boolean {
  const { nodes, way, place, places, prev } = draft;
  const p = prev[u]!;
  for (let first = v, count = 1; first < nodes && first !== u; count++) {
    const q = prev[first]!;
    const rowQ = block + place[q]! * places;
    const placeFirst = place[first]!;
    const rest = way[rowP + placeFirst]! + way[rowQ + placeY]! - way[rowQ + placeFirst]!;
    if (room + rest < 0 && shiftChain(draft, first, v, p)) return true;
    if (count === LONGEST_SHIFT) return false;
    first = q;
  }
  return false;
}

/** u, or it and the next, change places with the one or two behind v. */
function swapAhead(draft: Draft, u: number, v: number, block: number, crossed: number): boolean {
  const { nodes, way, place, places, next } = draft;
  const y = next[v]!;
  for (let b = u, i = 0; b < nodes && i < LONGEST_SWAP; b = next[b]!, i++) {
    const placeN = place[next[b]!]!;
    const row = block + place[b]! * places;
    const part = crossed - way[row + placeN]!;
    for (let d = y, j = 0; d < nodes && j < LONGEST_SWAP; d = next[d]!, j++) {
      const placeM = place[next[d]!]!;
      const other = block + place[d]! * places;
      const rest = way[row + placeM]! + way[other + placeN]! - way[other + placeM]!;
      if (part + rest < 0 && swapChains(draft, u, b, y, d)) return true;
    }
  }
  return false;
}

/** v, or it and the one before, change places with the one or two in front of u. */
function swapBack(draft: Draft, u: number, v: number, block: number, crossed: number): boolean {
  const { nodes, way, place, places, prev } = draft;
  const p = prev[u]!;
  for (let a = v, i = 0; a < nodes && i < LONGEST_SWAP; a = prev[a]!, i++) {
    const rowQ = block + place[prev[a]!]! * places;
    const placeA = place[a]!;
    const part = crossed - way[rowQ + placeA]!;
    for (let c = p, j = 0; c < nodes && j < LONGEST_SWAP; c = prev[c]!, j++) {
      const rowO = block + place[prev[c]!]! * places;
      const rest = way[rowQ + place[c]!]! + way[rowO + placeA]! - way[rowO + place[c]!]!;
      if (part + rest < 0 && swapChains(draft, a, v, c, p)) return true;
    }
  }
  return false;
}

/** Puts a visit that has no place where it costs least, broken rules included: next to a neighbour, or on an empty route. */
export function insertCheapest(draft: Draft, neighbours: Neighbours, c: number): void {
  const { nodes, routes, next, prev, route } = draft;
  const { before, after } = neighbours;
  let best = Infinity;
  let follow = -1;
  const consider = (p: number): void => {
    const cost = insertionCost(draft, c, p);
    if (cost >= best) return;
    best = cost;
    follow = p;
  };
  const from = c * neighbours.width;
  for (let k = from; k < from + Math.min(INSERT_WIDTH, before.count[c]!); k++)
    if (route[before.visits[k]!]! >= 0) consider(before.visits[k]!);
  for (let k = from; k < from + Math.min(INSERT_WIDTH, after.count[c]!); k++)
    if (route[after.visits[k]!]! >= 0) consider(prev[after.visits[k]!]!);
  for (let r = nextEmpty(draft, -1); r >= 0; r = nextEmpty(draft, r)) consider(nodes + 2 * r);
  if (follow < 0) for (let r = 0; r < routes; r++) consider(nodes + 2 * r);
  next[c] = next[follow]!;
  next[follow] = c;
  noteChange(draft, route[follow]!);
}

function insertionCost(draft: Draft, c: number, p: number): number {
  const { travel, place, places, next, depart, ready, due, model } = draft;
  const r = draft.route[p]!;
  const asked = model.rich.assign[c * draft.routes + r]!;
  if (asked < 0) return Infinity;
  const n = next[p]!;
  const base = draft.base[r]!;
  const row = base + place[p]! * places;
  const into = travel[row + place[c]!]!;
  const out = travel[base + place[c]! * places + place[n]!]!;
  let time = depart[p]! + into;
  let warp = draft.warpBefore[p]! + draft.warpAfter[n]!;
  if (time < ready[c]!) time = ready[c]!;
  else if (time > due[c]!) {
    warp += time - due[c]!;
    time = due[c]!;
  }
  const late = time + draft.service[c]! + out - draft.latest[n]!;
  if (late > 0) warp += late;
  const isFirst = draft.size[r] === 0;
  const saved = isFirst ? 0 : travel[row + place[n]!]!;
  return (
    (into + out - saved) * model.rate[r]! +
    asked +
    (isFirst ? model.rich.shiftCost[r]! : 0) +
    brokenPrice(draft, r, warp, draft.load[r]! + draft.demand[c]!) -
    brokenPrice(draft, r, draft.warpBefore[p]! + joint(draft, p, n), draft.load[r]!)
  );
}

/** The warp from node p on, which n follows. */
function joint(draft: Draft, p: number, n: number): number {
  const r = draft.route[p]!;
  if (draft.size[r] === 0) return 0;
  const drive = draft.travel[draft.base[r]! + draft.place[p]! * draft.places + draft.place[n]!]!;
  const late = draft.depart[p]! + drive - draft.latest[n]!;
  return draft.warpAfter[n]! + (late > 0 ? late : 0);
}

export function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = nextBelow(random, i + 1);
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
}

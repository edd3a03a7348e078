import type { Draft } from './draft.ts';
import { reverseChain } from './reverse-chain.ts';
import { shiftChain } from './shift-chain.ts';
import { swapChains } from './swap-chains.ts';
import { tradeTails } from './trade-tails.ts';
import type { Walk } from './walk.ts';

/** Longest chain that is shifted, and that changes places with another. */
const LONGEST_SHIFT = 3;
const LONGEST_SWAP = 2;

/** Lets visit u, or it and all behind it, begin an empty route at v, if that is cheaper. */
export function openWith(draft: Draft, walk: Walk, u: number, v: number): void {
  if (draft.prev[u]! < draft.nodes && tradeTails(draft, u, v)) return;
  shiftChain(draft, walk, u, u, v);
}

/** Tries the moves that let visit u come right behind v, which is a visit or the start of a route. */
export function joinPair(draft: Draft, walk: Walk, u: number, v: number): boolean {
  const { nodes, way, stride, next, prev, route, rank, penalty } = draft;
  const p = prev[u]!;
  if (p === v) return false;
  const r = route[u]!;
  const s = route[v]!;
  const y = next[v]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const rowV = (v < nodes ? v : nodes) * stride;
  const columnY = y < nodes ? y : nodes;
  const intoU = way[rowP + u]!;
  const outOfV = way[rowV + columnY]!;
  const penalties = r === s ? penalty[r]! : penalty[r]! + penalty[s]!;
  // In a move that saves travel some new way is shorter than an old one that it meets (Lin & Kernighan 1973).
  const joined = way[rowV + u]! - penalties;
  if (joined >= intoU && joined >= outOfV) return false;
  const room = joined - intoU - outOfV;
  if (shiftAhead(draft, walk, u, v, room)) return true;
  if (v < nodes && shiftBack(draft, walk, u, v, room)) return true;
  if (r === s) return rank[v]! < rank[u]! && reverseChain(draft, u, v);
  const crossed = room + way[rowP + columnY]!;
  if (crossed < 0 && tradeTails(draft, u, v)) return true;
  if (y < nodes && swapAhead(draft, walk, u, v, crossed)) return true;
  return v < nodes && p < nodes && swapBack(draft, walk, u, v, crossed);
}

/** u and up to two visits behind it go behind v. `room`: the ways that are certain to change, penalties taken off. */
function shiftAhead(draft: Draft, walk: Walk, u: number, v: number, room: number): boolean {
  const { nodes, way, stride, next, prev } = draft;
  const p = prev[u]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const y = next[v]!;
  const columnY = y < nodes ? y : nodes;
  for (let last = u, count = 1; last < nodes && last !== v; count++) {
    const n = next[last]!;
    const columnN = n < nodes ? n : nodes;
    const rest = way[last * stride + columnY]! + way[rowP + columnN]! - way[last * stride + columnN]!;
    if (room + rest < 0 && shiftChain(draft, walk, u, last, v)) return true;
    if (count === LONGEST_SHIFT) return false;
    last = n;
  }
  return false;
}

/** v and up to two visits before it go in front of u. */
function shiftBack(draft: Draft, walk: Walk, u: number, v: number, room: number): boolean {
  const { nodes, way, stride, next, prev } = draft;
  const p = prev[u]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const y = next[v]!;
  const columnY = y < nodes ? y : nodes;
  for (let first = v, count = 1; first < nodes && first !== u; count++) {
    const q = prev[first]!;
    const rowQ = (q < nodes ? q : nodes) * stride;
    const rest = way[rowP + first]! + way[rowQ + columnY]! - way[rowQ + first]!;
    if (room + rest < 0 && shiftChain(draft, walk, first, v, p)) return true;
    if (count === LONGEST_SHIFT) return false;
    first = q;
  }
  return false;
}

/** u, or it and the next, change places with the one or two behind v. */
function swapAhead(draft: Draft, walk: Walk, u: number, v: number, crossed: number): boolean {
  const { nodes, way, stride, next } = draft;
  const y = next[v]!;
  for (let b = u, i = 0; b < nodes && i < LONGEST_SWAP; b = next[b]!, i++) {
    const n = next[b]! < nodes ? next[b]! : nodes;
    const part = crossed - way[b * stride + n]!;
    for (let d = y, j = 0; d < nodes && j < LONGEST_SWAP; d = next[d]!, j++) {
      const m = next[d]! < nodes ? next[d]! : nodes;
      const rest = way[b * stride + m]! + way[d * stride + n]! - way[d * stride + m]!;
      if (part + rest < 0 && swapChains(draft, walk, u, b, y, d)) return true;
    }
  }
  return false;
}

/** v, or it and the one before, change places with the one or two in front of u. */
function swapBack(draft: Draft, walk: Walk, u: number, v: number, crossed: number): boolean {
  const { nodes, way, stride, prev } = draft;
  const p = prev[u]!;
  for (let a = v, i = 0; a < nodes && i < LONGEST_SWAP; a = prev[a]!, i++) {
    const q = (prev[a]! < nodes ? prev[a]! : nodes) * stride;
    const part = crossed - way[q + a]!;
    for (let c = p, j = 0; c < nodes && j < LONGEST_SWAP; c = prev[c]!, j++) {
      const o = (prev[c]! < nodes ? prev[c]! : nodes) * stride;
      const rest = way[q + c]! + way[o + a]! - way[o + c]!;
      if (part + rest < 0 && swapChains(draft, walk, a, v, c, p)) return true;
    }
  }
  return false;
}

import type { Draft } from './draft.ts';
import { BETTER } from './gain.ts';
import { penaltyOf, noteChange } from './refresh-draft.ts';

/** Lets visit u and what follows it come after v, on another route, and what followed v take their place, if that is cheaper. */
export function tradeTails(draft: Draft, u: number, v: number): boolean {
  const { nodes, way, stride, next, prev, route, penalty, load } = draft;
  const { depart, warpBefore, loadBefore, latest, warpAfter } = draft;
  const r = route[u]!;
  const s = route[v]!;
  const p = prev[u]!;
  const y = next[v]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const rowV = (v < nodes ? v : nodes) * stride;
  const columnY = y < nodes ? y : nodes;
  const toU = way[rowV + u]!;
  const toY = way[rowP + columnY]!;
  const now = penalty[r]! + penalty[s]!;
  let delta = toU + toY - way[rowP + u]! - way[rowV + columnY]! - now;
  if (delta >= BETTER) return false;
  const lateU = depart[v]! + toU - latest[u]!;
  delta += penaltyOf(
    draft,
    warpBefore[v]! + warpAfter[u]! + (lateU > 0 ? lateU : 0),
    loadBefore[v]! + load[r]! - loadBefore[p]!,
  );
  if (delta >= BETTER) return false;
  const lateY = depart[p]! + toY - latest[y]!;
  delta += penaltyOf(
    draft,
    warpBefore[p]! + warpAfter[y]! + (lateY > 0 ? lateY : 0),
    loadBefore[p]! + load[s]! - loadBefore[v]!,
  );
  if (delta >= BETTER) return false;
  const end = nodes + 2 * r + 1;
  const otherEnd = nodes + 2 * s + 1;
  const last = prev[end]!;
  const otherLast = prev[otherEnd]!;
  next[v] = u;
  next[last] = otherEnd;
  if (y === otherEnd) next[p] = end;
  else {
    next[p] = y;
    next[otherLast] = end;
  }
  noteChange(draft, r);
  noteChange(draft, s);
  return true;
}

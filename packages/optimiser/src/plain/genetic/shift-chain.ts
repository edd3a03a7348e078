import type { Draft } from './draft.ts';
import { BETTER } from './gain.ts';
import { penaltyOf, noteChange } from './refresh-draft.ts';
import type { Walk } from './walk.ts';
import { beginBehind, endWith, goAlong } from './walk.ts';

/** Puts the chain of visits from `first` to `last` behind `after`, which is not one of them, if that is cheaper. */
export function shiftChain(draft: Draft, walk: Walk, first: number, last: number, after: number): boolean {
  const { nodes, way, stride, next, prev, route, penalty, load } = draft;
  const r = route[first]!;
  const s = route[after]!;
  const p = prev[first]!;
  const n = next[last]!;
  const y = next[after]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const rowAfter = (after < nodes ? after : nodes) * stride;
  const columnN = n < nodes ? n : nodes;
  const columnY = y < nodes ? y : nodes;
  const toN = way[rowP + columnN]!;
  let delta =
    way[rowAfter + first]! +
    way[last * stride + columnY]! -
    way[rowAfter + columnY]! +
    toN -
    way[rowP + first]! -
    way[last * stride + columnN]! -
    penalty[r]!;
  if (r === s) {
    if (delta >= BETTER) return false;
    delta += penaltyOf(draft, warpWithin(draft, walk, first, last, after), load[r]!);
    if (delta >= BETTER) return false;
  } else {
    delta -= penalty[s]!;
    if (delta >= BETTER) return false;
    const chainLoad = draft.loadBefore[last]! - draft.loadBefore[p]!;
    const late = draft.depart[p]! + toN - draft.latest[n]!;
    delta += penaltyOf(
      draft,
      draft.warpBefore[p]! + draft.warpAfter[n]! + (late > 0 ? late : 0),
      load[r]! - chainLoad,
    );
    if (delta >= BETTER) return false;
    delta += penaltyOf(draft, 0, load[s]! + chainLoad);
    if (delta >= BETTER) return false;
    beginBehind(walk, draft, after);
    goAlong(walk, draft, first, last);
    delta += endWith(walk, draft, y) * draft.warpPrice;
    if (delta >= BETTER) return false;
  }
  next[p] = n;
  // Within a route the chain may have stood right behind the gap it goes to.
  next[last] = next[after]!;
  next[after] = first;
  noteChange(draft, r);
  if (r !== s) noteChange(draft, s);
  return true;
}

function warpWithin(draft: Draft, walk: Walk, first: number, last: number, after: number): number {
  const { next, prev, rank } = draft;
  const p = prev[first]!;
  const n = next[last]!;
  const y = next[after]!;
  if (rank[after]! > rank[first]!) {
    beginBehind(walk, draft, p);
    goAlong(walk, draft, n, after);
    goAlong(walk, draft, first, last);
    return endWith(walk, draft, y);
  }
  beginBehind(walk, draft, after);
  goAlong(walk, draft, first, last);
  goAlong(walk, draft, y, p);
  return endWith(walk, draft, n);
}

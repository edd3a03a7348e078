import type { Draft } from './draft.ts';
import { BETTER } from './gain.ts';
import { penaltyOf, noteChange } from './refresh-draft.ts';
import type { Walk } from './walk.ts';
import { beginBehind, endWith, goAlong } from './walk.ts';

/** Lets two chains of visits, a … b and c … d, of two routes change places, if that is cheaper. */
export function swapChains(draft: Draft, walk: Walk, a: number, b: number, c: number, d: number): boolean {
  const { nodes, way, stride, next, prev, route, penalty, load, loadBefore } = draft;
  const r = route[a]!;
  const s = route[c]!;
  const p = prev[a]!;
  const n = next[b]!;
  const q = prev[c]!;
  const m = next[d]!;
  const rowP = (p < nodes ? p : nodes) * stride;
  const rowQ = (q < nodes ? q : nodes) * stride;
  const columnN = n < nodes ? n : nodes;
  const columnM = m < nodes ? m : nodes;
  let delta =
    way[rowP + c]! +
    way[d * stride + columnN]! +
    way[rowQ + a]! +
    way[b * stride + columnM]! -
    way[rowP + a]! -
    way[b * stride + columnN]! -
    way[rowQ + c]! -
    way[d * stride + columnM]! -
    penalty[r]!;
  delta -= penalty[s]!;
  if (delta >= BETTER) return false;
  const more = loadBefore[d]! - loadBefore[q]! - loadBefore[b]! + loadBefore[p]!;
  delta += penaltyOf(draft, 0, load[r]! + more) + penaltyOf(draft, 0, load[s]! - more);
  if (delta >= BETTER) return false;
  beginBehind(walk, draft, p);
  goAlong(walk, draft, c, d);
  delta += endWith(walk, draft, n) * draft.warpPrice;
  if (delta >= BETTER) return false;
  beginBehind(walk, draft, q);
  goAlong(walk, draft, a, b);
  delta += endWith(walk, draft, m) * draft.warpPrice;
  if (delta >= BETTER) return false;
  next[p] = c;
  next[d] = n;
  next[q] = a;
  next[b] = m;
  noteChange(draft, r);
  noteChange(draft, s);
  return true;
}

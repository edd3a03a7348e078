import type { Draft } from './draft.ts';
import { BETTER } from './gain.ts';
import { penaltyOf, noteChange } from './refresh-draft.ts';

/** Drives the visits behind v up to u, which comes later on the same route, the other way round, if that is cheaper. */
export function reverseChain(draft: Draft, u: number, v: number): boolean {
  const { nodes, way, stride, ready, due, service, next, prev, route, penalty, load } = draft;
  const y = next[v]!;
  const n = next[u]!;
  const r = route[u]!;
  const rowV = (v < nodes ? v : nodes) * stride;
  const columnN = n < nodes ? n : nodes;
  const now = penalty[r]!;
  let delta = way[rowV + u]! + way[y * stride + columnN]! - way[rowV + y]! - way[u * stride + columnN]! - now;
  // Where ways differ by direction this may overlook a gain, never invent one.
  if (delta >= BETTER) return false;
  let time = draft.depart[v]!;
  let warp = draft.warpBefore[v]!;
  let row = rowV;
  for (let i = u; i !== v; i = prev[i]!) {
    if (i !== u) delta += way[row + i]! - way[i * stride + row / stride]!;
    time += way[row + i]!;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    row = i * stride;
  }
  const late = time + way[row + columnN]! - draft.latest[n]!;
  delta += penaltyOf(draft, warp + draft.warpAfter[n]! + (late > 0 ? late : 0), load[r]!);
  if (delta >= BETTER) return false;
  for (let i = u; i !== y; i = prev[i]!) next[i] = prev[i]!;
  next[v] = u;
  next[y] = n;
  noteChange(draft, r);
  return true;
}

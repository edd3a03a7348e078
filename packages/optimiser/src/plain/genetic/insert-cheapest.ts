import type { Neighbours } from '../../near/neighbours.ts';
import type { Draft } from './draft.ts';
import { penaltyOf, noteChange } from './refresh-draft.ts';

/** Predecessors and successors tried. */
const WIDTH = 40;

/** Puts a visit that has no place where it costs least, penalties included: next to a neighbour, or on an empty route. */
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
  for (let k = from; k < from + Math.min(WIDTH, before.count[c]!); k++)
    if (route[before.visits[k]!]! >= 0) consider(before.visits[k]!);
  for (let k = from; k < from + Math.min(WIDTH, after.count[c]!); k++)
    if (route[after.visits[k]!]! >= 0) consider(prev[after.visits[k]!]!);
  const empty = draft.size.indexOf(0);
  if (empty >= 0) consider(nodes + 2 * empty);
  if (follow < 0) for (let r = 0; r < routes; r++) consider(nodes + 2 * r);
  next[c] = next[follow]!;
  next[follow] = c;
  noteChange(draft, route[follow]!);
}

function insertionCost(draft: Draft, c: number, p: number): number {
  const { nodes, way, stride, next, depart, ready, due } = draft;
  const r = draft.route[p]!;
  const n = next[p]!;
  const row = (p < nodes ? p : nodes) * stride;
  const column = n < nodes ? n : nodes;
  let time = depart[p]! + way[row + c]!;
  let warp = draft.warpBefore[p]! + draft.warpAfter[n]!;
  if (time < ready[c]!) time = ready[c]!;
  else if (time > due[c]!) {
    warp += time - due[c]!;
    time = due[c]!;
  }
  const late = time + draft.service[c]! + way[c * stride + column]! - draft.latest[n]!;
  if (late > 0) warp += late;
  return (
    way[row + c]! +
    way[c * stride + column]! -
    way[row + column]! +
    penaltyOf(draft, warp, draft.load[r]! + draft.demand[c]!) -
    draft.penalty[r]!
  );
}

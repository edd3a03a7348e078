import type { List } from './neighbours.ts';
import { emptyList } from './neighbours.ts';
import type { Work } from '../schedule/work.ts';

/** Iterations between two looks: a visit that may be done on any day changes its day now and then. */
const EVERY = 2048;

/**
 * Keeps the neighbours at hand up to date. On several days most neighbours of a visit are at work on another one, and to pass
 * them over takes as long as to try the others. A list that is a little old only misses a few: what it holds is checked anyway.
 */
export function keepAtHand(work: Work): (iterations: number, width: number) => void {
  const { model, neighbours } = work;
  if (!model.spread) return () => {};
  const before = emptyList(model.nodes, neighbours.width);
  const after = emptyList(model.nodes, neighbours.width);
  neighbours.atHand = { before, after };
  let looked = { at: -EVERY, width: 0 };
  return (iterations, width) => {
    if (iterations - looked.at < EVERY && width === looked.width) return;
    looked = { at: iterations, width };
    select(work, neighbours.before, width, before);
    select(work, neighbours.after, width, after);
  };
}

/** Of each visit's best `width` neighbours the unplaced, and those whose shift neither ends before the visit could be done nor begins after it. */
function select({ model, state, neighbours }: Work, from: List, width: number, into: List): void {
  const { nodes, ready, due, service, routeStart, routeEnd } = model;
  for (let c = 0; c < nodes; c++) {
    const first = c * neighbours.width;
    const end = first + Math.min(width, from.count[c]!);
    const soonest = ready[c]! + service[c]!;
    let to = first;
    for (let k = first; k < end; k++) {
      const visit = from.visits[k]!;
      const r = state.route[visit]!;
      if (r >= 0 && (routeStart[r]! > due[c]! || routeEnd[r]! < soonest)) continue;
      into.visits[to++] = visit;
    }
    into.count[c] = to - first;
  }
}

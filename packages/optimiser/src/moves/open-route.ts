import { insertAfter } from '../schedule/edit.ts';
import { mayFollow } from '../times/timing.ts';
import { nextBelow } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';

/**
 * Lets a visit that was left out begin a route that nobody drives: one alone is seldom worth the whole way, but those near it
 * may join. False where that visit and that route do not go together.
 */
export function openRoute(work: Work): boolean {
  const { model, unplaced, emptyRoutes, random } = work;
  if (unplaced.count === 0 || emptyRoutes.count === 0) return false;
  const c = unplaced.items[nextBelow(random, unplaced.count)]!;
  const r = emptyRoutes.items[nextBelow(random, emptyRoutes.count)]!;
  const start = model.nodes + 2 * r;
  if (model.rich.crewSize[c]! > 1 || !mayFollow(model, work.state, c, start, r)) return false;
  insertAfter(work, c, start);
  return true;
}

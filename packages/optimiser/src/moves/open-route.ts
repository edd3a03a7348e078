import { insertAfter } from '../edit.ts';
import { mayFollow } from '../load.ts';
import { nextBelow } from '../random.ts';
import type { Work } from '../work.ts';

/**
 * Lets a visit that was left out begin a route that nobody drives: one alone is seldom worth the whole way, but those near it
 * may join. False where that visit and that route do not go together.
 */
export function openRoute(work: Work): boolean {
  const { model, bank, emptyRoutes, random } = work;
  if (bank.count === 0 || emptyRoutes.count === 0) return false;
  const c = bank.items[nextBelow(random, bank.count)]!;
  const r = emptyRoutes.items[nextBelow(random, emptyRoutes.count)]!;
  const start = model.nodes + 2 * r;
  if ((model.rich !== undefined && model.rich.crewSize[c]! > 1) || !mayFollow(work, c, start, r))
    return false;
  insertAfter(work, c, start);
  return true;
}

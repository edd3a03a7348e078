import { insertGreedy } from './moves/insert-greedy.ts';
import { orderVisits } from './moves/order.ts';
import { keep, revert } from './settle.ts';
import type { Tuning } from './tuning.ts';
import type { Work } from './work.ts';

/**
 * The first plan: everything that is unplaced, inserted greedily in some order. Several orders are tried and the
 * cheapest plan is kept, made anew from the random state it came from.
 */
export function construct(work: Work, tuning: Tuning, list: Int32Array, keys: Float64Array): void {
  keep(work);
  const waiting = work.bank.items.slice(0, work.bank.count);
  const attempt = (): number => {
    list.set(waiting);
    orderVisits(work, list, waiting.length, keys);
    insertGreedy(work, list, waiting.length, tuning.width, tuning.firstGenerosity, Infinity);
    return work.routesCost + work.bankCost;
  };
  const attempts = waiting.length > tuning.manyVisits ? 1 : tuning.firstPlans;
  const before = work.random.state.slice();
  const best = { cost: Infinity, random: before };
  for (let k = 1; k < attempts; k++) {
    const random = work.random.state.slice();
    const cost = attempt();
    if (cost < best.cost) Object.assign(best, { cost, random });
    revert(work);
  }
  const last = work.random.state.slice();
  if (attempt() > best.cost) {
    revert(work);
    work.random.state.set(best.random);
    attempt();
    // Later draws must not repeat those of the attempts.
    work.random.state.set(last);
  }
  keep(work);
}

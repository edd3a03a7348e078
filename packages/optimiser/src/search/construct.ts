import type { Order } from '../moves/order.ts';
import { orders, orderVisits } from '../moves/order.ts';
import { keep, revert } from '../schedule/settle.ts';
import type { Tuning } from './tuning.ts';
import type { Way } from './way.ts';
import type { Work } from '../schedule/work.ts';

/** Where there are many visits only this is tried: the search soon makes up for a first schedule that is a little dearer. */
const usualOrders: readonly Order[] = ['narrow'];

/**
 * The first schedule: everything that is unplaced, inserted greedily in some order. Several orders are tried and the
 * cheapest schedule is kept, made anew from the random state it came from.
 */
export function construct(
  work: Work,
  tuning: Tuning,
  insert: Way['insert'],
  list: Int32Array,
  keys: Float64Array,
): void {
  keep(work);
  const waiting = work.unplaced.items.slice(0, work.unplaced.count);
  const attempt = (order: Order): number => {
    list.set(waiting);
    orderVisits(work, list, waiting.length, keys, order);
    insert(work, list, waiting.length, tuning.usual.width, tuning.firstGenerosity, Infinity);
    return work.routesCost + work.unplacedCost;
  };
  const tried = waiting.length > tuning.manyVisits ? usualOrders : orders;
  let best = { cost: Infinity, order: tried[0]!, random: work.random.state.slice() };
  for (const order of tried) {
    const random = work.random.state.slice();
    const cost = attempt(order);
    if (cost < best.cost) best = { cost, order, random };
    // The last one may stay as it is.
    if (order !== tried.at(-1) || best.order !== order) revert(work);
  }
  if (best.order !== tried.at(-1)) {
    // Later draws must not repeat those of the attempts.
    const last = work.random.state.slice();
    work.random.state.set(best.random);
    attempt(best.order);
    work.random.state.set(last);
  }
  keep(work);
}

import type { Model } from '../model/model.ts';

/** Routes seen on the way, each set of visits once and in its cheapest order. */
export type Pool = {
  /** Visits of route k: visits[at[k] … at[k] + size[k] - 1]. */
  readonly visits: Int32Array;
  readonly at: Int32Array;
  readonly size: Int32Array;
  readonly cost: Int32Array;
  readonly known: Map<number, number>;
  /** A random number per visit; their sum names a set of visits. */
  readonly names: Float64Array;
  count: number;
  filled: number;
};

const MOST_ROUTES = 4000;
const NAME_RANGE = 2 ** 40;

export function createPool(model: Model): Pool {
  // Names need to be different, not secret: a multiplicative sequence of its own, so that the search's stays untouched.
  let word = 0x2545f491;
  const names = new Float64Array(model.nodes).map(() => {
    word = (Math.imul(word, 0x5bd1e995) + 0x6a09e667) | 0;
    const high = word >>> 12;
    word = (Math.imul(word, 0x5bd1e995) + 0x3c6ef372) | 0;
    return (high * 2 ** 20 + (word >>> 12)) % NAME_RANGE;
  });
  return {
    visits: new Int32Array(MOST_ROUTES * Math.max(16, Math.ceil(model.nodes / 4))),
    at: new Int32Array(MOST_ROUTES),
    size: new Int32Array(MOST_ROUTES),
    cost: new Int32Array(MOST_ROUTES),
    known: new Map(),
    names,
    count: 0,
    filled: 0,
  };
}

export function clearPool(pool: Pool): void {
  pool.count = 0;
  pool.filled = 0;
  pool.known.clear();
}

/** Notes every route of a schedule, given as successors. */
export function noteSchedule(model: Model, next: Int32Array, pool: Pool): void {
  const { nodes, place, places, travel } = model;
  for (let r = 0; r < model.routes; r++) {
    let at = nodes + 2 * r;
    if (next[at]! >= nodes) continue;
    let name = 0;
    let cost = 0;
    let length = 0;
    do {
      const following = next[at]!;
      cost += travel[place[at]! * places + place[following]!]!;
      at = following;
      if (at >= nodes) break;
      name += pool.names[at]!;
      length++;
    } while (at < nodes);
    const known = pool.known.get(name);
    if (known === undefined) addRoute(pool, name, cost, length, next, nodes + 2 * r);
    else if (cost < pool.cost[known]!) {
      pool.cost[known] = cost;
      write(pool, pool.at[known]!, length, next, nodes + 2 * r);
    }
  }
}

function addRoute(
  pool: Pool,
  name: number,
  cost: number,
  length: number,
  next: Int32Array,
  start: number,
): void {
  if (pool.count === MOST_ROUTES || pool.filled + length > pool.visits.length) return;
  const k = pool.count++;
  pool.at[k] = pool.filled;
  pool.size[k] = length;
  pool.cost[k] = cost;
  pool.known.set(name, k);
  write(pool, pool.filled, length, next, start);
  pool.filled += length;
}

function write(pool: Pool, from: number, length: number, next: Int32Array, start: number): void {
  let node = next[start]!;
  for (let i = from; i < from + length; i++) {
    pool.visits[i] = node;
    node = next[node]!;
  }
}

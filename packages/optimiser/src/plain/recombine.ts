import type { Pool } from './pool.ts';

/** Rounds of the subgradient method, and nodes of the tree search: some ten milliseconds in all. */
const ROUNDS = 120;
const MOST_NODES = 20_000;

/**
 * The cheapest way to cover every visit exactly once with routes of the pool, if it costs less than `limit`: the
 * routes' numbers, else undefined. Lagrangian prices per visit bound a depth-first search (set partitioning).
 */
export function recombine(
  pool: Pool,
  visits: number,
  mostRoutes: number,
  limit: number,
): number[] | undefined {
  const prices = new Float64Array(visits);
  const bound = priceVisits(pool, prices, limit);
  const columns = cheapColumns(pool, prices, limit - bound.value);
  return searchCover(pool, prices, columns, bound.negative, mostRoutes, limit);
}

/** Subgradient ascent. Leaves the best prices behind; `negative` is what routes below their prices add to the bound. */
function priceVisits(pool: Pool, prices: Float64Array, limit: number): { value: number; negative: number } {
  const { count, at, size, cost, visits } = pool;
  const cover = new Int32Array(prices.length);
  const best = new Float64Array(prices.length);
  let bestValue = -Infinity;
  let bestNegative = 0;
  let step = 1;
  let stale = 0;
  prices.fill(Infinity);
  // A visit's first price is its share of the cheapest route it is on.
  for (let k = 0; k < count; k++) {
    const share = cost[k]! / size[k]!;
    for (let i = at[k]!; i < at[k]! + size[k]!; i++)
      if (share < prices[visits[i]!]!) prices[visits[i]!] = share;
  }
  for (let round = 0; round < ROUNDS; round++) {
    cover.fill(0);
    let negative = 0;
    for (let k = 0; k < count; k++) {
      let reduced = cost[k]!;
      const end = at[k]! + size[k]!;
      for (let i = at[k]!; i < end; i++) reduced -= prices[visits[i]!]!;
      if (reduced >= 0) continue;
      negative += reduced;
      for (let i = at[k]!; i < end; i++) cover[visits[i]!]!++;
    }
    let value = negative;
    let norm = 0;
    for (let v = 0; v < prices.length; v++) {
      value += prices[v]!;
      norm += (1 - cover[v]!) ** 2;
    }
    if (value > bestValue) {
      bestValue = value;
      bestNegative = negative;
      best.set(prices);
      stale = 0;
    } else if (++stale >= 6) {
      step /= 2;
      stale = 0;
      prices.set(best);
      continue;
    }
    if (norm === 0) break;
    const move = (step * Math.max(1, limit * 1.002 - value)) / norm;
    for (let v = 0; v < prices.length; v++) prices[v]! += move * (1 - cover[v]!);
  }
  prices.set(best);
  return { value: bestValue, negative: bestNegative };
}

/** Routes that a cheaper cover could contain, by visit, the most promising first. */
function cheapColumns(pool: Pool, prices: Float64Array, room: number): number[][] {
  const { count, at, size, cost, visits } = pool;
  const reducedOf = new Float64Array(count);
  const kept: number[] = [];
  for (let k = 0; k < count; k++) {
    let reduced = cost[k]!;
    for (let i = at[k]!; i < at[k]! + size[k]!; i++) reduced -= prices[visits[i]!]!;
    reducedOf[k] = reduced;
    if (reduced < room) kept.push(k);
  }
  kept.sort((a, b) => reducedOf[a]! - reducedOf[b]! || a - b);
  const byVisit: number[][] = Array.from(prices, () => []);
  for (const k of kept) for (let i = at[k]!; i < at[k]! + size[k]!; i++) byVisit[visits[i]!]!.push(k);
  return byVisit;
}

function searchCover(
  pool: Pool,
  prices: Float64Array,
  columns: readonly (readonly number[])[],
  negative: number,
  mostRoutes: number,
  limit: number,
): number[] | undefined {
  const { at, size, cost, visits } = pool;
  const order = Array.from(prices.keys()).sort((a, b) => columns[a]!.length - columns[b]!.length);
  const covered = new Uint8Array(prices.length);
  const chosen: number[] = [];
  let best: number[] | undefined;
  let bestCost = limit;
  let nodes = 0;
  const allPrices = prices.reduce((sum, price) => sum + price, 0);
  const descend = (from: number, spent: number, open: number): void => {
    let next = from;
    while (next < order.length && covered[order[next]!] === 1) next++;
    if (next === order.length) {
      if (spent < bestCost) {
        bestCost = spent;
        best = chosen.slice();
      }
      return;
    }
    if (chosen.length >= mostRoutes) return;
    for (const k of columns[order[next]!]!) {
      if (nodes >= MOST_NODES) return;
      nodes++;
      const end = at[k]! + size[k]!;
      let free = true;
      let priced = 0;
      for (let i = at[k]!; free && i < end; i++) {
        free = covered[visits[i]!] === 0;
        priced += prices[visits[i]!]!;
      }
      if (!free || spent + cost[k]! + open - priced + negative >= bestCost) continue;
      for (let i = at[k]!; i < end; i++) covered[visits[i]!] = 1;
      chosen.push(k);
      descend(next + 1, spent + cost[k]!, open - priced);
      chosen.pop();
      for (let i = at[k]!; i < end; i++) covered[visits[i]!] = 0;
    }
  };
  descend(0, 0, allPrices);
  return best;
}

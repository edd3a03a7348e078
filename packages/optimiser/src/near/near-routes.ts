import type { Offers } from './offers.ts';
import { askRoute, DEAR, mayTake } from './offers.ts';
import type { Work } from '../schedule/work.ts';

/** For each visit the routes that pass near it and may take it, and the cheapest ones that are free: of[c * MOST_NEAR + k], k < count[c]. */
export type NearRoutes = { readonly of: Uint16Array; readonly count: Int32Array };

const PASSING = 8;
const FREE = 2;
export const MOST_NEAR = PASSING + FREE;

export function createNearRoutes(nodes: number): NearRoutes {
  return { of: new Uint16Array(nodes * MOST_NEAR), count: new Int32Array(nodes) };
}

/** Routes move on while the search goes on: to be called now and then. */
export function findNearRoutes(work: Work, offers: Offers, { of, count }: NearRoutes): void {
  const { model, state, neighbours } = work;
  const { near, reach } = neighbours;
  const seen = new Int32Array(model.routes).fill(-1);
  for (let c = 0; c < model.nodes; c++) {
    let to = c * MOST_NEAR;
    for (let k = c * reach; k < (c + 1) * reach && to < c * MOST_NEAR + PASSING; k++) {
      const r = state.route[near[k]!]!;
      if (r < 0 || seen[r] === c) continue;
      seen[r] = c;
      if (mayTake(model, offers, c, r)) of[to++] = r;
    }
    to = addCheapestFree(work, offers, c, of, to);
    count[c] = to - c * MOST_NEAR;
  }
}

/** Enters the two empty routes that ask least for visit c, of different types; returns where the list goes on. */
function addCheapestFree(work: Work, offers: Offers, c: number, of: Uint16Array, to: number): number {
  const { model, emptyRoutes } = work;
  let first = -1;
  let second = -1;
  let low = DEAR;
  let high = DEAR;
  for (let i = 0; i < emptyRoutes.count; i++) {
    const r = emptyRoutes.items[i]!;
    if (first >= 0 && model.routeType[r] === model.routeType[first]!) continue;
    if (!mayTake(model, offers, c, r)) continue;
    const price = askRoute(work, offers, c, r, high);
    if (price >= high) continue;
    second = price < low ? first : r;
    high = price < low ? low : price;
    if (price < low) {
      first = r;
      low = price;
    }
  }
  let end = to;
  if (first >= 0) of[end++] = first;
  if (second >= 0) of[end++] = second;
  return end;
}

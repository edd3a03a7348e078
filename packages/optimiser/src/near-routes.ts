import type { Offers } from './offers.ts';
import { askRoute, DEAR, mayTake } from './offers.ts';
import type { Work } from './work.ts';

/** For each visit the routes that pass near it and may take it, and the cheapest ones that are free: of[c * WIDTH + k], k < count[c]. */
export type NearRoutes = { readonly of: Uint16Array; readonly count: Int32Array };

const PASSING = 8;
const FREE = 2;
export const WIDTH = PASSING + FREE;

export function createNearRoutes(nodes: number): NearRoutes {
  return { of: new Uint16Array(nodes * WIDTH), count: new Int32Array(nodes) };
}

/** Routes move on while the search goes on: to be called now and then. */
export function findNearRoutes(work: Work, offers: Offers, { of, count }: NearRoutes): void {
  const { model, state, neighbours } = work;
  const { near, reach } = neighbours;
  const seen = new Int32Array(model.routes).fill(-1);
  for (let c = 0; c < model.nodes; c++) {
    let to = c * WIDTH;
    for (let k = c * reach; k < (c + 1) * reach && to < c * WIDTH + PASSING; k++) {
      const r = state.route[near[k]!]!;
      if (r < 0 || seen[r] === c) continue;
      seen[r] = c;
      if (mayTake(model, offers, c, r)) of[to++] = r;
    }
    for (let k = 0; k < FREE; k++) {
      const r = cheapestFree(work, offers, c, seen);
      if (r < 0) break;
      seen[r] = c;
      of[to++] = r;
    }
    count[c] = to - c * WIDTH;
  }
}

/** The empty route that asks least for visit c, of those not seen yet. */
function cheapestFree(work: Work, offers: Offers, c: number, seen: Int32Array): number {
  const { model, emptyRoutes } = work;
  let least = DEAR;
  let best = -1;
  for (let i = 0; i < emptyRoutes.count; i++) {
    const r = emptyRoutes.items[i]!;
    if (seen[r] === c || !mayTake(model, offers, c, r)) continue;
    const price = askRoute(work, offers, c, r, least);
    if (price >= least) continue;
    least = price;
    best = r;
  }
  return best;
}

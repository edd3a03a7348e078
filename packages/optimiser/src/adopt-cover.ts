import { insertAfter } from './edit.ts';
import { removeRoute } from './moves/remove-route.ts';
import type { Pool } from './pool.ts';
import { clearPool, notePlan } from './pool.ts';
import { recombine } from './recombine.ts';
import { keep } from './settle.ts';
import type { Work } from './work.ts';

/** Replaces the plan by the cheapest one made of collected routes, if that beats `best`. Returns the plan's cost. */
export function adoptCover(work: Work, pool: Pool, best: number): number {
  const { model, state } = work;
  const chosen = recombine(pool, model.nodes, model.routes, best / model.rate[0]!);
  if (chosen !== undefined) {
    for (let r = 0; r < model.routes; r++)
      if (state.size[r]! > 0) removeRoute(work, state.next[model.nodes + 2 * r]!, model.nodes);
    chosen.forEach((k, r) => {
      let p = model.nodes + 2 * r;
      for (let i = pool.at[k]!; i < pool.at[k]! + pool.size[k]!; i++) {
        insertAfter(work, pool.visits[i]!, p);
        p = pool.visits[i]!;
      }
    });
    keep(work);
  }
  clearPool(pool);
  notePlan(model, work.state, pool);
  return work.routesCost + work.bankCost;
}

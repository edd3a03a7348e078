import type { Neighbours } from '../../near/neighbours.ts';
import type { Random } from '../../search/random.ts';
import { nextBelow } from '../../search/random.ts';
import type { Draft } from './draft.ts';
import type { Exchange } from './exchange.ts';
import type { Individual } from './population.ts';

/**
 * Chooses routes of the first parent, laid out in the draft, that lie near each other, and those of the second that
 * serve mostly the same visits. False when both have the same routes there.
 */
export function chooseRoutes(
  draft: Draft,
  exchange: Exchange,
  neighbours: Neighbours,
  b: Individual,
  random: Random,
): boolean {
  const { nodes, routes } = draft;
  const { routeA, routeB, fate, chosen, size, shared } = exchange;
  const count = chooseNear(draft, exchange, neighbours, random);
  size.fill(0);
  shared.fill(0);
  chosen.fill(0);
  for (let i = 0; i < nodes; i++) {
    size[routeB[i]!]!++;
    if (fate[routeA[i]!]! > 0) shared[routeB[i]!]!++;
  }
  for (let k = 0; k < count; k++) {
    let best = -1;
    for (let s = 0; s < routes; s++)
      if (chosen[s] === 0 && (best < 0 || 2 * shared[s]! - size[s]! > 2 * shared[best]! - size[best]!))
        best = s;
    // The first at any rate; others only if they bring the two sets closer together.
    if (best < 0 || (k > 0 && 2 * shared[best]! <= size[best]!)) break;
    chosen[best] = 1;
  }
  return spareAlike(draft, exchange, b);
}

/** Marks the routes of visits around a random one, up to half of all routes. */
function chooseNear(
  draft: Draft,
  { routeA, fate }: Exchange,
  neighbours: Neighbours,
  random: Random,
): number {
  let used = 0;
  for (let r = 0; r < draft.routes; r++) if (draft.size[r]! > 0) used++;
  const wanted = 1 + nextBelow(random, Math.max(1, Math.floor(used / 2)));
  const from = nextBelow(random, draft.nodes) * neighbours.reach;
  fate.fill(0);
  let count = 0;
  for (let k = from; k < from + neighbours.reach && count < wanted; k++) {
    const r = routeA[neighbours.near[k]!]!;
    if (fate[r] === 1) continue;
    fate[r] = 1;
    count++;
  }
  return count;
}

/** A route that both have is left alone. True when something else is left to exchange. */
function spareAlike({ nodes, routes, next }: Draft, exchange: Exchange, b: Individual): boolean {
  const { routeA, fate, chosen, size } = exchange;
  let left = false;
  for (let s = 0; s < routes; s++) {
    if (chosen[s] === 0 || size[s] === 0) {
      chosen[s] = 0;
      continue;
    }
    const r = routeA[b.next[nodes + 2 * s]!]!;
    let i = nodes + 2 * r;
    let j = nodes + 2 * s;
    do {
      i = next[i]!;
      j = b.next[j]!;
    } while (i === j && i < nodes);
    if (i >= nodes && j >= nodes && fate[r] === 1) {
      fate[r] = 0;
      chosen[s] = 0;
    } else left = true;
  }
  return left;
}

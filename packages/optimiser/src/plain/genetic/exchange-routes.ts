import type { Neighbours } from '../../near/neighbours.ts';
import type { Random } from '../../search/random.ts';
import { nextBelow } from '../../search/random.ts';
import { chooseRoutes } from './choose-routes.ts';
import type { Draft } from './draft.ts';
import type { Exchange } from './exchange.ts';
import { GIVES_WAY, LOSES, REPLACED, STAYS } from './exchange.ts';
import { insertCheapest } from './insert-cheapest.ts';
import type { Individual } from './population.ts';
import { loadDraft, noteChange } from './refresh-draft.ts';

/**
 * A child of two schedules (selective route exchange, Nagata et al. 2010): the first one's schedule, in which some routes near
 * each other give way to those of the second that serve mostly the same visits. False when the parents do not differ there.
 */
export function exchangeRoutes(
  draft: Draft,
  exchange: Exchange,
  neighbours: Neighbours,
  a: Individual,
  b: Individual,
  random: Random,
): boolean {
  const { nodes, routes, next, route } = draft;
  const { routeA, routeB, fate, chosen, missing } = exchange;
  loadDraft(draft, a.next);
  for (let i = 0; i < nodes; i++) routeA[i] = route[i]!;
  for (let r = 0; r < routes; r++)
    for (let i = b.next[nodes + 2 * r]!; i < nodes; i = b.next[i]!) routeB[i] = r;
  if (!chooseRoutes(draft, exchange, neighbours, b, random)) return false;
  // Visits that would be served twice leave either the newcomers or the routes that stay.
  const newcomersLose = nextBelow(random, 2) === 0;
  let missed = 0;
  for (let i = 0; i < nodes; i++) {
    const gives = fate[routeA[i]!] === GIVES_WAY;
    const comes = chosen[routeB[i]!] === 1;
    if (gives && !comes) missing[missed++] = i;
    else if (comes && !gives && !newcomersLose) takeOut(draft, exchange, i);
  }
  placeNewcomers(draft, exchange, b, newcomersLose);
  for (let k = 0; k < missed; k++) route[missing[k]!] = -1;
  for (let r = 0; r < routes; r++) {
    if (fate[r] === GIVES_WAY) next[nodes + 2 * r] = nodes + 2 * r + 1;
    if (fate[r] !== STAYS) noteChange(draft, r);
  }
  for (let k = 0; k < missed; k++) insertCheapest(draft, neighbours, missing[k]!);
  return true;
}

function takeOut({ next, prev }: Draft, { fate, routeA }: Exchange, i: number): void {
  const p = prev[i]!;
  const n = next[i]!;
  next[p] = n;
  prev[n] = p;
  fate[routeA[i]!] = LOSES;
}

/** Links the chosen routes of the second parent where one gives way, or where there is an empty one. */
function placeNewcomers(draft: Draft, exchange: Exchange, b: Individual, newcomersLose: boolean): void {
  const { nodes, routes, next } = draft;
  const { routeA, fate, chosen } = exchange;
  let r = 0;
  for (let s = 0; s < routes; s++) {
    if (chosen[s] === 0) continue;
    while (fate[r] !== GIVES_WAY && draft.size[r]! > 0) r++;
    let at = nodes + 2 * r;
    for (let i = b.next[nodes + 2 * s]!; i < nodes; i = b.next[i]!) {
      // Replaced routes gave way as well.
      if (newcomersLose && (fate[routeA[i]!] === STAYS || fate[routeA[i]!] === LOSES)) continue;
      next[at] = i;
      at = i;
    }
    next[at] = nodes + 2 * r + 1;
    fate[r++] = REPLACED;
  }
}

import type { Neighbours } from '../near/neighbours.ts';
import type { Random } from '../search/random.ts';
import { nextBelow } from '../search/random.ts';
import type { Draft } from './draft.ts';
import { loadDraft, noteChange } from './reckon.ts';
import { insertCheapest } from './improve.ts';

/** What becomes of a route of the first parent. */
const STAYS = 0;
const GIVES_WAY = 1;
const REPLACED = 2;
const LOSES = 3;

/** Arrays that the exchange needs, made once. */
export type Exchange = {
  /** Route of each visit in either parent. */
  readonly routeA: Int32Array;
  readonly routeB: Int32Array;
  readonly fate: Uint8Array;
  readonly chosen: Uint8Array;
  /** Per route of the second parent: its visits, and those that the routes which give way serve. */
  readonly size: Int32Array;
  readonly shared: Int32Array;
  readonly missing: Int32Array;
};

export function createExchange({ nodes, routes }: Draft): Exchange {
  return {
    routeA: new Int32Array(nodes),
    routeB: new Int32Array(nodes),
    fate: new Uint8Array(routes),
    chosen: new Uint8Array(routes),
    size: new Int32Array(routes),
    shared: new Int32Array(routes),
    missing: new Int32Array(nodes),
  };
}

/**
 * A child of two schedules (selective route exchange, Nagata et al. 2010): the first one's schedule, in which some routes near
 * each other give way to those of the second that serve mostly the same visits. False when the parents do not differ there.
 */
export function exchangeRoutes(
  draft: Draft,
  exchange: Exchange,
  neighbours: Neighbours,
  a: Int32Array,
  b: Int32Array,
  random: Random,
): boolean {
  const { nodes, routes, next, route } = draft;
  const { routeA, routeB, fate, chosen, missing } = exchange;
  loadDraft(draft, a);
  for (let i = 0; i < nodes; i++) routeA[i] = route[i]!;
  for (let r = 0; r < routes; r++) for (let i = b[nodes + 2 * r]!; i < nodes; i = b[i]!) routeB[i] = r;
  const count = chooseNear(draft, exchange, neighbours, random);
  chooseAlike(draft, exchange, count);
  if (!spareAlike(draft, exchange, b)) return false;
  // Visits that would be served twice leave either the newcomers or the routes that stay.
  const newcomersLose = nextBelow(random, 2) === 0;
  for (let i = 0; i < nodes; i++) {
    const comes = chosen[routeB[i]!] === 1;
    if (comes && fate[routeA[i]!] !== GIVES_WAY && !newcomersLose && draft.bound[i] === 0)
      takeOut(draft, exchange, i);
  }
  route.fill(-1, 0, nodes);
  placeNewcomers(draft, exchange, b, newcomersLose);
  for (let r = 0; r < routes; r++) {
    if (fate[r] === GIVES_WAY) next[nodes + 2 * r] = nodes + 2 * r + 1;
    if (fate[r] !== STAYS) noteChange(draft, r);
    else for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) route[i] = r;
  }
  let missed = 0;
  for (let i = 0; i < nodes; i++) if (route[i]! < 0) missing[missed++] = i;
  for (let k = 0; k < missed; k++) insertCheapest(draft, neighbours, missing[k]!);
  return true;
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
  fate.fill(STAYS);
  let count = 0;
  for (let k = from; k < from + neighbours.reach && count < wanted; k++) {
    const r = routeA[neighbours.near[k]!]!;
    if (fate[r] === GIVES_WAY) continue;
    fate[r] = GIVES_WAY;
    count++;
  }
  return count;
}

/** Chooses the routes of the second parent that serve mostly the visits of those that give way. */
function chooseAlike(draft: Draft, exchange: Exchange, count: number): void {
  const { nodes, routes } = draft;
  const { routeA, routeB, fate, chosen, size, shared } = exchange;
  size.fill(0);
  shared.fill(0);
  chosen.fill(0);
  for (let i = 0; i < nodes; i++) {
    size[routeB[i]!]!++;
    if (fate[routeA[i]!] === GIVES_WAY) shared[routeB[i]!]!++;
  }
  if (draft.hasBound) {
    // What is bound to a route comes and goes with it.
    for (let r = 0; r < routes; r++) chosen[r] = fate[r]!;
    return;
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
}

/** A route that both have is left alone. True when something else is left to exchange. */
function spareAlike(draft: Draft, exchange: Exchange, b: Int32Array): boolean {
  const { nodes, routes, next, model } = draft;
  const { routeA, fate, chosen, size } = exchange;
  let left = false;
  for (let s = 0; s < routes; s++) {
    if (chosen[s] === 0 || size[s] === 0) {
      chosen[s] = 0;
      continue;
    }
    const r = routeA[b[nodes + 2 * s]!]!;
    let i = nodes + 2 * r;
    let j = nodes + 2 * s;
    do {
      i = next[i]!;
      j = b[j]!;
    } while (i === j && i < nodes);
    const isSame = i >= nodes && j >= nodes && model.routeType[r] === model.routeType[s]!;
    if (isSame && fate[r] === GIVES_WAY) {
      fate[r] = STAYS;
      chosen[s] = 0;
    } else left = true;
  }
  return left;
}

function takeOut({ next, prev }: Draft, { fate, routeA }: Exchange, i: number): void {
  const p = prev[i]!;
  const n = next[i]!;
  next[p] = n;
  prev[n] = p;
  fate[routeA[i]!] = LOSES;
}

/** Links the chosen routes of the second parent where one gives way, or where there is an empty one: their own, one that is alike, or any. */
function placeNewcomers(draft: Draft, exchange: Exchange, b: Int32Array, newcomersLose: boolean): void {
  const { nodes, routes, next } = draft;
  const { routeA, fate, chosen } = exchange;
  for (let s = 0; s < routes; s++) {
    if (chosen[s] === 0) continue;
    const r = roomFor(draft, exchange, s);
    if (r < 0) continue;
    const { assign } = draft.model.rich;
    let at = nodes + 2 * r;
    for (let i = b[nodes + 2 * s]!; i < nodes; i = b[i]!) {
      // Replaced routes gave way as well.
      const stays = fate[routeA[i]!] === STAYS || fate[routeA[i]!] === LOSES;
      if ((newcomersLose && stays) || assign[i * routes + r]! < 0) continue;
      next[at] = i;
      at = i;
    }
    next[at] = nodes + 2 * r + 1;
    fate[r] = REPLACED;
  }
}

function roomFor({ routes, size, model }: Draft, { fate, chosen }: Exchange, s: number): number {
  const isFree = (r: number): boolean => fate[r] === GIVES_WAY || (fate[r] !== REPLACED && size[r] === 0);
  if (isFree(s)) return s;
  let other = -1;
  for (let r = 0; r < routes; r++) {
    if (!isFree(r)) continue;
    if (model.routeType[r] === model.routeType[s]!) return r;
    // Who is to come to its own place later should find it free.
    if (other < 0 || chosen[r] === 0) other = r;
  }
  return other;
}

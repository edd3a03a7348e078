import type { Model } from '../model/model.ts';
import type { Neighbours } from '../near/neighbours.ts';
import type { Random } from '../search/random.ts';
import type { State } from './state.ts';
import { createState } from './state.ts';

/** A set of small integers with constant-time changes, in an order that depends on them alone. */
export type Bag = { readonly items: Int32Array; readonly at: Int32Array; count: number };

/** What one search works on: the schedule being changed, the one it came from, and what differs. */
export type Work = {
  readonly model: Model;
  readonly neighbours: Neighbours;
  readonly random: Random;
  readonly state: State;
  /** The last accepted schedule. */
  readonly kept: State;
  /** Unplaced visits (a crew by its first node). */
  readonly unplaced: Bag;
  readonly emptyRoutes: Bag;
  /** Routes and visits that were changed since the last decision. */
  readonly touched: Bag;
  readonly moved: Bag;
  /** Last stamp per route type. */
  readonly typeMark: Int32Array;
  typeStamp: number;
  /** Set by a removal that left its route later than before, as happens where a detour is quicker than the direct way. */
  suspect: boolean;
  /** Numbers given to changed routes so far: see `RichState.version`. */
  versions: number;
  /** Price of the routes, and of what is unplaced. */
  routesCost: number;
  unplacedCost: number;
  keptRoutesCost: number;
  keptUnplacedCost: number;
};

export function createWork(model: Model, neighbours: Neighbours, random: Random): Work {
  const unplaced = createBag(model.nodes);
  let unplacedCost = 0;
  for (let c = 0; c < model.nodes; c++) {
    if (isFirst(model, c)) add(unplaced, c);
    unplacedCost += model.penalty[c]!;
  }
  const emptyRoutes = createBag(model.routes);
  for (let r = model.routes - 1; r >= 0; r--) add(emptyRoutes, r);
  return {
    model,
    neighbours,
    random,
    state: createState(model),
    kept: createState(model),
    unplaced,
    emptyRoutes,
    touched: createBag(model.routes),
    moved: createBag(model.nodes),
    typeMark: new Int32Array(model.types),
    typeStamp: 0,
    suspect: false,
    versions: 0,
    routesCost: 0,
    unplacedCost,
    keptRoutesCost: 0,
    keptUnplacedCost: unplacedCost,
  };
}

/** Whether node c stays where it is unless its whole crew is taken out, or for good. */
export function isBound(model: Model, c: number): boolean {
  return model.pinned[c] === 1 || model.rich.crewSize[c]! > 1;
}

export function isFirst(model: Model, c: number): boolean {
  return model.rich.crewFirst[c] === c;
}

function createBag(size: number): Bag {
  return { items: new Int32Array(size), at: new Int32Array(size).fill(-1), count: 0 };
}

export function add(bag: Bag, item: number): void {
  if (bag.at[item]! >= 0) return;
  bag.at[item] = bag.count;
  bag.items[bag.count++] = item;
}

export function drop(bag: Bag, item: number): void {
  const at = bag.at[item]!;
  if (at < 0) return;
  const last = bag.items[--bag.count]!;
  bag.items[at] = last;
  bag.at[last] = at;
  bag.at[item] = -1;
}

export function has(bag: Bag, item: number): boolean {
  return bag.at[item]! >= 0;
}

export function clear(bag: Bag): void {
  for (let i = 0; i < bag.count; i++) bag.at[bag.items[i]!] = -1;
  bag.count = 0;
}

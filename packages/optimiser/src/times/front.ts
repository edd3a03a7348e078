import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';

/**
 * Where a technician can stand in time at one stop: for each number of breaks taken so far the earliest departure, so
 * that no way to take the breaks is lost. Several stops lie one after the other; a stop's entries begin at `at`.
 */
export type Front = {
  /** Earliest departure; NEVER where that many breaks cannot have been taken, or one is missed for good. */
  readonly time: Int32Array;
  /** Lateness and changed times so far, priced. */
  readonly cost: Float64Array;
  /** Idle time so far, and how far everything so far could start later: what leaving later can save. */
  readonly wait: Int32Array;
  readonly slack: Int32Array;
  /** Breaks taken at the stop before: the way back. */
  readonly via: Uint8Array;
};

export function createFront(size: number): Front {
  return {
    time: new Int32Array(size),
    cost: new Float64Array(size),
    wait: new Int32Array(size),
    slack: new Int32Array(size),
    via: new Uint8Array(size),
  };
}

/** The technician at the start of route r, no break taken. */
export function beginFront(model: Model, r: number, front: Front, at: number): void {
  const breaks = model.rich.breakAt[r + 1]! - model.rich.breakAt[r]!;
  for (let k = 0; k <= breaks; k++) front.time[at + k] = NEVER;
  front.time[at] = model.routeStart[r]!;
  front.cost[at] = 0;
  front.wait[at] = 0;
  front.slack[at] = NEVER;
}

/** The cheapest entry of a stop, by cost and then by fewer breaks; -1 when there is none. */
export function cheapestEntry(front: Front, at: number, breaks: number): number {
  let best = -1;
  for (let k = 0; k <= breaks; k++) {
    if (front.time[at + k]! < NEVER && (best < 0 || front.cost[at + k]! < front.cost[at + best]!)) best = k;
  }
  return best;
}

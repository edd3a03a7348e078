import type { Model } from '../model/model.ts';

/** visits[c * width + k]: who could stand beside c, the best first, k < count[c]. There are at most 65,536 visits: see ROOM. */
export type List = { readonly visits: Uint16Array; readonly count: Int32Array };

export function emptyList(nodes: number, width: number): List {
  return { visits: new Uint16Array(nodes * width), count: new Int32Array(nodes) };
}

type Sides = { readonly before: List; readonly after: List };

/** For every visit, who could well stand next to it. */
export type Neighbours = Sides & {
  readonly width: number;
  /** Of the best ones those that are at work when the visit may be done; all of them, unless `keepAtHand` chose. */
  atHand: Sides;
  /** near[c * reach + k]: the k-th nearest visit to c, c itself first. */
  readonly reach: number;
  readonly near: Uint16Array;
};

/** Unavoidable waiting counts a fifth of driving; Vidal et al. (2013). */
const WAIT_SHARE = 5;

/** One small function per list: a large one would be compiled for longer than all of them run. */
export function buildNeighbours(model: Model, width: number, reach: number): Neighbours {
  const { nodes } = model;
  const w = Math.min(width, Math.max(0, nodes - 1));
  const n = Math.min(reach, nodes);
  const near = new Uint16Array(nodes * n);
  const before = emptyList(nodes, w);
  const after = emptyList(nodes, w);
  const keys = createKeys(nodes);
  for (let c = 0; c < nodes; c++) {
    before.count[c] = takeSmallest(keys, keysBefore(model, c, keys), before.visits, c * w, w);
    after.count[c] = takeSmallest(keys, keysAfter(model, c, keys), after.visits, c * w, w);
    takeSmallest(keys, keysNear(model, c, keys), near, c * n, n);
  }
  return { width: w, before, after, atHand: { before, after }, reach: n, near };
}

function keysBefore(model: Model, c: number, { key, visit }: Keys): number {
  const { nodes, places, inbound, place, ready, due, service } = model;
  const row = place[c]! * places;
  const open = ready[c]!;
  const close = due[c]!;
  let count = 0;
  for (let p = 0; p < nodes; p++) {
    const time = inbound[row + place[p]!]! + service[p]!;
    if (ready[p]! + time > close || p === c) continue;
    key[count] = time - service[p]! + waitShare(open - due[p]! - time);
    visit[count++] = p;
  }
  return count;
}

function keysAfter(model: Model, c: number, { key, visit }: Keys): number {
  const { nodes, places, travel, place, ready, due } = model;
  const row = place[c]! * places;
  const open = ready[c]! + model.service[c]!;
  const close = due[c]! + model.service[c]!;
  let count = 0;
  for (let q = 0; q < nodes; q++) {
    const time = travel[row + place[q]!]!;
    if (open + time > due[q]! || q === c) continue;
    key[count] = time + waitShare(ready[q]! - close - time);
    visit[count++] = q;
  }
  return count;
}

function keysNear(model: Model, c: number, { key, visit }: Keys): number {
  const { nodes, places, travel, inbound, place } = model;
  const row = place[c]! * places;
  for (let q = 0; q < nodes; q++) {
    const at = row + place[q]!;
    key[q] = q === c ? 0 : 1 + travel[at]! + inbound[at]!;
    visit[q] = q;
  }
  return nodes;
}

function waitShare(wait: number): number {
  return wait > 0 ? Math.floor(wait / WAIT_SHARE) : 0;
}

/** For work that looks at every position anyway. */
export function noNeighbours({ nodes }: Model): Neighbours {
  const empty = emptyList(nodes, 0);
  return {
    width: 0,
    before: empty,
    after: empty,
    atHand: { before: empty, after: empty },
    reach: 0,
    near: empty.visits,
  };
}

/** Keys of the visits that a list may hold, and the room to find the smallest of them. */
type Keys = {
  readonly key: Int32Array;
  readonly visit: Int32Array;
  readonly share: Int32Array;
  readonly sorted: Float64Array;
};

/** Keys are sorted as numbers with the visit in their last digits. */
const ROOM = 65_536;
/** Keys fall into so many shares of their range. */
const SHARES = 1024;

function createKeys(nodes: number): Keys {
  return {
    key: new Int32Array(nodes),
    visit: new Int32Array(nodes),
    share: new Int32Array(SHARES),
    sorted: new Float64Array(nodes),
  };
}

/** Writes the visits of the `most` smallest keys, the smallest first, and returns how many there are. */
function takeSmallest(keys: Keys, count: number, into: Uint16Array, at: number, most: number): number {
  const { key, visit, sorted } = keys;
  const kept = Math.min(count, most);
  const limit = kept < count ? limitFor(keys, count, kept) : Infinity;
  let small = 0;
  for (let i = 0; i < count; i++) if (key[i]! <= limit) sorted[small++] = key[i]! * ROOM + visit[i]!;
  sorted.subarray(0, small).sort();
  for (let k = 0; k < kept; k++) into[at + k] = sorted[k]! % ROOM;
  return kept;
}

/** A key that at least `most` are not above, and not many more: sorting all of them would take most of the set-up. */
function limitFor({ key, share }: Keys, count: number, most: number): number {
  let highest = 0;
  for (let i = 0; i < count; i++) if (key[i]! > highest) highest = key[i]!;
  let shift = 0;
  while (highest >> shift >= SHARES) shift++;
  share.fill(0);
  for (let i = 0; i < count; i++) share[key[i]! >> shift]!++;
  let last = 0;
  for (let sum = share[0]!; sum < most; sum += share[last]!) last++;
  return (last + 1) * 2 ** shift - 1;
}

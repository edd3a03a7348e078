import type { Model } from './model.ts';

/** For every visit, who could well stand next to it. */
export type Neighbours = {
  readonly width: number;
  /** before[c * width + k]: the k-th best predecessor of c, k < beforeCount[c]; and the travel from it. */
  readonly before: Int32Array;
  readonly beforeTravel: Int32Array;
  readonly beforeCount: Int32Array;
  readonly after: Int32Array;
  readonly afterTravel: Int32Array;
  readonly afterCount: Int32Array;
  /** near[c * reach + k]: the k-th nearest visit to c, c itself first. */
  readonly reach: number;
  readonly near: Int32Array;
};

/** Unavoidable waiting counts a fifth of driving; Vidal et al. (2013). */
const WAIT_SHARE = 5;
/** Keys are sorted as numbers with the visit in their last digits. */
const ROOM = 65_536;

export function buildNeighbours(model: Model, width: number, reach: number): Neighbours {
  const { nodes, places, travel, inbound, place, ready, due, service } = model;
  const w = Math.min(width, Math.max(0, nodes - 1));
  const near = new Int32Array(nodes * Math.min(reach, nodes));
  const before = new Int32Array(nodes * w);
  const after = new Int32Array(nodes * w);
  const beforeCount = new Int32Array(nodes);
  const afterCount = new Int32Array(nodes);
  const keys = new Float64Array(nodes);
  for (let c = 0; c < nodes; c++) {
    const row = place[c]! * places;
    let count = 0;
    for (let p = 0; p < nodes; p++) {
      const time = inbound[row + place[p]!]!;
      if (p === c || ready[p]! + service[p]! + time > due[c]!) continue;
      keys[count++] = proximity(time, ready[c]! - (due[p]! + service[p]! + time)) * ROOM + p;
    }
    beforeCount[c] = takeSmallest(keys, count, before, c * w, w);
    count = 0;
    for (let q = 0; q < nodes; q++) {
      const time = travel[row + place[q]!]!;
      if (q === c || ready[c]! + service[c]! + time > due[q]!) continue;
      keys[count++] = proximity(time, ready[q]! - (due[c]! + service[c]! + time)) * ROOM + q;
    }
    afterCount[c] = takeSmallest(keys, count, after, c * w, w);
    for (let q = 0; q < nodes; q++) {
      keys[q] = (q === c ? 0 : 1 + travel[row + place[q]!]! + inbound[row + place[q]!]!) * ROOM + q;
    }
    takeSmallest(keys, nodes, near, c * Math.min(reach, nodes), Math.min(reach, nodes));
  }
  const from = (p: number, c: number): number => travel[place[p]! * places + place[c]!]!;
  return {
    width: w,
    before,
    beforeTravel: before.map((p, i) => from(p, Math.floor(i / w))),
    beforeCount,
    after,
    afterTravel: after.map((q, i) => from(Math.floor(i / w), q)),
    afterCount,
    reach: Math.min(reach, nodes),
    near,
  };
}

function proximity(time: number, wait: number): number {
  return time + (wait > 0 ? Math.floor(wait / WAIT_SHARE) : 0);
}

function takeSmallest(keys: Float64Array, count: number, into: Int32Array, at: number, most: number): number {
  const sorted = keys.subarray(0, keepLikely(keys, count, most)).sort();
  const kept = Math.min(count, most);
  for (let k = 0; k < kept; k++) into[at + k] = sorted[k]! % ROOM;
  return kept;
}

/** One key in so many is looked at to guess how small a key has to be; a guess too low is noticed. */
const SAMPLE_STEP = 16;

/** Moves the keys that can be among the `most` smallest to the front: sorting all would take most of the set-up. */
function keepLikely(keys: Float64Array, count: number, most: number): number {
  if (count < 4 * most) return count;
  const sample = new Float64Array(Math.floor(count / SAMPLE_STEP));
  for (let i = 0; i < sample.length; i++) sample[i] = keys[i * SAMPLE_STEP]!;
  sample.sort();
  const limit = sample[Math.min(sample.length - 1, Math.ceil((2 * most) / SAMPLE_STEP) + 2)]!;
  let small = 0;
  for (let i = 0; i < count; i++) if (keys[i]! <= limit) small++;
  if (small < most) return count;
  let front = 0;
  for (let i = 0; i < count; i++) {
    const key = keys[i]!;
    if (key > limit) continue;
    keys[i] = keys[front]!;
    keys[front++] = key;
  }
  return front;
}

/** For work that looks at every position anyway. */
export function noNeighbours({ nodes }: Model): Neighbours {
  const none = new Int32Array(0);
  const counts = new Int32Array(nodes);
  return {
    width: 0,
    before: none,
    beforeTravel: none,
    beforeCount: counts,
    after: none,
    afterTravel: none,
    afterCount: counts,
    reach: 0,
    near: none,
  };
}

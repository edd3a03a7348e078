/** Keys of the visits that a list may hold, and the room to find the smallest of them. */
export type Keys = {
  readonly key: Int32Array;
  readonly visit: Int32Array;
  readonly share: Int32Array;
  readonly sorted: Float64Array;
};

/** Keys are sorted as numbers with the visit in their last digits. */
const ROOM = 65_536;
/** Keys fall into so many shares of their range. */
const SHARES = 1024;

export function createKeys(nodes: number): Keys {
  return {
    key: new Int32Array(nodes),
    visit: new Int32Array(nodes),
    share: new Int32Array(SHARES),
    sorted: new Float64Array(nodes),
  };
}

/** Writes the visits of the `most` smallest keys, the smallest first, and returns how many there are. */
export function takeSmallest(keys: Keys, count: number, into: Uint16Array, at: number, most: number): number {
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

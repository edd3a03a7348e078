/** So many whole numbers. A plain loop: `Int32Array.from` takes several times as long, and whoever asks for a slot waits for it. */
export function ints(count: number, read: (at: number) => number): Int32Array {
  const all = new Int32Array(count);
  for (let at = 0; at < count; at++) all[at] = read(at);
  return all;
}

export function flags(count: number, read: (at: number) => boolean): Uint8Array {
  const all = new Uint8Array(count);
  for (let at = 0; at < count; at++) all[at] = read(at) ? 1 : 0;
  return all;
}

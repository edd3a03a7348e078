/** Seeded generator (xorshift128, Marsaglia 2003): no clock, no Math.random, the same numbers everywhere. */
export type Random = { readonly state: Int32Array };

export function createRandom(seed: number): Random {
  const state = new Int32Array(4);
  let mixed = seed | 0;
  for (let i = 0; i < 4; i++) {
    mixed = (mixed + 0x9e3779b9) | 0;
    let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    state[i] = word ^ (word >>> 15);
  }
  if ((state[0]! | state[1]! | state[2]! | state[3]!) === 0) state[0] = 1;
  return { state };
}

/** An unsigned 32-bit integer. */
export function nextWord(random: Random): number {
  const s = random.state;
  const old = s[3]!;
  let word = old ^ (old << 11);
  word ^= word >>> 8;
  s[3] = s[2]!;
  s[2] = s[1]!;
  const first = s[0]!;
  s[1] = first;
  word ^= first ^ (first >>> 19);
  s[0] = word;
  return word >>> 0;
}

/** In [0, 1). */
export function nextUnit(random: Random): number {
  return nextWord(random) * 2.3283064365386963e-10;
}

/** An integer in [0, bound). */
export function nextBelow(random: Random, bound: number): number {
  return (nextWord(random) * 2.3283064365386963e-10 * bound) | 0;
}

/** One position in a hundred is overlooked (a blink), so that greed does not repeat itself. In words of the generator. */
export const BLINK_ODDS = 42_949_673;

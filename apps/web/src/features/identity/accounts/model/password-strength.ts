export type Strength = 'weak' | 'fair' | 'strong';

/** Bits that guessing would have to get through; below the first a machine at home is enough. */
const FAIR_BITS = 42;
const STRONG_BITS = 64;

/** Kinds of characters, and how many there are of each. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];

/** A rough guess for a hint, never a rule: length counts most, and what repeats or runs on counts little. */
export function passwordStrength(password: string): Strength {
  const choices = kinds.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const bits = surprises(password) * Math.log2(Math.max(choices, 1));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Characters that do not follow from the ones before: not in "aaaa", "4567" or the second half of "abcdabcd". */
function surprises(password: string): number {
  const pairs = new Set<string>();
  let count = 0;
  for (let at = 0; at < password.length; at++) {
    const step = password.charCodeAt(at) - password.charCodeAt(at - 1);
    const pair = password.slice(Math.max(at - 1, 0), at + 1);
    if (!(Math.abs(step) <= 1) && !pairs.has(pair)) count++;
    pairs.add(pair);
  }
  return count;
}

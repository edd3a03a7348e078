import { phoneDigits } from '../../values/words.ts';

/** Fewer digits are a street number, a postcode or the number of a job. */
const FEWEST_DIGITS = 4;
const MOST_DIGITS = 15;
const national = /^(?:0011)?61(?=[2-478])/;
/** A number without its 0, as it stands behind +61: the whole number ends so. */
const withoutZero = /^[2-478]\d{8}$/;

/**
 * The digits of what somebody looks for, where it may be a telephone number or a part of one, as they are dialled at home:
 * "+61 411 222 999", "0411222999", "222 999".
 */
export function soughtPhone(text: string): string | undefined {
  if (!/^\s*\(?[+\d][\d\s().-]*$/.test(text)) return undefined;
  const digits = phoneDigits(text);
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return undefined;
  return digits.length > 10 ? digits.replace(national, '0') : digits;
}

/** Whether digits are surely of a telephone number: a postcode has four, and the number of a business eleven. */
export function isWholePhone(digits: string): boolean {
  return digits.length > 4 && (digits.startsWith('0') || digits.length < 9 || withoutZero.test(digits));
}

/** Where one letter is easily meant for another: neighbours on the keyboard. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** A shorter word is one slip away from too many others. */
const FEWEST_LETTERS = 4;
/** No name is so long, and each letter of a word has to be tried as fifty others. */
const MOST_LETTERS = 20;
/** From so many letters on, two slips leave a word that can still be told. */
const LONG_WORD = 8;

/** A text that may have been meant, and how unlikely a slip it takes. */
export interface Slip {
  readonly text: string;
  readonly cost: number;
}

/** Whether a word can be corrected at all: numbers mean what they are. */
export function isCorrigible(word: string): boolean {
  return word.length >= FEWEST_LETTERS && word.length <= MOST_LETTERS && /^[a-z]+$/.test(word);
}

/** The beginning that a long word shares with what was meant, where both slips are behind it. */
export function soundBeginning(word: string): string | undefined {
  return word.length < LONG_WORD ? undefined : word.slice(0, Math.max(3, Math.floor(word.length / 3)));
}

/** Every text from which one slip of the finger makes this word: letters swapped, left out, doubled, too many or wrong. */
export function slipsOf(word: string): Slip[] {
  const found = new Map<string, number>();
  const add = (text: string, at: number, cost: number) => {
    // The first letter is rarely wrong.
    const whole = cost + (at === 0 ? 2 : 0);
    if (text !== word && whole < (found.get(text) ?? Infinity)) found.set(text, whole);
  };
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 1) add(before + after[1]! + after[0]! + after.slice(2), at, 1);
    if (after !== '') add(before + after.slice(1), at, after[0] === before.at(-1) ? 1 : 2);
    for (const letter of alphabet) {
      const isDoubled = letter === before.at(-1) || letter === after[0];
      add(before + letter + after, at, isDoubled ? 1 : 2);
      if (after !== '') add(before + letter + after.slice(1), at, isNear(letter, after[0]!) ? 1.5 : 2.5);
    }
  }
  return [...found].map(([text, cost]) => ({ text, cost })).toSorted((a, b) => a.cost - b.cost);
}

function isNear(one: string, other: string): boolean {
  return rows.some(
    (row) =>
      row.includes(one) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1 && row.includes(other),
  );
}

/** Of words that begin with texts one slip away, the one that was likeliest meant. Whoever types may not have finished. */
export function likeliest(
  found: readonly { readonly slip: Slip; readonly word: string }[],
): string | undefined {
  const costOf = ({ slip, word }: (typeof found)[number]) => slip.cost + (word === slip.text ? 0 : 0.75);
  return found.toSorted((a, b) => costOf(a) - costOf(b) || a.word.localeCompare(b.word))[0]?.word;
}

const MOST_SLIPS = 2;

/** Of words that begin alike, the one that is at most two slips away from what was typed, or of which a beginning is. */
export function withinTwo(typed: string, words: readonly string[]): string | undefined {
  return words
    .map((word) => ({ word, slips: slipsBetween(typed, word) }))
    .filter(({ slips }) => slips <= MOST_SLIPS)
    .toSorted((a, b) => a.slips - b.slips || a.word.length - b.word.length || a.word.localeCompare(b.word))[0]
    ?.word;
}

/** How many slips lie between what was typed and a word, or a beginning of it. */
export function slipsBetween(typed: string, word: string): number {
  let [older, old]: [number[], number[]] = [[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (const [row, letter] of typed.split('').entries()) {
    const next = [row + 1];
    for (let at = 1; at <= word.length; at++) {
      const wrong = old[at - 1]! + (word[at - 1] === letter ? 0 : 1);
      const isSwapped = row > 0 && at > 1 && word[at - 1] === typed[row - 1] && word[at - 2] === letter;
      next[at] = Math.min(wrong, old[at]! + 1, next[at - 1]! + 1, isSwapped ? older[at - 2]! + 1 : Infinity);
    }
    [older, old] = [old, next];
  }
  return Math.min(...old.slice(Math.max(0, typed.length - MOST_SLIPS)));
}

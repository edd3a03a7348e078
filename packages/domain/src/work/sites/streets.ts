import { isStreetAlone, isStreetKind } from '../../values/street-address.ts';

/** "12", "12a", "3/12" and "12-14": a number of a door, and not "1st". */
const number = /^\d+[a-z]?(?:[/–-]\d+[a-z]?)*$/i;

/** What of an address is its street, as it is written: "Church Street" of "Unit 4, 12 Church Street"; all of it where there is no number. */
export function streetOf(address: string): string {
  const words = [...address.matchAll(/[^\s,]+/g)];
  const last = words.findLastIndex(([word]) => number.test(word));
  const first = words[last + 1];
  return first === undefined ? '' : address.slice(first.index).trim();
}

/** Its words as they are compared, while it is being typed as well. */
export function streetWords(address: string): string[] {
  return streetOf(address)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Fewer letters begin too many streets. */
const FEWEST_LETTERS = 3;

/** The word that tells most of the street that is typed: the longest of its own name, which Street and Road are no part of. */
export function tellingWord(typed: string): string | undefined {
  const own = streetWords(typed).filter((word) => !isStreetKind(word) || isStreetAlone(word));
  const longest = own.toSorted((a, b) => b.length - a.length)[0];
  return longest !== undefined && longest.length >= FEWEST_LETTERS ? longest : undefined;
}

/** What is typed, with the street that was meant: "14 chur" becomes "14 Church Street". */
export function withStreet(typed: string, street: string): string {
  const before = typed.slice(0, typed.length - streetOf(typed).length).trimEnd();
  return before === '' ? street : `${before} ${street}`;
}

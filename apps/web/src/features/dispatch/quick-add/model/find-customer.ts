import { wordsOf } from '@muster/domain/values/words';

export interface FoundCustomer {
  readonly id: string;
  readonly name: string;
  readonly suburb: string | null;
  readonly phone: string;
}

export interface Found {
  /** The words that found them. */
  readonly words: readonly string[];
  readonly customers: readonly FoundCustomer[];
  /** Those who have the telephone number. */
  readonly ringing: readonly string[];
}

/** What a sentence says of a customer. */
export interface Said {
  readonly words: readonly string[];
  readonly phone?: string | undefined;
  /** Whether the words are a name and nothing else: beside a telephone number or an address they are. */
  readonly isName: boolean;
}

interface Place {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly suburb: string;
  readonly postcode: string;
}

/** What the words say of a customer's sites. */
export interface Whereabouts<Site> {
  /** One: that is where. Several, or none: somebody has to say. */
  readonly sites: readonly Site[];
  readonly isClear: boolean;
  /** Words that tell neither who nor where: what is to be done. */
  readonly others: readonly string[];
}

const mostWords = 8;

/** All of the words, then their beginnings from the longest down, then their ends. */
export function runsOf(words: readonly string[]): string[][] {
  const said = words.slice(0, mostWords);
  const shorter = said.map((_, count) => count).slice(1);
  return [
    said,
    ...shorter.toReversed().map((count) => said.slice(0, count)),
    ...shorter.map((count) => said.slice(count)),
  ];
}

const begins = (word: string, text: string) => wordsOf(text).some((one) => one.startsWith(word));
const isIn = (word: string, text: string) => wordsOf(text).includes(word);
const partsOf = (words: readonly string[]) => words.flatMap((word) => wordsOf(word));

/** Whether each word begins one of the name. */
export function beginsNameOf(words: readonly string[], name: string): boolean {
  return partsOf(words).every((word) => begins(word, name));
}

/** Whether each word is one of the name. */
export function isNamedSo(words: readonly string[], name: string): boolean {
  return words.length > 0 && partsOf(words).every((word) => isIn(word, name));
}

/** Whoever has the number and no other name is the one; two who share it are asked about. */
export function surelyRinging(
  { customers, ringing }: Found,
  words: readonly string[],
): FoundCustomer | undefined {
  const having = customers.filter(({ id }) => ringing.includes(id));
  const [only] = having;
  if (only === undefined || having.length > 1) return undefined;
  return words.length === 0 || beginsNameOf(words, only.name) ? only : undefined;
}

/** The one customer whom the words name in full; whoever shares them, or has only beginnings of them, is asked about. */
export function surelyMeant({ words, customers }: Found): FoundCustomer | undefined {
  const [only] = customers;
  if (only === undefined || customers.length > 1) return undefined;
  const said = partsOf(words);
  const isNamed = said.some((word) => isIn(word, only.name));
  return isNamed && said.every((word) => isIn(word, only.name) || !begins(word, only.name))
    ? only
    : undefined;
}

/** Which of a customer's sites is meant, and which words say something else. */
export function whereabouts<Site extends Place>(
  words: readonly string[],
  found: Found,
  customer: FoundCustomer,
  sites: readonly Site[],
): Whereabouts<Site> {
  const more = words.filter((word) => !beginsNameOf([word], customer.name));
  const told = sites.map((site) => more.filter((word) => isOf(word, site)).length);
  const best = Math.max(0, ...told);
  const near = sites.filter((_, at) => told[at] === best);
  const others = more.filter((word) => !found.words.includes(word) && !near.some((site) => isOf(word, site)));
  return { sites: near, isClear: near.length === 1 && (best > 0 || others.length === 0), others };
}

function isOf(word: string, { name, address, suburb, postcode }: Place): boolean {
  const parts = wordsOf(word);
  return parts.length > 0 && parts.every((part) => begins(part, `${name} ${address} ${suburb} ${postcode}`));
}

import { wordsOf } from '../../values/words.ts';
import type { CheckKind } from '../visits/rules.ts';

/** An item of a check list, with everything said. */
export interface CheckItem {
  readonly text: string;
  readonly kind: CheckKind;
  readonly required: boolean;
}

/** As it is written down. */
export type WrittenItem =
  | string
  | {
      readonly text: string;
      readonly kind?: CheckKind | undefined;
      readonly required?: boolean | undefined;
    };

/** A plain text is a tick that nobody has to make. */
export function readItem(item: WrittenItem): CheckItem {
  if (typeof item === 'string') return { text: item, kind: 'tick', required: false };
  return { text: item.text, kind: item.kind ?? 'tick', required: item.required ?? false };
}

/** The shortest way to write it, so that whoever knows plain texts alone reads them as before. */
export function writeItem(item: WrittenItem): string | { text: string; kind: CheckKind; required: boolean } {
  const { text, kind, required } = readItem(item);
  return kind === 'tick' && !required ? text : { text, kind, required };
}

/** What a visit has of an item; nothing that goes without saying. */
export function itemOfVisit(item: WrittenItem): {
  text: string;
  done: boolean;
  kind?: CheckKind;
  required?: boolean;
} {
  const { text, kind, required } = readItem(item);
  return { text, done: false, ...(kind !== 'tick' && { kind }), ...(required && { required }) };
}

/** Words that many types of work share: alone they name none. */
const general = new Set(
  'repair servic check visit job work test replac install fix maintenanc inspect new new call out and the of for to in on at a an with'.split(
    ' ',
  ),
);
/** What people say of one and the same trouble, by the beginnings of the words. */
const alike = [
  'leak drip burst',
  'block clog overflow',
  'hot heat boil',
  'light lamp globe',
  'ant cockroach pest termit rat mous spid',
].map((words) => words.split(' '));

/** The part of a word that its forms share: "leaking" and "leaks" are leak. */
export function stemOf(word: string): string {
  const small = word.toLowerCase();
  return small.length > 4
    ? small.replace(/(?:ings?|ages?|ers?|ed|es|s|e)$/, '')
    : small.replace(/(?<=\w{3})s$/, '');
}

function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** Whether a word is one of those that say what kind of work it is. */
export function isOfType(word: string, types: readonly { readonly name: string }[]): boolean {
  const stem = stemOf(word);
  if (general.has(stem)) return false;
  return (
    types.some(({ name }) => stemsOf(name).includes(stem)) || alike.some((group) => group.includes(stem))
  );
}

/** The type of job that a description likely means, where one fits better than all others. */
export function guessType<Type extends { readonly name: string }>(
  description: string,
  types: readonly Type[],
): Type | undefined {
  const said = stemsOf(description).filter((stem) => !general.has(stem));
  const scored = types
    .map((type) => {
      const stems = stemsOf(type.name).filter((stem) => !general.has(stem));
      const points = said.map((stem) => {
        if (stems.includes(stem)) return 2;
        return alike.some((group) => group.includes(stem) && stems.some((one) => group.includes(one)))
          ? 1
          : 0;
      });
      return { type, score: points.reduce<number>((sum, one) => sum + one, 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && best.score > (second?.score ?? 0) ? best.type : undefined;
}

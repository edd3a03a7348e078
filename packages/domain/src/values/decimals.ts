// Numbers as people type them, wherever one is typed.

/** What is read of a text: a paste brings spaces, digits of full width and the minus of a word processor. */
export function readable(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').replaceAll('−', '-');
}

interface Kind {
  /** As in "an amount". */
  article: 'a' | 'an';
  noun: string;
  /** How many decimals it has at most. */
  places: number;
  /** In its finest part, and as people read it. */
  most: number;
  mostInWords: string;
  /** One that could be typed. */
  like: string;
}

const number = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*?)0*)?%?$/;

/** Why what was typed is not read: what is wrong with the number, or that it is none. */
export function decimalProblem(text: string, kind: Kind): string {
  const { noun, places, most, mostInWords, like } = kind;
  const one = `${kind.article === 'an' ? 'An' : 'A'} ${noun}`;
  const [given = '', sign, whole = '', rest = ''] = number.exec(readable(text)) ?? [];
  if (/\d/.test(given)) {
    if (sign === '-') return `${one} can’t be below zero.`;
    if (rest.length > places) return `${one} has ${places} decimals at most. Enter it like ${like}.`;
    const parts = Number(`${whole.replaceAll(',', '')}.${rest}`) * 10 ** places;
    if (parts > most) return `${one} can’t be more than ${mostInWords}.`;
    if (parts === 0) return `${one} must be more than zero.`;
  }
  return `“${text}” isn’t ${kind.article} ${noun}. Enter it like ${like}.`;
}

import { wordsOf } from '../values/words.ts';
import type { Reading } from './sentence.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

const mostWords = 5;
/** Words that are no initials, whoever has them. */
const small = new Set([
  'am',
  'pm',
  'at',
  'on',
  'in',
  'to',
  'by',
  'of',
  'for',
  'and',
  'the',
  'new',
  'no',
  'st',
  'rd',
]);

/** A technician by full name, first name (with the initial of another) or initials; whoever shares it is asked about. */
export function readTechnician(
  texts: readonly string[],
  technicians: readonly Named[],
): Reading<string> | undefined {
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const said = texts.slice(0, length);
    const meant = technicians.filter(({ name }) => isMeant(said, wordsOf(name)));
    if (meant.length === 0) continue;
    const choices = meant.map(({ id, name }) => ({ value: id, label: name }));
    return choices.length > 1 ? { length, choices, question: 'Which technician?' } : { length, choices };
  }
  return undefined;
}

function isMeant(said: readonly string[], name: readonly string[]): boolean {
  const [first, ...others] = said;
  const last = name.at(-1);
  if (said.join(' ') === name.join(' ')) return true;
  if (first === name[0])
    return others.length === 0 || (others.length === 1 && name.length > 1 && others[0] === last?.[0]);
  if (others.length > 0 || name.length < 2 || small.has(first!)) return false;
  return first === name.map((word) => word[0]).join('');
}

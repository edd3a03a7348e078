import { wordsOf } from '../../values/words.ts';
import type { Reading } from './sentence.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

const mostNameWords = 5;
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
  for (let length = Math.min(mostNameWords, texts.length); length > 0; length--) {
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

const mostTypeWords = 6;
/** They join the words of a name and say nothing by themselves. */
const joining = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/**
 * A type of job by words of its name that stand together. One word of several may as well belong to a customer's name, so
 * it is asked about.
 */
export function readType(texts: readonly string[], types: readonly Named[]): Reading<string> | undefined {
  const named = types.map(({ id, name }) => ({ id, name, words: wordsOf(name).map(singular) }));
  for (let length = Math.min(mostTypeWords, texts.length); length > 0; length--) {
    const said = texts.slice(0, length).map(singular);
    if (joining.has(said[0]!) || joining.has(said.at(-1)!)) continue;
    const having = named.filter(({ words }) => said.every((word) => words.includes(word)));
    if (having.length === 0) continue;
    const whole = having.filter(({ words }) => words.length === said.length);
    const meant = whole.length > 0 ? whole : having;
    const choices = meant.map(({ id, name }) => ({ value: id, label: name }));
    const isClear = choices.length === 1 && (whole.length === 1 || length > 1);
    return isClear ? { length, choices } : { length, choices, question: 'Which type of job?' };
  }
  return undefined;
}

/** A skill by its whole name. */
export function readSkill(texts: readonly string[], skills: readonly Named[]): Reading<string> | undefined {
  for (let length = Math.min(mostTypeWords, texts.length); length > 0; length--) {
    const said = texts.slice(0, length).join(' ');
    const skill = skills.find(({ name }) => wordsOf(name).join(' ') === said);
    if (skill) return { length, choices: [{ value: skill.id, label: skill.name }] };
  }
  return undefined;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
}

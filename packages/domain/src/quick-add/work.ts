import { wordsOf } from '../values/words.ts';
import type { Named } from './people.ts';
import type { Reading } from './sentence.ts';

const mostWords = 6;
/** They join the words of a name and say nothing by themselves. */
const joining = new Set(['a', 'an', 'and', 'at', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with']);

/**
 * A type of job by words of its name that stand together. One word of several may as well belong to a customer's name, so
 * it is asked about.
 */
export function readType(texts: readonly string[], types: readonly Named[]): Reading<string> | undefined {
  const named = types.map(({ id, name }) => ({ id, name, words: wordsOf(name).map(singular) }));
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
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
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const said = texts.slice(0, length).join(' ');
    const skill = skills.find(({ name }) => wordsOf(name).join(' ') === said);
    if (skill) return { length, choices: [{ value: skill.id, label: skill.name }] };
  }
  return undefined;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/(?<!s)s$/, '') : word;
}

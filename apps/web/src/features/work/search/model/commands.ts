import { wordsOf } from '@muster/domain/values/words';
import { isCorrigible, slipsBetween } from '@muster/domain/work/search/rules';
import type { ReactNode } from 'react';

/** Something that the palette starts. */
export interface Command {
  id: string;
  label: string;
  /** What else people call it. */
  words?: string;
  icon?: ReactNode;
  /** The key that does the same. */
  hint?: string;
  /** Whether it is shown only to whoever types what it is called: there may be many such. */
  isSought?: boolean;
  run: () => void;
}

/** Whether each word that was typed begins one of the text. */
export function matches(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((typed) => words.some((word) => word.startsWith(typed)));
}

/** The commands that are meant; all of them where nothing is typed. Those that begin with what was typed are first. */
export function commandsFor(typed: string, commands: readonly Command[]): Command[] {
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(typed.trim().toLowerCase());
  const isOpen = typed.trim() === '';
  const meant = commands.filter(
    ({ label, words = '', isSought = false }) => !(isOpen && isSought) && matches(typed, `${label} ${words}`),
  );
  return [...meant.filter(begins), ...meant.filter((command) => !begins(command))];
}

/** Those that are meant by whoever made one slip of the finger in a word. */
export function commandsNear(typed: string, commands: readonly Command[]): Command[] {
  const isMeant = (typed: string, word: string) =>
    word.startsWith(typed) || (isCorrigible(typed) && slipsBetween(typed, word) <= 1);
  const said = wordsOf(typed);
  if (said.length === 0) return [];
  return commands.filter(({ label, words = '' }) => {
    const known = wordsOf(`${label} ${words}`);
    return said.every((typed) => known.some((word) => isMeant(typed, word)));
  });
}

import { wordsOf } from '@muster/domain/values/words';
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
  const meant = commands.filter(({ label, words = '' }) => matches(typed, `${label} ${words}`));
  return [...meant.filter(begins), ...meant.filter((command) => !begins(command))];
}

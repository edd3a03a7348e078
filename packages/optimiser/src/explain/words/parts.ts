import type { RuleName } from '@muster/domain/dispatch/scheduling/constraints';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';

/** A piece of a sentence. What it names can be made a link; a moment is written by the clocks of whoever reads it. */
export type Part = {
  readonly text: string;
  readonly visit?: string;
  readonly technician?: string;
  readonly rule?: RuleName;
} & ({ readonly at?: never } | { readonly at: EpochMinutes; readonly as: 'time' | 'day' });

/** What people call them: "Cole", who is a P2, and "Dave". */
export type Names = {
  readonly visit: (id: string) => { readonly name: string; readonly priority?: string };
  readonly technician: (id: string) => string;
  readonly skill: (id: string) => string;
};

/** Sentences are put together from words, parts and what is not to be said after all. */
export type Piece = string | Part | undefined | readonly Piece[];

export function say(...pieces: readonly Piece[]): Part[] {
  return pieces.flatMap((piece): Part[] => {
    if (piece === undefined) return [];
    if (typeof piece === 'string') return piece === '' ? [] : [{ text: piece }];
    return isList(piece) ? say(...piece) : [piece];
  });
}

function isList(piece: Part | readonly Piece[]): piece is readonly Piece[] {
  return Array.isArray(piece);
}

/** "9:30 am". */
export function time(at: number): Part {
  return { text: '', at: epochMinutes(at), as: 'time' };
}

/** "Wed 18 Nov". */
export function day(at: number): Part {
  return { text: '', at: epochMinutes(at), as: 'day' };
}

/** Words that lead to a rule. */
export function ruled(rule: RuleName, text: string): Part {
  return { text, rule };
}

/** "Dave", "Dave and Priya", "Dave, Priya and Sam". */
export function listed(items: readonly Piece[], last = 'and'): Piece[] {
  return items.flatMap((item, i) => {
    if (i === 0) return [item];
    return [i === items.length - 1 ? ` ${last} ` : ', ', item];
  });
}

/** The same as plain text, by the clocks of a zone. */
export function asText(parts: readonly Part[], zone: string): string {
  return parts
    .map((part) => {
      if (part.at === undefined) return part.text;
      return part.as === 'day' ? dayInWords(part.at, zone) : timeInWords(part.at, zone);
    })
    .join('');
}

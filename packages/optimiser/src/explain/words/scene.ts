import { DAY_MINUTES } from '@muster/domain/values/minutes';
import type { Problem } from '@muster/domain/dispatch/scheduling/problem';

import { horizonOf } from '../horizon.ts';
import type { Names, Part, Piece } from './parts.ts';
import { listed } from './parts.ts';

/** Who is who, for whoever puts reasons into words. */
export type Scene = {
  readonly who: (id: string) => Part;
  readonly what: (id: string) => Part;
  /** With its priority, where that is the point. */
  readonly ranked: (id: string) => Part;
  readonly all: (technicians: readonly string[]) => Piece;
  /** What proves these skills: "gas ticket". */
  readonly tickets: (skills: readonly string[]) => string;
  /** Whether days have to be told apart. */
  readonly hasManyDays: boolean;
};

/** More names are a number; and of very many nobody wants to read the first three. */
const MOST_NAMES = 4;
const VERY_MANY = 20;

export function sceneOf(problem: Problem, names: Names): Scene {
  const { start, end } = horizonOf(problem);
  const who = (id: string): Part => ({ text: names.technician(id), technician: id });
  return {
    who,
    what: (id) => ({ text: names.visit(id).name, visit: id }),
    ranked: (id) => {
      const { name, priority } = names.visit(id);
      return { text: priority === undefined ? name : `${name} (${priority})`, visit: id };
    },
    all: (technicians) => {
      if (technicians.length > VERY_MANY) return `${technicians.length} technicians`;
      const named = technicians.length > MOST_NAMES ? technicians.slice(0, MOST_NAMES - 1) : technicians;
      const more = technicians.length - named.length;
      return listed([...named.map(who), ...(more > 0 ? [`${more} others`] : [])]);
    },
    tickets: (skills) => ticketsFor(skills.map(names.skill)),
    hasManyDays: end - start > DAY_MINUTES,
  };
}

/** "gas ticket", "gas and electric tickets". */
export function ticketsFor(skills: readonly string[]): string {
  const names =
    skills.length < 2 ? skills.join('') : `${skills.slice(0, -1).join(', ')} and ${skills.at(-1)}`;
  return `${names} ${skills.length === 1 ? 'ticket' : 'tickets'}`;
}

type Of<Reason, Code> = Reason extends { readonly code: infer Codes }
  ? Code extends Codes
    ? Reason
    : never
  : never;

/** A phrase for each code of a kind of reason. */
export type Phrases<Reason extends { readonly code: string }> = {
  readonly [Code in Reason['code']]: (reason: Of<Reason, Code>, scene: Scene) => Piece;
};

export function phrase<Reason extends { readonly code: string }>(
  phrases: Phrases<Reason>,
  reason: Reason,
  scene: Scene,
): Piece {
  // The table has a phrase for each code, but the compiler does not follow the code from the reason to its phrase.
  const found: (reason: never, scene: Scene) => Piece = phrases[reason.code as Reason['code']];
  return found(reason as never, scene);
}

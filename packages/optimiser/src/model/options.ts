import type { Shift, Technician } from '@muster/domain/scheduling/problem';

import { NEVER } from './model.ts';

/** What a model needs to know beside the problem, where that is only a part of a larger one. */
export type CompileOptions = {
  /** No matrix is turned, as few drives are read; and every rule is laid out. */
  readonly forQuestions?: boolean;
  /** Every rule is laid out, even where a problem needs none but those of the textbooks. */
  readonly everyRule?: boolean;
  /** Visit time that is fair for each technician. */
  readonly shares?: readonly number[];
  /** What is on the vehicle of a technician in a shift already, by kind of load. */
  readonly loaded?: (technician: string, shift: string) => readonly number[];
  /** Whether a technician may be given a visit, beside what the rules say. */
  readonly mayTake?: (visit: string, technician: string) => boolean;
};

/** How much of one kind of load a vehicle still carries. */
export function roomFor(
  { id, capacity }: Technician,
  shift: Shift,
  kind: number,
  { loaded }: CompileOptions,
): number {
  const most = capacity?.[kind];
  return most === undefined ? NEVER : Math.max(0, most - (loaded?.(id, shift.id)[kind] ?? 0));
}

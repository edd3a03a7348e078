import { type EpochMinutes, type Minutes, minutes } from '../../values/minutes.ts';
import type { Board, BoardVisit } from './prepared.ts';
import type { VisitState } from './rows.ts';

/** Somebody runs late, by their own words. */
export interface Delay {
  readonly technician: string;
  readonly expected: EpochMinutes;
  /** Against the start that is planned. */
  readonly by: Minutes;
  readonly text: string;
}

/** Whoever is there is not late any more. */
const awaited: ReadonlySet<VisitState> = new Set(['planned', 'dispatched', 'en route']);

/**
 * By how much somebody runs late for a visit, as they have said. It means nothing any more once they are there, once the visit is
 * planned for then, and where somebody else has it.
 */
export function delayOf({ assignments }: Pick<Board, 'assignments'>, { row }: BoardVisit): Delay | undefined {
  const { delay, state } = row;
  if (delay === undefined || !awaited.has(state)) return undefined;
  const own = assignments.get(row.id)?.find(({ technician }) => technician === delay.technician);
  if (own === undefined || delay.expected <= own.start) return undefined;
  return { ...delay, by: minutes(delay.expected - own.start) };
}

import type { BoardTables } from '@muster/domain/board/schema';
import type { KnownBoard } from '../api.ts';

/** What somebody has done here and the server has not confirmed yet. */
export interface Pending {
  /** The id of the command. */
  readonly key: string;
  /** The visits that it is about. */
  readonly visits: readonly string[];
  readonly apply: (tables: BoardTables) => BoardTables;
  /** Whether it was sent in vain, and waits for the network. */
  readonly isWaiting?: boolean;
  /** The number of its change, once the server has answered. */
  readonly change?: number;
}

/** Confirmed are those that the stream has told of, and those that what was read since holds already. */
export function unconfirmed(known: KnownBoard, pending: readonly Pending[]): readonly Pending[] {
  const isOpen = ({ key, change }: Pending) =>
    !known.commands.includes(key) && (change === undefined || change > known.change);
  return pending.every(isOpen) ? pending : pending.filter(isOpen);
}

/** What is confirmed, with what is not on top of it, in the order in which it was done. */
export function expectedTables(
  known: KnownBoard,
  pending: readonly Pending[],
  confirmed: BoardTables = known.tables,
): BoardTables {
  return unconfirmed(known, pending).reduce((tables, { apply }) => apply(tables), confirmed);
}

export type Doubt = 'saving' | 'waiting';

/** The visits that somebody has changed and the server has not answered for yet. */
export function inDoubt(pending: readonly Pending[]): ReadonlyMap<string, Doubt> {
  return new Map(
    pending
      .filter(({ change }) => change === undefined)
      .flatMap(({ visits, isWaiting }) =>
        visits.map((visit) => [visit, isWaiting === true ? 'waiting' : 'saving'] as const),
      ),
  );
}

import type { BoardTables } from '@muster/domain/board/schema';
import type { KnownBoard } from '../api.ts';

/** What somebody has done here and the server has not confirmed yet. */
export interface Pending {
  /** The id of the command. */
  readonly key: string;
  readonly apply: (tables: BoardTables) => BoardTables;
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
export function expectedTables(known: KnownBoard, pending: readonly Pending[]): BoardTables {
  return unconfirmed(known, pending).reduce((tables, { apply }) => apply(tables), known.tables);
}

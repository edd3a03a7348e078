import type { EpochMinutes } from '../../values/minutes.ts';
import { noRoads } from '../roads/rules.ts';
import type { Board } from '../scheduling/board/board.ts';
import { withAssignments, withVisits, prepareBoard } from '../scheduling/board/prepare.ts';
import { boardRows } from './rules.ts';
import type { BoardTables } from './schema.ts';

/** A board, and the tables that it was made from. */
export interface Derived {
  readonly tables: BoardTables;
  readonly now: EpochMinutes;
  readonly board: Board;
}

/**
 * The board of these tables. Where only visits and bookings differ from the tables before, as they do after every move, the rest of
 * the board is kept: making all of it anew takes a hundred times as long.
 */
export function deriveBoard(tables: BoardTables, now: EpochMinutes, before?: Derived): Derived {
  if (before === undefined || !isAlike(tables, before.tables))
    return { tables, now, board: prepareBoard(boardRows(tables, now)) };
  const changed = changedVisits(before.tables, tables);
  const rows = boardRows(
    {
      ...tables,
      // The board before has them already, as the table that is asked.
      roads: noRoads,
      visits: tables.visits.filter(({ id }) => changed.has(id)),
      assignments: tables.assignments.filter(({ visit_id }) => changed.has(visit_id)),
    },
    now,
  );
  const crews = Map.groupBy(rows.assignments, ({ visit }) => visit);
  const booked = new Map([...changed].map((id) => [id, crews.get(id) ?? []]));
  const board = withAssignments(withVisits({ ...before.board, now }, rows.visits), booked);
  return { tables, now, board };
}

/** Whether all but visits, their bookings, their delays and what was told of them is the same, and no visit has left. */
function isAlike(tables: BoardTables, before: BoardTables): boolean {
  const { visits, assignments: _, field_records: __, customer_messages: ___, ...rest } = tables;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  if (names.some((name) => tables[name] !== before[name])) return false;
  const ids = new Set(visits.map(({ id }) => id));
  return before.visits.every(({ id }) => ids.has(id));
}

function changedVisits(before: BoardTables, after: BoardTables): Set<string> {
  const beside = ({ assignments, field_records, customer_messages }: BoardTables) => [
    ...assignments,
    ...field_records,
    ...customer_messages,
  ];
  const known = new Set<object>([...before.visits, ...beside(before)]);
  const kept = new Set<object>(beside(after));
  return new Set([
    ...after.visits.filter((row) => !known.has(row)).map(({ id }) => id),
    ...beside(after)
      .filter((row) => !known.has(row))
      .map(({ visit_id }) => visit_id),
    ...beside(before)
      .filter((row) => !kept.has(row))
      .map(({ visit_id }) => visit_id),
  ]);
}

import { bookingOf, noBookings, sortBookings } from './bookings.ts';
import { prepareVisit } from './prepare.ts';
import type { Board } from './prepared.ts';
import type { AssignmentRow, VisitRow } from './rows.ts';

/** The same board with other assignments for some visits: an empty list takes a visit off it. The board itself stays as it is. */
export function withAssignments(board: Board, changed: ReadonlyMap<string, readonly AssignmentRow[]>): Board {
  const assignments = new Map(board.assignments);
  const bookings = new Map(board.bookings);
  const touched = new Set<string>();
  for (const [visit, rows] of changed) {
    for (const { technician } of [...(board.assignments.get(visit) ?? []), ...rows]) touched.add(technician);
    if (rows.length > 0) assignments.set(visit, rows);
    else assignments.delete(visit);
  }
  const added = Map.groupBy([...changed.values()].flat(), ({ technician }) => technician);
  for (const technician of touched) {
    const kept = (bookings.get(technician) ?? noBookings).list.filter(({ id }) => !changed.has(id));
    const own = (added.get(technician) ?? []).flatMap((row) => bookingOf(row, board.visits));
    bookings.set(technician, sortBookings([...kept, ...own]));
  }
  return { ...board, assignments, bookings };
}

/** The same board with other rows for some visits, or with visits that it did not have. */
export function withVisits(board: Board, rows: readonly VisitRow[]): Board {
  const visits = new Map(board.visits);
  for (const row of rows) visits.set(row.id, prepareVisit(board, row));
  const booked = rows.flatMap(({ id }) => {
    const own = board.assignments.get(id);
    return own === undefined ? [] : [[id, own] as const];
  });
  return withAssignments({ ...board, visits }, new Map(booked));
}

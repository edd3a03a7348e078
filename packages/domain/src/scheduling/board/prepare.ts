import { addDays, datesBetween, startOfDay } from '../../values/local-time.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { noBookings, sortBookings } from './bookings.ts';
import type { Board, BoardDay, BoardTechnician, BoardVisit, Booking, Bookings } from './prepared.ts';
import type { AbsenceRow, AssignmentRow, BoardRows, TechnicianRow, VisitRow } from './rows.ts';
import { expandShifts, partsOfShifts } from './shifts.ts';
import { provenUntil } from './skills.ts';
import { visitTimes } from './windows.ts';

/** Does once what every question would have to do again: zones, shifts, absences, tickets, the order of visits. */
export function prepareBoard(rows: BoardRows): Board {
  const days = boardDays(rows);
  const absences = Map.groupBy(
    rows.absences.toSorted((a, b) => a.start - b.start),
    ({ technician }) => technician,
  );
  const technicians = new Map(
    rows.technicians.map((row) => [row.id, prepareTechnician(rows, row, absences.get(row.id) ?? [])]),
  );
  const visits = new Map(rows.visits.map((row) => [row.id, prepareVisit(row, days)]));
  const assignments = Map.groupBy(rows.assignments, ({ visit }) => visit);
  const { now, business } = rows;
  return {
    now,
    business,
    days,
    technicians,
    visits,
    assignments,
    bookings: bookingsOf(rows.assignments, visits),
  };
}

/** The day before the first as well, whose last shift may end in it. */
function boardDays({ firstDay, lastDay, business: { zone }, holidays }: BoardRows): BoardDay[] {
  const names = new Map(holidays.map(({ date, name }) => [date, name]));
  return datesBetween(addDays(firstDay, -1), lastDay).map((date) => ({
    date,
    start: startOfDay(date, zone),
    end: startOfDay(addDays(date, 1), zone),
    holiday: names.get(date) ?? null,
  }));
}

function prepareTechnician(
  { firstDay, lastDay, business, holidays }: BoardRows,
  row: TechnicianRow,
  absences: readonly AbsenceRow[],
): BoardTechnician {
  const dates = datesBetween(addDays(firstDay, -1), lastDay);
  const free = new Set<LocalDate>(holidays.map(({ date }) => date));
  const shifts = expandShifts(row.workingWeek ?? business.workingWeek, dates, business, free);
  const base = row.base === null ? null : { id: `base of ${row.id}`, position: row.base };
  const counted = business.travel.countsBaseDrives ? base : null;
  return {
    row,
    base: counted,
    shifts,
    parts: partsOfShifts(shifts, absences, counted),
    absences,
    skills: provenUntil(row, business),
  };
}

/** For a visit that is not on the board yet, too, or one whose row somebody is changing. */
export function prepareVisit(row: VisitRow, days: readonly BoardDay[]): BoardVisit {
  // A site in another zone may have another date at the edges of the board.
  const dates = datesBetween(addDays(days[0]!.date, -1), addDays(days.at(-1)!.date, 1));
  return { row, place: { id: row.site.id, position: row.site.position }, ...visitTimes(row, dates) };
}

function bookingsOf(
  assignments: readonly AssignmentRow[],
  visits: ReadonlyMap<string, BoardVisit>,
): Map<string, Bookings> {
  const byTechnician = Map.groupBy(assignments, ({ technician }) => technician);
  return new Map([...byTechnician].map(([id, own]) => [id, sortBookings(own.flatMap(asBooking(visits)))]));
}

/** A cancelled visit takes nobody's time, whatever is left of its assignments. */
function asBooking(visits: ReadonlyMap<string, BoardVisit>) {
  return ({ visit: id, start, end }: AssignmentRow): Booking[] => {
    const visit = visits.get(id);
    return visit === undefined || visit.row.state === 'cancelled' ? [] : [{ start, end, visit }];
  };
}

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
    const kept = (bookings.get(technician) ?? noBookings).list.filter(
      ({ visit }) => !changed.has(visit.row.id),
    );
    const own = (added.get(technician) ?? []).flatMap(asBooking(board.visits));
    bookings.set(technician, sortBookings([...kept, ...own]));
  }
  return { ...board, assignments, bookings };
}

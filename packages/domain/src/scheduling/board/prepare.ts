import type { Calendar } from '../../values/calendar.ts';
import { createCalendar } from '../../values/calendar.ts';
import { addDays, datesBetween } from '../../values/local-time.ts';
import { bookingOf, sortBookings } from './bookings.ts';
import type { Board, BoardDay, BoardTechnician, BoardVisit, Bookings } from './prepared.ts';
import type { AbsenceRow, AssignmentRow, BoardRows, BusinessRow, TechnicianRow, VisitRow } from './rows.ts';
import { expandShifts, partsOfShifts } from './shifts.ts';
import { provenUntil } from './skills.ts';
import { visitTimes } from './windows.ts';

/** Does once what every question would have to do again: zones, shifts, absences, tickets, the order of visits. */
export function prepareBoard(rows: BoardRows): Board {
  const { now, business } = rows;
  const calendar = createCalendar();
  const days = boardDays(calendar, rows);
  const absences = Map.groupBy(
    rows.absences.toSorted((a, b) => a.start - b.start),
    ({ technician }) => technician,
  );
  const technicians = new Map(
    rows.technicians.map((row) => [
      row.id,
      prepareTechnician(calendar, business, days, row, absences.get(row.id) ?? []),
    ]),
  );
  const visits = new Map(rows.visits.map((row) => [row.id, prepareVisit({ calendar, days }, row)]));
  const assignments = Map.groupBy(rows.assignments, ({ visit }) => visit);
  const bookings = bookingsOf(rows.assignments, visits);
  return { calendar, now, business, days, technicians, visits, assignments, bookings };
}

/** The day before the first as well, whose last shift may end in it. */
function boardDays(
  { startOfDay, dayAfter }: Calendar,
  { firstDay, lastDay, business: { zone }, holidays }: BoardRows,
): BoardDay[] {
  const names = new Map(holidays.map(({ date, name }) => [date, name]));
  return datesBetween(addDays(firstDay, -1), lastDay).map((date) => ({
    date,
    start: startOfDay(date, zone),
    end: startOfDay(dayAfter(date), zone),
    holiday: names.get(date) ?? null,
  }));
}

function prepareTechnician(
  calendar: Calendar,
  business: BusinessRow,
  days: readonly BoardDay[],
  row: TechnicianRow,
  absences: readonly AbsenceRow[],
): BoardTechnician {
  const shifts = expandShifts(calendar, row.workingWeek ?? business.workingWeek, days, business);
  const isCounted = row.base !== null && business.travel.countsBaseDrives;
  const base = isCounted ? { id: `base of ${row.id}`, position: row.base } : null;
  const parts = partsOfShifts(shifts, absences, base);
  const unbroken = absences.length === 0 ? parts : partsOfShifts(shifts, [], base);
  return { row, shifts, parts, unbroken, absences, skills: provenUntil(calendar, row, business) };
}

/** For a visit that is not on the board yet, too, or one whose row somebody is changing. */
export function prepareVisit(
  { calendar, days }: Pick<Board, 'calendar' | 'days'>,
  row: VisitRow,
): BoardVisit {
  // A site in another zone may have another date at the edges of the board; the day before its first is among the days.
  const dates = [...days.map(({ date }) => date), calendar.dayAfter(days.at(-1)!.date)];
  return {
    row,
    place: { id: row.site.id, position: row.site.position },
    ...visitTimes(calendar, row, dates),
  };
}

function bookingsOf(
  assignments: readonly AssignmentRow[],
  visits: ReadonlyMap<string, BoardVisit>,
): Map<string, Bookings> {
  const byTechnician = Map.groupBy(assignments, ({ technician }) => technician);
  return new Map(
    [...byTechnician].map(([id, own]) => [id, sortBookings(own.flatMap((row) => bookingOf(row, visits)))]),
  );
}

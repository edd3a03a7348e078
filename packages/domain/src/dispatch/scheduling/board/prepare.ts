import type { Calendar, LocalTime, LocalDate } from '../../../values/local-time.ts';
import { createCalendar, addDays, datesBetween } from '../../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../../values/minutes.ts';
import { epochMinutes, minutesAfter } from '../../../values/minutes.ts';
import { overlaid } from '../../../values/overlay.ts';
import type { Place } from '../../../values/travel.ts';
import type {
  Board,
  BoardDay,
  BoardTechnician,
  BoardVisit,
  Bookings,
  AbsenceRow,
  AssignmentRow,
  BoardRows,
  BusinessRow,
  TechnicianRow,
  VisitRow,
  BoardBreak,
  BoardShift,
  ShiftPart,
  Span,
  WorkingHours,
  WorkingWeek,
  TicketRow,
} from './board.ts';
import { bookingOf, sortBookings, noBookings } from './bookings.ts';

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
function prepareVisit({ calendar, days }: Pick<Board, 'calendar' | 'days'>, row: VisitRow): BoardVisit {
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

/** The working hours of a week on these days, in order. Overtime ends where the next shift begins. */
function expandShifts(
  calendar: Calendar,
  week: WorkingWeek,
  days: readonly BoardDay[],
  { zone, overtime }: Pick<BusinessRow, 'zone' | 'overtime'>,
): BoardShift[] {
  const shifts = days
    .flatMap((day) => {
      const weekday = calendar.weekdayOf(day.date);
      const hours = week.filter((entry) => entry.weekday === weekday);
      return hours.map((entry) => onDay(calendar, entry, day, zone));
    })
    .sort((a, b) => a.start - b.start);
  return shifts.map((shift, i) => withOvertime(shift, overtime, shifts[i + 1]));
}

type RegularShift = Omit<BoardShift, 'latestEnd'>;

function withOvertime(shift: RegularShift, overtime: Minutes, next: RegularShift | undefined): BoardShift {
  const latest = Math.min(minutesAfter(shift.end, overtime), next?.start ?? Infinity);
  return { ...shift, latestEnd: epochMinutes(Math.max(shift.end, latest)) };
}

/** Times are texts of one length, so that they compare as they follow each other in a day. */
function onDay(
  calendar: Calendar,
  { from, to, breaks }: WorkingHours,
  { date, holiday }: BoardDay,
  zone: string,
): RegularShift {
  const next = calendar.dayAfter(date);
  const at = (time: LocalTime): EpochMinutes => calendar.momentOf(time < from ? next : date, time, zone);
  return {
    date,
    start: calendar.momentOf(date, from, zone),
    end: calendar.momentOf(to <= from ? next : date, to, zone),
    breaks: breaks
      .map(({ from: opens, to: closes, length }): BoardBreak => {
        const earliest = at(opens);
        return { earliest, latest: epochMinutes(Math.max(earliest, at(closes) - length)), length };
      })
      .sort((a, b) => a.earliest - b.earliest),
    isHoliday: holiday !== null,
  };
}

/** What absences leave of the shifts. The day begins and ends at the base, but not where it begins or ends with an absence. */
function partsOfShifts(
  shifts: readonly BoardShift[],
  absences: readonly Span[],
  base: Place | null,
): ShiftPart[] {
  return shifts.flatMap((shift) => {
    const away = absences.filter(({ start, end }) => start < shift.latestEnd && end > shift.start);
    const parts: ShiftPart[] = [];
    let start = shift.start;
    let startPlace = base;
    const add = (end: EpochMinutes, latestEnd: EpochMinutes, endPlace: Place | null): void => {
      if (end <= start) return;
      const id = `${shift.date}/${start}`;
      const breaks = breaksWithin(shift.breaks, start, latestEnd, parts);
      parts.push({ id, start, end, latestEnd, breaks, startPlace, endPlace, isHoliday: shift.isHoliday });
    };
    for (const absence of away) {
      const isInOvertime = absence.start >= shift.end;
      const end = isInOvertime ? shift.end : absence.start;
      add(end, isInOvertime ? absence.start : end, isInOvertime ? base : null);
      start = epochMinutes(Math.max(start, absence.end));
      startPlace = null;
    }
    add(shift.end, shift.latestEnd, base);
    return parts;
  });
}

/** A break belongs to the first part in which it can be taken. */
function breaksWithin(
  breaks: readonly BoardBreak[],
  start: EpochMinutes,
  latestEnd: EpochMinutes,
  before: readonly ShiftPart[],
): BoardBreak[] {
  return breaks.flatMap(({ earliest, latest, length }) => {
    const first = Math.max(earliest, start);
    const last = Math.min(latest, latestEnd - length);
    const isTaken = before.some((part) => part.latestEnd - length >= earliest && part.start <= latest);
    if (first > last || isTaken) return [];
    return [{ earliest: epochMinutes(first), latest: epochMinutes(last), length }];
  });
}

/** What was agreed with the customer, as moments. Visits without a date may start in their window on each of the dates. */
function visitTimes(
  calendar: Calendar,
  row: VisitRow,
  dates: readonly LocalDate[],
): Pick<BoardVisit, 'day' | 'windows' | 'notBefore' | 'dueBy'> {
  const { zone } = row.site;
  return {
    day: row.date === null ? null : wholeDay(calendar, row.date, zone),
    windows: windowsOf(calendar, row, dates),
    notBefore: row.notBefore === null ? null : calendar.startOfDay(row.notBefore, zone),
    dueBy: row.dueBy === null ? null : wholeDay(calendar, row.dueBy, zone).end,
  };
}

function windowsOf(
  calendar: Calendar,
  { date, window, site }: VisitRow,
  dates: readonly LocalDate[],
): Span[] | null {
  if (window === null) return date === null ? null : [wholeDay(calendar, date, site.zone)];
  return (date === null ? dates : [date]).map((day) => ({
    start: calendar.momentOf(day, window.from, site.zone),
    // One that ends before it begins ends on the next day.
    end: calendar.momentOf(window.to < window.from ? calendar.dayAfter(day) : day, window.to, site.zone),
  }));
}

/** To its last minute. */
function wholeDay({ startOfDay, dayAfter }: Calendar, date: LocalDate, zone: string): Span {
  return { start: startOfDay(date, zone), end: epochMinutes(startOfDay(dayAfter(date), zone) - 1) };
}

/** What a skill is called. Everything else asks for its id. */
export function skillName({ skills }: Pick<BusinessRow, 'skills'>, skill: string): string {
  return skills.get(skill)?.name ?? 'unknown';
}

/**
 * Until when the technician can prove each skill: for ever where no ticket is needed and none is held, else to the end of
 * the day on which the last ticket expires. -Infinity where a ticket is needed and there is none.
 */
function provenUntil(
  calendar: Calendar,
  { skills, tickets }: TechnicianRow,
  business: Pick<BusinessRow, 'zone' | 'skills'>,
): Map<string, number> {
  return new Map(
    skills.map((skill) => {
      const own = tickets.filter((ticket) => ticket.skill === skill);
      const isFree = own.length === 0 && !business.skills.get(skill)?.needsTicket;
      const until = own.map((ticket) => endOf(calendar, ticket, business.zone));
      return [skill, isFree ? Infinity : Math.max(...until)];
    }),
  );
}

function endOf({ startOfDay }: Calendar, { expires }: TicketRow, zone: string): number {
  return expires === null ? Infinity : startOfDay(addDays(expires, 1), zone);
}

/** The same board with other assignments for some visits: an empty list takes a visit off it. The board itself stays as it is. */
export function withAssignments(board: Board, changed: ReadonlyMap<string, readonly AssignmentRow[]>): Board {
  const assignments = new Map<string, readonly AssignmentRow[] | undefined>();
  const bookings = new Map<string, Bookings>();
  const touched = new Set<string>();
  for (const [visit, rows] of changed) {
    for (const { technician } of [...(board.assignments.get(visit) ?? []), ...rows]) touched.add(technician);
    assignments.set(visit, rows.length > 0 ? rows : undefined);
  }
  const added = Map.groupBy([...changed.values()].flat(), ({ technician }) => technician);
  for (const technician of touched) {
    const kept = (board.bookings.get(technician) ?? noBookings).list.filter(({ id }) => !changed.has(id));
    const own = (added.get(technician) ?? []).flatMap((row) => bookingOf(row, board.visits));
    bookings.set(technician, sortBookings([...kept, ...own]));
  }
  return {
    ...board,
    assignments: overlaid(board.assignments, assignments),
    bookings: overlaid(board.bookings, bookings),
  };
}

/** The same board with other rows for some visits, or with visits that it did not have. */
export function withVisits(board: Board, rows: readonly VisitRow[]): Board {
  const visits = overlaid(board.visits, new Map(rows.map((row) => [row.id, prepareVisit(board, row)])));
  const booked = rows.flatMap(({ id }) => {
    const own = board.assignments.get(id);
    return own === undefined ? [] : [[id, own] as const];
  });
  return withAssignments({ ...board, visits }, new Map(booked));
}

import type { EpochMinutes } from '../../../values/minutes.ts';
import { epochMinutes, minutesAfter } from '../../../values/minutes.ts';
import type { TravelSettings, Place } from '../../../values/travel.ts';
import { estimatedMinutes, roadMinutes } from '../../../values/travel.ts';
import type {
  Problem,
  Route,
  Shift,
  Technician,
  Visit,
  Weights,
  Window,
  TravelMatrix,
  Schedule,
} from '../problem.ts';
import type { PlanningSettings } from '../weights.ts';
import { weightsOf } from '../weights.ts';
import type {
  Board,
  BoardVisit,
  Booking,
  ShiftPart,
  BoardTechnician,
  AssignmentRow,
  Priority,
} from './board.ts';
import { bookingsOfPart, noBookings, spanAround } from './bookings.ts';
import { placeBreaks } from './breaks.ts';
import { isAnyoneAway, technicianOf } from './board.ts';

/** Nobody says "seven past ten": what is planned begins at full five minutes, as what is offered does. */
const PLAN_GRID = 5;

/**
 * The optimiser's problem for a stretch of a board, in minutes since 1970: what is asked for is free, and everything else
 * that takes the technicians' time stays where it is. `current` is the board as it stands.
 */
export function problemFromBoard(board: Board, question: PlanningQuestion): Problem {
  const places = createPlaces();
  const work = workInQuestion(board, question);
  const visits = visitsInQuestion(board, work, question);
  const technicians = work.map((own) => problemTechnician(own, places, question, board.business.planning));
  const routes = work.flatMap((own) => routesOf(own, board.business.travel));
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  return {
    technicians,
    visits: visits.map((visit) => problemVisit(board, visit, question, places)),
    // The places are complete only after technicians and visits have named them.
    travel: [travelMatrix(places, board.business.travel)],
    weights: question.weights ?? weightsOf(board.business.planning),
    grid: PLAN_GRID,
    current: { routes, unplaced: visits.map(({ row }) => row.id).filter((id) => !placed.has(id)) },
  };
}

/** The visits of that problem alone, for whoever asks whether there is anything to plan: the drives take most of the time. */
export function visitsFromBoard(board: Board, question: PlanningQuestion): Visit[] {
  const visits = visitsInQuestion(board, workInQuestion(board, question), question);
  const places = createPlaces();
  return visits.map((visit) => problemVisit(board, visit, question, places));
}

function visitsInQuestion(
  board: Board,
  work: readonly TechnicianWork[],
  question: PlanningQuestion,
): readonly BoardVisit[] {
  const booked = new Map(work.flatMap(bookingsIn).map(({ id, visit }) => [id, visit]));
  const waiting = [...board.visits.values()].filter(
    ({ row }) => row.state === 'unscheduled' && !board.assignments.has(row.id),
  );
  const named = question.visits ?? (question.leavesTray ? (question.lost ?? []) : undefined);
  const wanted =
    named === undefined
      ? waiting.filter((visit) => openWindows(board, visit, question).length > 0)
      : waiting.filter(({ row }) => named.includes(row.id));
  return [...booked.values(), ...wanted];
}

function problemTechnician(
  { technician, days }: TechnicianWork,
  places: Places,
  { from, until }: PlanningQuestion,
  planning: PlanningSettings,
): Technician {
  const { row, skills, absences, unbroken } = technician;
  const whole = unbroken.filter(
    ({ start, latestEnd, isHoliday }) => latestEnd > from && start < until && !isHoliday,
  );
  const proven = [...skills].filter(([, until]) => until > -Infinity);
  const expiries = proven
    .filter(([, until]) => until < Infinity)
    .map(([skill, until]) => ({ skill, at: until }));
  return {
    id: row.id,
    name: row.name,
    skills: proven.map(([skill]) => skill),
    shifts: days.map(({ part }) => problemShift(part, places, planning)),
    ...(expiries.length > 0 && { expiries }),
    ...(absences.length > 0 && {
      absences: absences.map(({ start, end }) => ({ start, end })),
      unbroken: whole.map((part) => problemShift(part, places, planning)),
    }),
  };
}

function problemShift(part: ShiftPart, places: Places, { longestDay }: PlanningSettings): Shift {
  const { id, start, end, latestEnd, startPlace, endPlace, breaks } = part;
  return {
    id,
    start,
    end,
    startPlace: placeNumber(places, startPlace),
    endPlace: placeNumber(places, endPlace),
    ...(latestEnd > end && { latestEnd }),
    ...(longestDay !== null && { maxDuration: longestDay }),
    ...(breaks.length > 0 && {
      breaks: breaks.map(({ earliest, latest, length }) => ({ earliest, latest, duration: length })),
    }),
  };
}

function routesOf({ technician: { row }, days, outside }: TechnicianWork, settings: TravelSettings): Route[] {
  const inShifts = days
    .filter(({ bookings }) => bookings.length > 0)
    .map(({ part, bookings }) => ({
      technician: row.id,
      shift: part.id,
      stops: bookings.map(asStop),
      breaks: placeBreaks(part, bookings, settings).taken,
    }));
  return outside.length === 0
    ? inShifts
    : [...inShifts, { technician: row.id, stops: outside.map(asStop), breaks: [] }];
}

function asStop({ id, start }: Booking): { visit: string; start: number } {
  return { visit: id, start };
}

/** What the optimiser is asked to plan. */
export type PlanningQuestion = {
  readonly from: EpochMinutes;
  readonly until: EpochMinutes;
  /** Who may be given work. All active technicians where nothing is said. */
  readonly technicians?: readonly string[];
  /** What may be placed or moved. All that is on the board or could be put on it where nothing is said. */
  readonly visits?: readonly string[];
  /** What waits stays where it is, but for visits that are named. */
  readonly leavesTray?: boolean;
  /** What has lost its place and waits for another, whatever else waits. */
  readonly lost?: readonly string[];
  /** What is dispatched to somebody who is away may go to somebody else: nobody comes otherwise. */
  readonly movesAway?: boolean;
  readonly weights?: Weights;
};

/** What one technician does in the time that is asked about. */
type TechnicianWork = {
  readonly technician: BoardTechnician;
  readonly days: readonly { readonly part: ShiftPart; readonly bookings: readonly Booking[] }[];
  /** Outside every shift. */
  readonly outside: readonly Booking[];
};

/** Those who may be given work, and whoever shares a crew with them: a crew is never torn apart. */
export function workInQuestion(board: Board, question: PlanningQuestion): TechnicianWork[] {
  const wanted = question.technicians ?? activeOrBooked(board);
  const work = new Map<string, TechnicianWork>();
  const open = [...new Set(wanted)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (work.has(id)) continue;
    const own = workOf(board, technicianOf(board, id), question);
    work.set(id, own);
    for (const { id: visit } of bookingsIn(own))
      for (const { technician } of board.assignments.get(visit) ?? [])
        if (!work.has(technician)) open.push(technician);
  }
  return [...board.technicians.keys()].flatMap((id) => work.get(id) ?? []);
}

function bookingsIn({ days, outside }: TechnicianWork): readonly Booking[] {
  return [...days.flatMap(({ bookings }) => bookings), ...outside];
}

/** A person who is no longer active may still stand on the board. */
function activeOrBooked({ technicians, bookings }: Board): string[] {
  return [...technicians.values()]
    .filter(({ row }) => row.isActive || (bookings.get(row.id)?.list.length ?? 0) > 0)
    .map(({ row }) => row.id);
}

function workOf(
  board: Board,
  technician: BoardTechnician,
  { from, until }: PlanningQuestion,
): TechnicianWork {
  const all = board.bookings.get(technician.row.id) ?? noBookings;
  const days = technician.row.isActive
    ? technician.parts
        .filter(({ start, latestEnd }) => latestEnd > from && start < until)
        .map((part) => ({ part, bookings: bookingsOfPart(all, part, technician.parts) }))
        // On a public holiday only those work who have been given work by hand.
        .filter(({ part, bookings }) => !part.isHoliday || bookings.length > 0)
    : [];
  const parts = technician.row.isActive ? technician.parts : [];
  const outside = all.list.filter(
    ({ start, end }) => end > from && start < until && spanAround(parts, start, end) === undefined,
  );
  return { technician, days, outside };
}

function problemVisit(board: Board, visit: BoardVisit, question: PlanningQuestion, places: Places): Visit {
  const { row, place, dueBy } = visit;
  const { id, skills, crewSize, crewSkills, preferred, banned, priority } = row;
  const assignments = board.assignments.get(id) ?? [];
  const first = assignments[0];
  const isFixed = assignments.length > 0 && !isFree(board, visit, assignments, question);
  return {
    id,
    place: placeNumber(places, place),
    duration: row.duration,
    windows: isFixed
      ? keptWindows(board, visit, question, first!.start)
      : openWindows(board, visit, question),
    skills,
    priority: isPromised(visit, assignments) ? PROMISED : optimiserPriority[priority],
    crew: crewSize,
    preferred,
    banned,
    // The optimiser wants a list for every member.
    ...(crewSkills.length > 0 && {
      crewSkills: Array.from({ length: crewSize }, (_, i) => crewSkills[i] ?? []),
    }),
    ...(dueBy !== null && { promise: Math.max(dueBy, earliest(board, question)) }),
    ...(isAgreed(visit, question) && { agreed: true }),
    ...(isFixed && {
      pinned: { technicians: assignments.map(({ technician }) => technician), start: first!.start },
    }),
    ...(!isFixed && question.technicians !== undefined && { fixed: question.technicians }),
  };
}

/** Whether somebody was told a day or a time, or "by then": without a place that is not kept. */
function isAgreed({ row, dueBy }: BoardVisit, { until }: PlanningQuestion): boolean {
  return row.date !== null || row.window !== null || (dueBy !== null && dueBy <= until);
}

/** What may be moved: planned ahead of now, by nobody's special decision, and asked for. */
function isFree(
  board: Board,
  { row }: BoardVisit,
  assignments: readonly AssignmentRow[],
  question: PlanningQuestion,
): boolean {
  const isLeft = question.movesAway === true && isAnyoneAway(board, assignments);
  const mayMove = assignments.every(
    ({ technician, start, isPinned, overrides }) =>
      start >= earliest(board, question) &&
      // Whoever is away cannot be held to it.
      (!isPinned || isLeft) &&
      overrides.length === 0 &&
      (question.technicians?.includes(technician) ?? true),
  );
  const isOpen = row.state === 'planned' || (isLeft && row.state === 'dispatched');
  return isOpen && mayMove && (question.visits?.includes(row.id) ?? true);
}

/** When the visit could start within the time that is asked about, in the words of the optimiser. */
function openWindows(board: Board, visit: BoardVisit, question: PlanningQuestion): Window[] {
  const least = Math.max(earliest(board, question), visit.notBefore ?? -Infinity);
  const most = question.until - 1;
  return (visit.windows ?? [{ start: least, end: most }]).flatMap(({ start, end }) => {
    const window = { start: Math.max(start, least), end: Math.min(end, most) };
    return window.start <= window.end ? [window] : [];
  });
}

/** What stays where it is may have begun before now: whether that is as it was agreed, only the window says that it began in. */
function keptWindows(
  board: Board,
  visit: BoardVisit,
  question: PlanningQuestion,
  start: EpochMinutes,
): Window[] {
  const most = Math.max(start, question.until - 1);
  const begun = (visit.windows ?? [{ start, end: most }]).find(
    (window) => window.start <= start && start <= window.end,
  );
  return begun ? [{ start: begun.start, end: begun.end }] : openWindows(board, visit, question);
}

/** Nothing new starts before it. */
function earliest({ now }: Board, { from }: PlanningQuestion): number {
  return Math.max(now, from);
}

/** The optimiser's weight of leaving a visit out. One emergency outweighs ten ordinary visits, and two ordinary ones count as four that can wait. */
const optimiserPriority: Readonly<Record<Priority, number>> = { P1: 20, P2: 5, P3: 2, P4: 1 };

/** What a customer counts on is not given up for an emergency, nor for two. */
const PROMISED = 60;

/** Whether a customer was promised a day and a time that somebody is booked for. */
function isPromised({ row: { date, window } }: BoardVisit, assignments: readonly AssignmentRow[]): boolean {
  return date !== null && window !== null && assignments.length > 0;
}

/** The rows of a travel matrix, numbered as they come up. */
type Places = { readonly numbers: Map<string, number>; readonly list: Place[] };

/** Row 0: no known place, which is no drive away from anywhere. */
const NOWHERE = 0;

function createPlaces(): Places {
  return { numbers: new Map(), list: [] };
}

function placeNumber({ numbers, list }: Places, place: Place | null): number {
  if (place === null) return NOWHERE;
  const known = numbers.get(place.id);
  if (known !== undefined) return known;
  list.push(place);
  numbers.set(place.id, list.length);
  return list.length;
}

/**
 * Drives are reckoned when they are asked for: whoever asks about one visit of a large board needs a few of them, and all pairs of
 * its places are tens of millions.
 */
function travelMatrix({ list }: Places, settings: TravelSettings): TravelMatrix {
  let whole: Int32Array | undefined;
  return {
    places: list.length + 1,
    get times() {
      return (whole ??= allTimes(list, settings));
    },
    timeOf(from, to) {
      if (from === to || from === NOWHERE || to === NOWHERE) return 0;
      const [here, there] = [list[from - 1]!, list[to - 1]!];
      return roadMinutes(here, there, settings) ?? estimatedMinutes(here, there, settings);
    },
  };
}

/** Estimates are the same there and back, so that each is reckoned once; by road the way back may be another. */
function allTimes(list: readonly Place[], settings: TravelSettings): Int32Array {
  const places = list.length + 1;
  const times = new Int32Array(places * places);
  for (let a = 1; a < places; a++)
    for (let b = a + 1; b < places; b++) {
      const [here, there] = [list[a - 1]!, list[b - 1]!];
      const estimate = estimatedMinutes(here, there, settings);
      times[a * places + b] = roadMinutes(here, there, settings) ?? estimate;
      times[b * places + a] = roadMinutes(there, here, settings) ?? estimate;
    }
  return times;
}

/**
 * The assignments that a schedule of the optimiser means, by visit; an empty list for a visit that it leaves out. Who stays on
 * a visit at the same time keeps the assignment as it is, with its pin, its progress and its overrides.
 */
export function assignmentsFromSchedule(board: Board, schedule: Schedule): Map<string, AssignmentRow[]> {
  const found = new Map<string, AssignmentRow[]>(schedule.unplaced.map((visit) => [visit, []]));
  for (const { technician, stops } of schedule.routes) {
    for (const { visit, start } of stops) {
      const rows = found.get(visit) ?? [];
      found.set(visit, rows);
      rows.push(assignmentOf(board, visit, technician, start));
    }
  }
  return found;
}

function assignmentOf(board: Board, visit: string, technician: string, at: number): AssignmentRow {
  const before = board.assignments.get(visit) ?? [];
  const same = before.find((row) => row.technician === technician && row.start === at);
  if (same !== undefined) return same;
  const start = epochMinutes(at);
  const length = board.visits.get(visit)?.row.duration;
  if (length === undefined) throw new RangeError(`visit ${visit} is not on the board`);
  return {
    visit,
    technician,
    start,
    end: minutesAfter(start, length),
    isPinned: false,
    progress: 'none',
    overrides: [],
  };
}

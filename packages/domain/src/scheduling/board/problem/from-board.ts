import type { PlanningSettings } from '../../../planning/weights.ts';
import { weightsOf } from '../../../planning/weights.ts';
import type { Problem, Route, Shift, Technician, Visit } from '../../problem.ts';
import type { TravelSettings } from '../../travel.ts';
import { placeBreaks } from '../breaks.ts';
import type { Board, BoardVisit, Booking, ShiftPart } from '../prepared.ts';
import type { Places } from './places.ts';
import { createPlaces, placeNumber, travelMatrix } from './places.ts';
import type { PlanningQuestion, TechnicianWork } from './technician-work.ts';
import { bookingsIn, workInQuestion } from './technician-work.ts';
import { openWindows, problemVisit } from './visits.ts';

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

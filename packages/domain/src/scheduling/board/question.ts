import type { EpochMinutes } from '../../values/minutes.ts';
import { minutesAfter } from '../../values/minutes.ts';
import type { Neighbours } from './bookings.ts';
import { neighboursOf, noBookings } from './bookings.ts';
import type { Board, BoardTechnician, BoardVisit, ShiftPart } from './prepared.ts';
import { spanAround } from './search.ts';

/** May these technicians do the visit from that moment on? */
export type Question = {
  readonly board: Board;
  readonly visit: BoardVisit;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly technicians: readonly BoardTechnician[];
  /** Whether the answer would change anything: nobody needs to be told that what has begun, has begun. */
  readonly isMove: boolean;
};

/** The same question about one of the technicians. */
export type OwnQuestion = Pick<Question, 'board' | 'visit' | 'start' | 'end'> & {
  readonly technician: BoardTechnician;
  readonly neighbours: Neighbours;
  /** Undefined where the visit lies outside every shift. */
  readonly part: ShiftPart | undefined;
};

export function askBoard(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  start: EpochMinutes,
): Question {
  return {
    board,
    visit,
    start,
    end: minutesAfter(start, visit.row.duration),
    technicians: technicians.map((id) => technicianOf(board, id)),
    isMove: !isThere(board, visit.row.id, technicians, start),
  };
}

export function technicianOf({ technicians }: Board, id: string): BoardTechnician {
  const technician = technicians.get(id);
  if (technician === undefined) throw new RangeError(`technician ${id} is not on the board`);
  return technician;
}

export function askTechnician(question: Question, technician: BoardTechnician): OwnQuestion {
  const { board, visit, start, end } = question;
  const bookings = board.bookings.get(technician.row.id) ?? noBookings;
  return {
    board,
    visit,
    start,
    end,
    technician,
    neighbours: neighboursOf(bookings, visit.row.id, start, end),
    part: spanAround(technician.parts, start, end),
  };
}

function isThere(
  { assignments }: Board,
  visit: string,
  technicians: readonly string[],
  start: EpochMinutes,
): boolean {
  const own = assignments.get(visit) ?? [];
  return (
    own.length > 0 &&
    own.length === technicians.length &&
    own.every((assignment) => assignment.start === start && technicians.includes(assignment.technician))
  );
}

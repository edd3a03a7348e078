import type { EpochMinutes } from '../../../values/minutes.ts';
import type { Weights } from '../../problem.ts';
import { bookingsOfPart, noBookings } from '../bookings.ts';
import type { Board, BoardTechnician, Booking, ShiftPart } from '../prepared.ts';
import { technicianOf } from '../question.ts';
import { spanAround } from '../search.ts';

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
  readonly weights?: Weights;
};

/** What one technician does in the time that is asked about. */
export type TechnicianWork = {
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

export function bookingsIn({ days, outside }: TechnicianWork): readonly Booking[] {
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

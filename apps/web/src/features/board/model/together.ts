import type { Move } from '@muster/domain/board/expect';
import { withAssignments } from '@muster/domain/scheduling/board/change';
import { check } from '@muster/domain/scheduling/board/check';
import type { Board, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import type { AssignmentRow } from '@muster/domain/scheduling/board/rows';
import { minutesAfter } from '@muster/domain/values/minutes';
import { crewAt, type Drag } from './drag.ts';
import { asMuchLater } from './turn.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/**
 * Several visits, each as much later and as many rows lower as the one in the hand. A crew stays together: where it is on several rows,
 * only the time changes, unless it is the one in the hand.
 */
export function movesTogether(
  board: Board,
  order: readonly string[],
  dropped: Drag,
  selected: ReadonlySet<string>,
): Move[] {
  const { target, start: from } = dropped;
  if (target.kind !== 'slot' || from === null || dropped.from === null) return [];
  const lower = order.includes(dropped.from)
    ? order.indexOf(target.technician) - order.indexOf(dropped.from)
    : 0;
  // Whoever is not shown keeps their visits: nobody would see to whom they went.
  const technicianFor = (id: string) => (order.includes(id) ? (order[order.indexOf(id) + lower] ?? id) : id);
  return [...selected].flatMap((visit) => {
    const crew = (board.assignments.get(visit) ?? []).map(({ technician }) => technician);
    if (crew.length === 0) return [];
    const { start } = board.assignments.get(visit)![0]!;
    const own = visit === dropped.visit ? crewAt(dropped, target.technician) : crew;
    return [
      {
        visit,
        technicians: crew.length === 1 ? crew.map(technicianFor) : own,
        start: asMuchLater(start, from, target.start, board.business.zone),
      },
    ];
  });
}

/** Whether each of these moves fits, with the others where they are going to be: as the server asks. */
export function judgeTogether(
  board: Board,
  moves: readonly Move[],
): { visit: BoardVisit; technicians: readonly string[]; verdict: Verdict }[] {
  const booked = new Map(moves.map((move) => [move.visit, bookingsOf(board, move)]));
  const after = withAssignments(board, booked);
  return moves.map(({ visit: id, technicians, start }) => {
    const visit = board.visits.get(id)!;
    const asked = withAssignments(after, new Map([[id, board.assignments.get(id) ?? []]]));
    const reasons = check(asked, visit, technicians, start);
    return { visit, technicians, verdict: verdictOf(asked, visit, start, reasons) };
  });
}

function bookingsOf(board: Board, { visit, technicians, start }: Move): AssignmentRow[] {
  const end = minutesAfter(start, board.visits.get(visit)!.row.duration);
  const isPinned = board.assignments.get(visit)?.some((one) => one.isPinned) ?? false;
  return technicians.map((technician) => ({
    visit,
    technician,
    start,
    end,
    isPinned,
    progress: 'none',
    overrides: [],
  }));
}

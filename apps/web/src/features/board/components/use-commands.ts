import { expectDispatch, expectMove, expectPin, type Move } from '@muster/domain/board/expect';
import { momentText } from '@muster/domain/assignments/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { timeInWords } from '@muster/domain/values/clock-words';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import { dispatchVisit, pinVisit, scheduleVisit, unpinVisit, unscheduleVisit } from '../api.ts';
import type { LiveBoard } from './use-board.ts';

/** What can be done on the board, as commands: each is shown at once, told in words and can be taken back. */
export function useCommands({ board, tables, run }: LiveBoard) {
  const crewOf = (id: string) => tables!.assignments.filter(({ visit_id }) => visit_id === id);
  return {
    move: (move: Move) =>
      run({
        apply: (before) => expectMove(before, move),
        send: (key) => scheduleVisit(move.visit, bookingOf(tables!, move), key),
        done: `${nameOf(board!, move.visit)} is planned for ${crewInWords(board!, move)}.`,
      }),
    unschedule: (id: string) =>
      run({
        apply: (before) => expectMove(before, { visit: id, technicians: [], start: board!.now }),
        send: (key) => unscheduleVisit(id, key),
        done: `${nameOf(board!, id)} is off the board.`,
      }),
    togglePin: (id: string) => {
      const isPinned = crewOf(id).some(({ is_pinned }) => is_pinned);
      return run({
        apply: (before) => expectPin(before, id, !isPinned),
        send: (key) => (isPinned ? unpinVisit(id, key) : pinVisit(id, key)),
        done: isPinned
          ? `${nameOf(board!, id)} may be moved.`
          : `${nameOf(board!, id)} stays where it is: it is pinned.`,
      });
    },
    dispatch: (id: string) =>
      run({
        apply: (before) => expectDispatch(before, new Set([id]), momentText(board!.now)),
        send: (key) => dispatchVisit(id, key),
        done: `The crew is told of ${nameOf(board!, id)}.`,
      }),
  };
}

function bookingOf(tables: BoardTables, { visit: id, technicians, start, overrides }: Move) {
  const visit = tables.visits.find((one) => one.id === id)!;
  return {
    version: visit.version,
    technicians: [...technicians],
    starts_at: momentText(start),
    seen: tables.assignments
      .filter(({ visit_id }) => visit_id === id)
      .map(({ id, version }) => ({ id, version })),
    ...(overrides && overrides.length > 0 && { overrides: [...overrides] }),
  };
}

function nameOf({ visits }: Board, id: string): string {
  return visits.get(id)?.row.customer ?? 'The visit';
}

function crewInWords(board: Board, { technicians, start }: Move): string {
  const names = technicians.map((id) => board.technicians.get(id)?.row.name ?? 'somebody');
  return `${listInWords(names)}, ${timeInWords(start, board.business.zone)}`;
}

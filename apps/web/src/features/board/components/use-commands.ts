import {
  expectDispatch,
  expectDuration,
  expectMove,
  expectPin,
  type Move,
} from '@muster/domain/board/expect';
import { momentText } from '@muster/domain/assignments/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import { minutes } from '@muster/domain/values/minutes';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import {
  dispatchDay,
  dispatchVisit,
  pinVisit,
  resizeVisit,
  scheduleVisit,
  unpinVisit,
  unscheduleVisit,
} from '../api.ts';
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
    resize: (id: string, duration: number) =>
      run({
        apply: (before) => expectDuration(before, id, duration),
        send: (key) => resizeVisit(id, { version: versionOf(tables!, id), duration }, key),
        done: `${nameOf(board!, id)} takes ${lengthInWords(minutes(duration))}.`,
      }),
    dispatchAll: (day: BoardDay, technician?: string) => {
      const told = toDispatch(board!, day, technician);
      return run({
        apply: (before) => expectDispatch(before, new Set(told), momentText(board!.now)),
        send: (key) => dispatchDay({ date: day.date, ...(technician && { technician }) }, key),
        done:
          told.length === 1
            ? 'The crew is told of one visit.'
            : `The crews are told of ${told.length} visits.`,
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

/** What a day has that nobody was told of yet. */
export function toDispatch(board: Board, day: BoardDay, technician?: string): string[] {
  return [...board.visits.values()]
    .filter(({ row }) => row.state === 'planned')
    .map(({ row }) => row.id)
    .filter((id) =>
      board.assignments
        .get(id)
        ?.some(
          (one) =>
            one.start >= day.start &&
            one.start < day.end &&
            (technician === undefined || one.technician === technician),
        ),
    );
}

function versionOf(tables: BoardTables, id: string): number {
  return tables.visits.find((one) => one.id === id)!.version;
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

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
import { notify } from '@muster/ui/toast';
import { minutes } from '@muster/domain/values/minutes';
import { listInWords } from '@muster/domain/scheduling/board/words/scene';
import {
  dispatchDay,
  dispatchVisit,
  dispatchVisits,
  pinVisit,
  pinVisits,
  resizeVisit,
  scheduleVisit,
  scheduleVisits,
  unpinVisit,
  unpinVisits,
  unscheduleVisit,
  unscheduleVisits,
} from '../../api.ts';
import type { LiveBoard } from './use-board.ts';

/** What can be done on the board, as commands: each is shown at once, told in words and can be taken back. One is one change, however many visits. */
export function useCommands({ board, tables, run }: LiveBoard) {
  const isPinned = (id: string) =>
    tables!.assignments.some(({ visit_id, is_pinned }) => visit_id === id && is_pinned);
  const each = (ids: readonly string[], expect: (tables: BoardTables, id: string) => BoardTables) => ({
    visits: ids,
    apply: (before: BoardTables) => ids.reduce(expect, before),
  });
  return {
    move: (...moves: readonly Move[]) =>
      run({
        visits: moves.map(({ visit }) => visit),
        ...(moves.length === 1 && {
          wanted: { technician: moves[0]!.technicians[0]!, start: moves[0]!.start },
        }),
        apply: (before) => moves.reduce(expectMove, before),
        request: (rows) => moving(rows, moves),
        done:
          moves.length === 1
            ? `${nameOf(board!, moves[0]!.visit)} is planned for ${crewInWords(board!, moves[0]!)}.`
            : `${moves.length} visits are moved.`,
      }),
    unschedule: (...ids: readonly string[]) =>
      run({
        ...each(ids, (before, id) => expectMove(before, { visit: id, technicians: [], start: board!.now })),
        request: () => (key) =>
          ids.length === 1 ? unscheduleVisit(ids[0]!, key) : unscheduleVisits([...ids], key),
        done: `${namesOf(board!, ids)} off the board.`,
      }),
    togglePin: (...ids: readonly string[]) => {
      const isLetGo = ids.every(isPinned);
      const [one, several] = isLetGo ? [unpinVisit, unpinVisits] : [pinVisit, pinVisits];
      return run({
        ...each(ids, (before, id) => expectPin(before, id, !isLetGo)),
        request: () => (key) => (ids.length === 1 ? one(ids[0]!, key) : several([...ids], key)),
        done: isLetGo
          ? `${namesOf(board!, ids)} free to be moved.`
          : `${namesOf(board!, ids)} pinned, and left alone by the optimiser.`,
      });
    },
    resize: (id: string, duration: number) =>
      run({
        ...each([id], (before) => expectDuration(before, id, duration)),
        request: (rows) => (key) => resizeVisit(id, { version: versionOf(rows, id), duration }, key),
        done: `${nameOf(board!, id)} takes ${lengthInWords(minutes(duration))}.`,
      }),
    dispatchAll: (day: BoardDay, technician?: string) => {
      const told = toDispatch(board!, day, technician);
      if (told.length === 0) {
        notify({ level: 'info', text: 'Everybody knows of this day already.' });
        return Promise.resolve(false);
      }
      return run({
        visits: told,
        apply: (before) => expectDispatch(before, new Set(told), momentText(board!.now)),
        request: () => (key) => dispatchDay({ date: day.date, ...(technician && { technician }) }, key),
        done:
          told.length === 1
            ? 'The crew is told of one visit.'
            : `The crews are told of ${told.length} visits.`,
      });
    },
    dispatch: (...given: readonly string[]) => {
      // Of several, those that nobody was told of yet.
      const planned = given.filter((id) => board!.visits.get(id)?.row.state === 'planned');
      const ids = planned.length > 0 ? planned : given;
      return run({
        visits: ids,
        apply: (before) => expectDispatch(before, new Set(ids), momentText(board!.now)),
        request: () => (key) =>
          ids.length === 1 ? dispatchVisit(ids[0]!, key) : dispatchVisits([...ids], key),
        done:
          ids.length === 1
            ? `The crew is told of ${nameOf(board!, ids[0]!)}.`
            : `The crews are told of ${ids.length} visits.`,
      });
    },
  };
}

function moving(rows: BoardTables, moves: readonly Move[]) {
  const bookings = moves.map((move) => ({ visit_id: move.visit, ...bookingOf(rows, move) }));
  const [{ visit_id, ...booking }] = bookings as [(typeof bookings)[number]];
  return (key: string) =>
    bookings.length === 1 ? scheduleVisit(visit_id, booking, key) : scheduleVisits(bookings, key);
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

/** "Nguyen is", "3 visits are". */
function namesOf(board: Board, ids: readonly string[]): string {
  return ids.length === 1 ? `${nameOf(board, ids[0]!)} is` : `${ids.length} visits are`;
}

function nameOf({ visits }: Board, id: string): string {
  return visits.get(id)?.row.customer ?? 'The visit';
}

function crewInWords(board: Board, { technicians, start }: Move): string {
  const names = technicians.map((id) => board.technicians.get(id)?.row.name ?? 'somebody');
  return `${listInWords(names)}, ${timeInWords(start, board.business.zone)}`;
}

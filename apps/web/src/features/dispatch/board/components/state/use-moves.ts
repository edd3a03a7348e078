import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { refusals, reasonInWords } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { Reason } from '@muster/domain/dispatch/scheduling/board/reasons';
import { dayInWords, timeInWords, lengthInWords } from '@muster/domain/values/clock-words';
import { notify } from '@muster/ui/toast';
import { useState } from 'react';
import {
  expectDispatch,
  expectDuration,
  expectMove,
  expectPin,
  type Move,
} from '@muster/domain/dispatch/board/expect';
import { momentText } from '@muster/domain/work/assignments/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { minutes } from '@muster/domain/values/minutes';
import { agreedInWords, promiseAt } from '@muster/domain/work/visits/promise';
import { listInWords } from '@muster/domain/values/words';
import { judgeTogether, movesTogether, crewFor, judge, judgeLength } from '../../model/verdict.ts';
import type { Drag } from '../../model/drag.ts';
import type { Focus } from '../../model/focus.ts';
import type { PlanDay, Remedy } from '../../model/remedies.ts';
import { currentScenario } from '../../../../../lib/board/scenario.ts';
import type { LiveBoard } from './use-board.ts';
import {
  dispatchDay,
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

interface Options {
  live: LiveBoard & { board: Board };
  order: readonly string[];
  /** The visits that move together: on the board, and those that wait. */
  selected: ReadonlySet<string>;
  picked: ReadonlySet<string>;
  onFocus: (focus: Focus) => void;
}

/** What leads to another place, where somebody decides more. */
interface Elsewhere {
  onFindSlot: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  onPlan: PlanDay;
}

/** What becomes of a visit that is put down: it is booked, refused with the reasons, or asked about. */
export function useMoves({ live, order, selected, picked, onFocus }: Options) {
  const { board } = live;
  const commands = useCommands(live);
  const [asked, setAsked] = useState<Asked>();

  function drop(dropped: Drag, isAnyway: boolean) {
    const { target, visit: id } = dropped;
    if (target.kind === 'nowhere') return;
    const visit = board.visits.get(id);
    if (visit === undefined)
      return void notify({ level: 'warning', text: 'This visit is no longer on the board.', seconds: 10 });
    const together = dropped.from === null ? picked : selected;
    if (together.has(id) && together.size > 1) return dropTogether(dropped, together);
    if (target.kind === 'tray') return void commands.unschedule(id);
    const crew = crewFor(board, dropped, target.technician, target.start, order);
    const verdict = judge(board, visit, crew, target.start, isAnyway || dropped.by === 'keys');
    const move = { visit: id, technicians: crew, start: verdict.start };
    const against = refusals(verdict.reasons);
    if (against.length > 0) return setAsked({ moves: [move], against: new Map([[id, against]]) });
    onFocus({ technician: target.technician, visit: id });
    void commands.move(move);
  }

  /**
   * One reason for all that don't fit, each for the rules that it breaks. What was promised stays and is seen to be broken; where the
   * customer agrees, the new time is promised.
   */
  function dropAnyway(reason: string, agreed: boolean) {
    const { moves, against } = asked!;
    setAsked(undefined);
    void commands.move(...moves.map((move) => overriding(move, against.get(move.visit), reason, agreed)));
  }

  /** All of them in one command, or none: what does not fit is asked about together. */
  function dropTogether(dropped: Drag, together: ReadonlySet<string>) {
    if (dropped.target.kind === 'tray') {
      void commands.unschedule(...together);
      return;
    }
    const moves = movesTogether(board, order, dropped, together);
    const against = new Map(
      judgeTogether(board, moves).flatMap(({ visit, verdict }) => {
        const reasons = refusals(verdict.reasons);
        return reasons.length > 0 ? [[visit.row.id, reasons] as const] : [];
      }),
    );
    if (against.size > 0) setAsked({ moves, against });
    else if (moves.length > 0) void commands.move(...moves);
  }

  /** Longer or shorter, where the crew has the time. */
  function resize(id: string, duration: number) {
    if (!board.assignments.get(id)?.length) return;
    const against = refusals(judgeLength(board, id, duration).reasons);
    const visit = board.visits.get(id)!;
    const text = against.map((reason) => reasonInWords(board, visit, reason).long).join(' ');
    if (against.length === 0) void commands.resize(id, duration);
    else notify({ level: 'warning', text: `The length wasn’t changed. ${text}`, seconds: 10 });
  }

  function remedy(wanted: Remedy, { onFindSlot, onOpenTechnician, onPlan }: Elsewhere) {
    if (wanted.kind === 'move') void commands.move(wanted.move);
    else if (wanted.kind === 'unschedule') void commands.unschedule(wanted.visit);
    else if (wanted.kind === 'slot') onFindSlot(wanted.visit);
    else if (wanted.kind === 'delay') onPlan('repair', wanted.visit);
    else onOpenTechnician(wanted.technician);
  }

  return { commands, drop, dropAnyway, resize, remedy, asked, leave: () => setAsked(undefined) };
}

/** What somebody has put where some of it does not fit. */
export interface Asked {
  readonly moves: readonly Move[];
  /** By visit. */
  readonly against: ReadonlyMap<string, readonly Reason[]>;
}

/** The rules that a visit breaks are broken with a reason; it has none for those that it keeps. */
function overriding(
  move: Move,
  against: readonly Reason[] | undefined,
  reason: string,
  agreed: boolean,
): Move {
  if (against === undefined) return move;
  const rules = new Set(against.map(({ rule }) => rule));
  const isAgreed = agreed && rules.delete('window');
  const overrides = [...rules].map((rule) => ({ rule: rule as 'overlap', reason }));
  return { ...move, overrides, agreed: isAgreed };
}

/** Where it is now, and whether it fits: one sentence for each step. */
export function stepInWords(board: Board, drag: Drag, order: readonly string[], days: number): string {
  if (drag.target.kind !== 'slot') return '';
  const { technician, start } = drag.target;
  const visit = board.visits.get(drag.visit);
  if (visit === undefined) return 'This visit is no longer on the board.';
  const verdict = judge(board, visit, crewFor(board, drag, technician, start, order), start, true);
  const name = board.technicians.get(technician)!.row.name;
  const against = verdict.reasons.map((reason) => reasonInWords(board, visit, reason).short).join(', ');
  const day = days > 1 ? `${dayInWords(start, board.business.zone)} ` : '';
  return `${name}, ${day}${timeInWords(start, board.business.zone)}: ${verdict.kind === 'fits' ? 'fits' : against}.`;
}

/** What can be done on the board, as commands: each is shown at once, told in words and can be taken back. One is one change, however many visits. */
export function useCommands({ board, tables, run }: LiveBoard) {
  const isPinned = (id: string) =>
    tables!.assignments.some(({ visit_id, is_pinned }) => visit_id === id && is_pinned);
  const each = (ids: readonly string[], expect: (tables: BoardTables, id: string) => BoardTables) => ({
    visits: ids,
    apply: (before: BoardTables) => ids.reduce(expect, before),
  });
  const move = (...moves: readonly Move[]) =>
    run({
      visits: moves.map(({ visit }) => visit),
      ...(moves.length === 1 && {
        wanted: { technician: moves[0]!.technicians[0]!, start: moves[0]!.start },
      }),
      apply: (before) => moves.reduce(expectMove, before),
      request: (rows) => moving(rows, moves),
      done:
        moves.length === 1
          ? plannedInWords(board!, moves[0]!)
          : `${moves.length} visits ${moves.every(({ visit }) => board!.assignments.has(visit)) ? 'moved' : 'planned'}.`,
    });
  return {
    move,
    /** A slot that somebody takes for a customer is agreed with them; nothing is on what is only tried. */
    take: (wanted: Move) => move({ ...wanted, agreed: currentScenario() === null }),
    unschedule: (...ids: readonly string[]) =>
      run({
        ...each(ids, (before, id) => expectMove(before, { visit: id, technicians: [], start: board!.now })),
        request: () => (key) =>
          ids.length === 1 ? unscheduleVisit(ids[0]!, key) : unscheduleVisits([...ids], key),
        done: `${namesOf(board!, ids)} unscheduled.`,
      }),
    togglePin: (...ids: readonly string[]) => {
      const isLetGo = ids.every(isPinned);
      const [one, several] = isLetGo ? [unpinVisit, unpinVisits] : [pinVisit, pinVisits];
      return run({
        ...each(ids, (before, id) => expectPin(before, id, !isLetGo)),
        request: () => (key) => (ids.length === 1 ? one(ids[0]!, key) : several([...ids], key)),
        done: isLetGo
          ? `${namesOf(board!, ids)} unpinned.`
          : `${namesOf(board!, ids)} pinned. Planning won’t move ${ids.length === 1 ? 'it' : 'them'}.`,
      });
    },
    resize: (id: string, duration: number) =>
      run({
        ...each([id], (before) => expectDuration(before, id, duration)),
        request: (rows) => (key) => resizeVisit(id, { version: versionOf(rows, id), duration }, key),
        done: `${nameOf(board!, id)} takes ${lengthInWords(minutes(duration))}.`,
      }),
    /** With what else there is to say once it is done. */
    dispatchAll: (day: BoardDay, technician: string | undefined, told: string) => {
      const visits = toDispatch(board!, day, technician);
      const count = visits.length === 1 ? '1 visit dispatched.' : `${visits.length} visits dispatched.`;
      return run({
        visits,
        apply: (before) => expectDispatch(before, new Set(visits), momentText(board!.now)),
        request: () => (key) => dispatchDay({ date: day.date, ...(technician && { technician }) }, key),
        done: `${count} ${told}`.trim(),
        saysEmails: true,
      });
    },
    dispatch: (visits: readonly string[], told: string) =>
      run({
        visits,
        apply: (before) => expectDispatch(before, new Set(visits), momentText(board!.now)),
        request: () => (key) => dispatchVisits([...visits], key),
        done: `${namesOf(board!, visits)} dispatched. ${told}`.trim(),
        saysEmails: true,
      }),
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

function bookingOf(tables: BoardTables, { visit: id, technicians, start, overrides, agreed }: Move) {
  const visit = tables.visits.find((one) => one.id === id)!;
  return {
    version: visit.version,
    technicians: [...technicians],
    starts_at: momentText(start),
    seen: tables.assignments
      .filter(({ visit_id }) => visit_id === id)
      .map(({ id, version }) => ({ id, version })),
    ...(overrides && overrides.length > 0 && { overrides: [...overrides] }),
    ...(agreed && { agreed }),
  };
}

/** "Nguyen", "3 visits". */
function namesOf(board: Board, ids: readonly string[]): string {
  return ids.length === 1 ? nameOf(board, ids[0]!) : `${ids.length} visits`;
}

function nameOf({ visits }: Board, id: string): string {
  return visits.get(id)?.row.customer ?? 'The visit';
}

/** "Nguyen is planned for Dave, 10:30 am. Agreed with the customer: Tue 24 Nov, 9–11 am." */
function plannedInWords(board: Board, move: Move): string {
  const planned = `${nameOf(board, move.visit)} is planned for ${crewInWords(board, move)}.`;
  const visit = board.visits.get(move.visit);
  if (!move.agreed || visit === undefined) return planned;
  const { date, window, site } = visit.row;
  const before = { on_date: date, window_from: window?.from ?? null, window_to: window?.to ?? null };
  return `${planned} Agreed with the customer: ${agreedInWords(promiseAt(move.start, site.zone, before))}.`;
}

function crewInWords(board: Board, { technicians, start }: Move): string {
  const names = technicians.map((id) => board.technicians.get(id)?.row.name ?? 'someone');
  return `${listInWords(names)}, ${timeInWords(start, board.business.zone)}`;
}

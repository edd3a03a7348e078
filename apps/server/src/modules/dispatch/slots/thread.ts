import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { earliestFit } from '@muster/domain/dispatch/scheduling/board/earliest-fit';
import { prepareBoard, skillName } from '@muster/domain/dispatch/scheduling/board/prepare';
import { problemFromBoard } from '@muster/domain/dispatch/scheduling/board/problem-from-board';
import {
  partsOfDay,
  SLOT_DAYS,
  type WantedSite,
  WANTED,
  whyNoSlot,
  withWanted,
} from '@muster/domain/dispatch/slots/rules';
import type { FoundSlots, WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { epochMinutes, minutes } from '@muster/domain/values/minutes';
import { momentText } from '@muster/domain/work/assignments/rules';
import { promiseAt } from '@muster/domain/work/visits/promise';
import { slotWords } from '@muster/optimiser/explain/slot-reasons';
import { findVariedSlots } from '@muster/optimiser/find-slot';
import { type BoardText, tablesIn } from '../board/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    slotsOn: typeof slotsOn;
  }
}

const STEP = minutes(5);

/** A visit on the board, or one that nobody has written down, with its site. */
export type AskedVisit =
  | { readonly id: string }
  | { readonly wanted: WantedVisit; readonly site: WantedSite };

/** The best places for a visit on a stretch of the board, with the reasons in words; where there is none, why. */
export function slotsOn({
  text,
  now,
  asked,
  beyondAgreed,
}: {
  text: BoardText;
  now: EpochMinutes;
  asked: AskedVisit;
  /** Whether it is looked for beyond what was agreed. */
  beyondAgreed: boolean;
}): Pick<FoundSlots, 'slots' | 'later' | 'problem' | 'is_agreed'> {
  const known = tablesIn(text);
  const [visit, wanted] =
    'id' in asked
      ? [asked.id, withoutBooking(known, asked.id)]
      : [WANTED, withWanted(known, asked.wanted, asked.site)];
  const tables = beyondAgreed ? withoutAgreed(wanted, visit) : wanted;
  const board = prepareBoard(boardRows(tables, now));
  // The board has the day before as well, whose last shift may end in the first.
  const first = board.days.find(({ date }) => date === tables.from)!;
  const from = epochMinutes(Math.max(first.start, now));
  const until = board.days.at(-1)!.end;
  const problem = problemFromBoard(board, { from, until, visits: [visit] });
  const words = slotWords(problem, (skill) => skillName(board.business, skill));
  const parts = partsOfDay(board);
  const { row } = board.visits.get(visit)!;
  const promised = {
    on_date: row.date,
    window_from: row.window?.from ?? null,
    window_to: row.window?.to ?? null,
  };
  const slots = findVariedSlots(problem, problem.current!, visit, { now, parts }).map(
    ({ technicians, start, driving, reasons }) => {
      const at = roundStart(board, visit, technicians, epochMinutes(start));
      const { window_from, window_to } = promiseAt(at, row.site.zone, promised);
      return {
        technicians: [...technicians],
        starts_at: momentText(at),
        driving,
        window_from: window_from!,
        window_to: window_to!,
        reasons: reasons.map(words),
      };
    },
  );
  const none = slots.length > 0 ? null : whyNoSlot(board, board.visits.get(visit)!, from, until);
  // After a day that was agreed there is nothing to look for.
  const hasLater = row.date === null && none?.isForGood !== true;
  return {
    slots,
    later: hasLater ? addDays(tables.from as LocalDate, SLOT_DAYS) : null,
    problem: none?.text ?? null,
    is_agreed: row.date !== null || row.window !== null,
  };
}

/** As if the visit waited: where it is booked now, pinned or dispatched, is one place among others, on these days or not. */
function withoutBooking(tables: BoardTables, visit: string): BoardTables {
  return { ...tables, assignments: tables.assignments.filter(({ visit_id }) => visit_id !== visit) };
}

/** As if nothing had been agreed about when it is done, and nobody had been told. */
function withoutAgreed(tables: BoardTables, visit: string): BoardTables {
  const open = { on_date: null, window_from: null, window_to: null };
  return {
    ...tables,
    visits: tables.visits.map((row) => (row.id === visit ? { ...row, ...open } : row)),
    customer_messages: tables.customer_messages.filter(({ visit_id }) => visit_id !== visit),
  };
}

/** Nobody says "seven past nine" on the telephone: the next five minutes, where that fits as well. */
function roundStart(board: Board, visit: string, technicians: readonly string[], start: EpochMinutes) {
  const latest = epochMinutes(start + STEP - 1);
  return earliestFit(board, board.visits.get(visit)!, technicians, start, latest, STEP) ?? start;
}

import { assignmentRow, boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { prepareBoard, withAssignments } from '@muster/domain/dispatch/scheduling/board/prepare';
import type { Reason, RefusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import { refusals, refusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { RuleName } from '@muster/domain/dispatch/scheduling/constraints';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import { hasBegun } from '@muster/domain/work/visits/states';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    bookingsOn: typeof bookingsOn;
    standingOn: typeof standingOn;
  }
}

/** The tables of some days as JSON, for whoever sends them on or has them read in a thread: a large board takes long to read. */
export type BoardText = string;

export function tablesIn(text: BoardText): BoardTables {
  return JSON.parse(text);
}

export function boardIn(text: BoardText, now: EpochMinutes): Board {
  return prepareBoard(boardRows(tablesIn(text), now));
}

/** The bookings of one visit, before and after a command. */
interface Rebooking {
  readonly visit: string;
  readonly before: readonly Assignment[];
  readonly after: readonly Assignment[];
}

/** The rules that each visit breaks where it goes, and what of that is refused. `touched`: what has changed since that which is undone. */
export function bookingsOn({
  text,
  now,
  rebookings,
  touched,
  restores,
}: {
  text: BoardText;
  now: EpochMinutes;
  rebookings: readonly Rebooking[];
  touched: ReadonlySet<string> | null;
  restores: boolean;
}): { broken: Map<string, ReadonlySet<RuleName>>; refused: RefusedFor[] } {
  const board = boardIn(text, now);
  const broken = new Map<string, ReadonlySet<RuleName>>();
  const refused: RefusedFor[] = [];
  for (const { visit: id, before, after } of rebookings) {
    const visit = board.visits.get(id)!;
    if (restores && hasBegun(visit.row.state)) continue;
    // Asked of where it stood, so that the rules see a move; all others are where the command leaves them.
    const asked = withAssignments(board, new Map([[id, before.map(assignmentRow)]]));
    const technicians = after.map(({ technician_id }) => technician_id);
    const reasons = check(asked, visit, technicians, minuteOf(after[0]!.starts_at));
    broken.set(id, new Set(reasons.map(({ rule }) => rule)));
    const isAsItWas = touched !== null && ![id, ...technicians].some((one) => touched.has(one));
    refused.push(
      ...reasons
        .filter((reason) => !(isAsItWas && reason.canOverride) && isRefused(reason, after, restores))
        .map((reason) => refusedFor(board, visit, reason)),
    );
  }
  return { broken, refused };
}

/** A reason about one of the crew is overridden by their own assignment, one about the visit by any. */
function isRefused(reason: Reason, bookings: readonly Assignment[], restores: boolean): boolean {
  if (restores && reason.rule === 'past') return false;
  const technician = 'technician' in reason ? reason.technician : null;
  const own = bookings.filter(({ technician_id }) => technician === null || technician_id === technician);
  const overridden = own.flatMap(({ overrides }) => overrides.map(({ rule }) => rule));
  return refusals([reason], overridden).length > 0;
}

/** What nobody may override, and what can come to be broken where a booking stands: by another site, or by what a visit asks for. */
const NEVER: ReadonlySet<RuleName> = new Set(['banned', 'ticket', 'skill']);

/** Why somebody can never do what they are booked for. */
export function standingOn({
  text,
  now,
  standing,
}: {
  text: BoardText;
  now: EpochMinutes;
  standing: readonly Rebooking[];
}): RefusedFor[] {
  const board = boardIn(text, now);
  return standing.flatMap(({ visit: id, after }) => {
    const visit = board.visits.get(id)!;
    if (hasBegun(visit.row.state)) return [];
    const technicians = after.map(({ technician_id }) => technician_id);
    return check(board, visit, technicians, minuteOf(after[0]!.starts_at))
      .filter(({ rule, kind, canOverride }) => kind === 'hard' && !canOverride && NEVER.has(rule))
      .map((reason) => refusedFor(board, visit, reason));
  });
}

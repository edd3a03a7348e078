import { minuteOf } from '../assignments/rules.ts';
import type { Difference } from '../planning/schema.ts';
import { withAssignments, withVisits } from '../scheduling/board/change.ts';
import { check } from '../scheduling/board/check.ts';
import type { Board, BoardVisit } from '../scheduling/board/prepared.ts';
import type { Reason } from '../scheduling/board/reasons.ts';
import type { AssignmentRow, VisitRow } from '../scheduling/board/rows.ts';
import { type RefusedFor, refusedFor } from '../scheduling/board/words/refused-for.ts';
import { minutesAfter } from '../values/minutes.ts';
import { agreedRow, isOvertaken } from './agreed.ts';
import type { Agreed } from './schema.ts';

/** What somebody may accept: a visit that moves, comes onto the board or leaves it, and what they agree to with it. */
export type Item = Difference & { readonly id: string; readonly agreed?: Agreed | null };

/** What would not change anything: nobody has to accept it. */
export function isIdle({ kind }: Pick<Difference, 'kind'>): boolean {
  return kind === 'unplaced';
}

/**
 * Which of these items cannot be accepted as the board stands now, and why. All others are asked about together, each with the rest
 * where it would be: what stays behind may be in the way of something else, which then stays behind as well. What its crew has been
 * told of moves only where they themselves have said that it cannot stay.
 */
export function unfitIn(
  board: Board,
  items: readonly Item[],
  aside: ReadonlySet<string> = new Set(),
  movesDispatched = false,
): Map<string, RefusedFor[]> {
  const unfit = new Map<string, RefusedFor[]>();
  for (const item of items) {
    const problem = changedSince(board, item, aside, movesDispatched);
    if (problem !== undefined) unfit.set(item.id, [problem]);
  }
  for (;;) {
    const left = items.filter(({ id }) => !unfit.has(id));
    const then = boardWith(board, left);
    const refused = left
      .map((item) => [item.id, refusalsOf(board, then, item, movesDispatched)] as const)
      .filter(([, reasons]) => reasons.length > 0);
    if (refused.length === 0) return unfit;
    for (const [id, reasons] of refused) unfit.set(id, reasons);
  }
}

/** The board as it would be with these items, and with what is agreed to. */
export function boardWith(board: Board, items: readonly Item[]): Board {
  const then = withVisits(
    board,
    items.map((item) => rowThen(board.visits.get(item.visit_id)!.row, item)),
  );
  return withAssignments(then, new Map(items.map((item) => [item.visit_id, rowsOf(then, item)])));
}

/** The visit itself: as it is agreed to be, waiting where nobody does it any more. */
function rowThen(row: VisitRow, { after, agreed }: Item): VisitRow {
  const as = agreed ? agreedRow(row, agreed) : row;
  if (after === null) return { ...as, state: 'unscheduled' };
  return row.state === 'unscheduled' ? { ...as, state: 'planned' } : as;
}

/** Whether the visit is already where the item would bring it. */
export function isDone(board: Board, { visit_id, after }: Item): boolean {
  return isAt(board.assignments.get(visit_id) ?? [], after);
}

/** What a person has decided since is not overruled by a proposal that does not know of it. */
function changedSince(
  board: Board,
  item: Item,
  aside: ReadonlySet<string>,
  movesDispatched: boolean,
): RefusedFor | undefined {
  const visit = board.visits.get(item.visit_id);
  if (visit === undefined) return said(item, 'state', 'The visit is not there any more.');
  if (aside.has(item.visit_id)) return said(item, 'state', 'The job has been put aside.');
  if (item.after?.technicians.some((id) => !board.technicians.has(id)))
    return said(item, 'known', 'One of the technicians is not there any more.');
  if (item.agreed && isOvertaken(visit.row, item.agreed))
    return said(item, 'edited', 'What was agreed about the visit has been changed since.');
  const crew = board.assignments.get(item.visit_id) ?? [];
  if (isAt(crew, item.after)) return undefined;
  if (!isAt(crew, item.before))
    return said(
      item,
      'moved',
      crew.length > 0
        ? 'Somebody has planned it otherwise since.'
        : 'Somebody has taken it off the board since.',
    );
  return item.after === null ? stays(board, visit, item, crew, movesDispatched) : undefined;
}

/** A visit that is to leave the board may have become one that nobody moves. */
function stays(
  { now }: Board,
  { row }: BoardVisit,
  item: Item,
  crew: readonly AssignmentRow[],
  movesDispatched: boolean,
): RefusedFor | undefined {
  const mayGo = row.state === 'planned' || (movesDispatched && row.state === 'dispatched');
  if (!mayGo) return said(item, 'state', `The visit is ${row.state} by now.`);
  if (crew.some(({ isPinned }) => isPinned)) return said(item, 'pinned', 'It has been pinned since.');
  return crew.some(({ start }) => start < now) ? said(item, 'past', 'Its time has come.') : undefined;
}

function refusalsOf(board: Board, then: Board, item: Item, movesDispatched: boolean): RefusedFor[] {
  const { visit_id, after } = item;
  if (after === null || isDone(board, item)) return [];
  const visit = then.visits.get(visit_id)!;
  // Asked of where it stands, so that the rules see a move; all others are where they would be.
  const asked = withAssignments(then, new Map([[visit_id, board.assignments.get(visit_id) ?? []]]));
  return check(asked, visit, after.technicians, minuteOf(after.starts_at))
    .filter((reason) => isInTheWay(reason, movesDispatched) && !isAgreed(item, reason))
    .map((reason) => refusedFor(then, visit, reason));
}

function isInTheWay(reason: Reason, movesDispatched: boolean): boolean {
  if (reason.rule !== 'pinned') return reason.kind === 'hard';
  return reason.because === 'pinned' || !movesDispatched;
}

function isAgreed({ agreed }: Item, reason: Reason): boolean {
  return agreed?.overtime === true && reason.rule === 'shift' && reason.miss === 'late';
}

function rowsOf(board: Board, { visit_id, after }: Item): AssignmentRow[] {
  if (after === null) return [];
  const start = minuteOf(after.starts_at);
  const end = minutesAfter(start, board.visits.get(visit_id)!.row.duration);
  const common = { visit: visit_id, start, end, isPinned: false, progress: 'none' as const, overrides: [] };
  return after.technicians.map((technician) => ({ ...common, technician }));
}

function isAt(crew: readonly AssignmentRow[], placement: Difference['after']): boolean {
  if (placement === null) return crew.length === 0;
  const start = minuteOf(placement.starts_at);
  return (
    crew.length === placement.technicians.length &&
    crew.every((row) => row.start === start && placement.technicians.includes(row.technician))
  );
}

function said({ visit_id }: Item, rule: string, text: string): RefusedFor {
  return { rule, text, can_override: false, detail: { visit_id, rule } };
}

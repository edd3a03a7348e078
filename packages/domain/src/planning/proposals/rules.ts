import type { Board, BoardVisit, AssignmentRow, VisitRow } from '../../dispatch/scheduling/board/board.ts';
import { isAnyoneAway } from '../../dispatch/scheduling/board/board.ts';
import { check } from '../../dispatch/scheduling/board/check.ts';
import { withAssignments, withVisits } from '../../dispatch/scheduling/board/prepare.ts';
import type { Reason, RefusedFor } from '../../dispatch/scheduling/board/reasons.ts';
import { refusedFor } from '../../dispatch/scheduling/board/reasons.ts';
import type { LocalDate, LocalTime } from '../../values/local-time.ts';
import { dateAt, timeAt } from '../../values/local-time.ts';
import { type EpochMinutes, HOUR_MINUTES, DAY_MINUTES } from '../../values/minutes.ts';
import { minutesAfter, minutes } from '../../values/minutes.ts';
import { minuteOf } from '../../work/assignments/rules.ts';
import type { Difference } from '../plan-runs/schema.ts';
import type { Agreed } from './schema.ts';

/** What somebody may accept: a visit that moves, comes onto the board or leaves it, and what they agree to with it. */
export type Item = Difference & { readonly id: string; readonly agreed?: Agreed | null };

/** What a board does not tell of itself. */
export interface Circumstances {
  /** Visits whose jobs have been put aside. */
  readonly aside?: ReadonlySet<string>;
  /** Visits that somebody has pinned since: whoever pins a visit to somebody who is away means it. */
  readonly pinnedSince?: ReadonlySet<string>;
  /** Whether what is dispatched may move: whoever was told of it has said that it cannot stay. */
  readonly movesDispatched?: boolean;
}

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
  { aside = new Set(), pinnedSince = new Set(), movesDispatched = false }: Circumstances = {},
): Map<string, RefusedFor[]> {
  const unfit = new Map<string, RefusedFor[]>();
  for (const item of items) {
    const problem = changedSince(board, item, { aside, pinnedSince, movesDispatched });
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
  { aside, pinnedSince, movesDispatched }: Required<Circumstances>,
): RefusedFor | undefined {
  const visit = board.visits.get(item.visit_id);
  if (visit === undefined) return said(item, 'state', 'The visit no longer exists.');
  if (aside.has(item.visit_id)) return said(item, 'state', 'The job has been archived.');
  if (item.after?.technicians.some((id) => !board.technicians.has(id)))
    return said(item, 'known', 'One of the technicians no longer exists.');
  if (item.agreed && isOvertaken(visit.row, item.agreed))
    return said(item, 'edited', 'The visit’s details have changed since.');
  const crew = board.assignments.get(item.visit_id) ?? [];
  if (isAt(crew, item.after)) return undefined;
  if (!isAt(crew, item.before))
    return said(
      item,
      'moved',
      crew.length > 0 ? 'It has been moved since.' : 'It has been unscheduled since.',
    );
  if (pinnedSince.has(item.visit_id) && crew.some(({ isPinned }) => isPinned))
    return said(item, 'pinned', 'It has been pinned since.');
  return item.after === null ? stays(board, visit, item, crew, movesDispatched) : undefined;
}

/** A visit that is to leave the board may have become one that nobody moves. */
function stays(
  board: Board,
  { row }: BoardVisit,
  item: Item,
  crew: readonly AssignmentRow[],
  movesDispatched: boolean,
): RefusedFor | undefined {
  const mayCallBack = movesDispatched || isAnyoneAway(board, crew);
  const mayGo = row.state === 'planned' || (mayCallBack && row.state === 'dispatched');
  if (!mayGo) return said(item, 'state', `The visit is now ${row.state}.`);
  if (crew.some(({ isPinned }) => isPinned) && !isAnyoneAway(board, crew))
    return said(item, 'pinned', 'It has been pinned since.');
  return crew.some(({ start }) => start < board.now)
    ? said(item, 'past', 'Its start time has passed.')
    : undefined;
}

function refusalsOf(board: Board, then: Board, item: Item, movesDispatched: boolean): RefusedFor[] {
  const { visit_id, after } = item;
  if (after === null || isDone(board, item)) return [];
  const visit = then.visits.get(visit_id)!;
  // Asked of where it stands, so that the rules see a move; all others are where they would be.
  const asked = withAssignments(then, new Map([[visit_id, board.assignments.get(visit_id) ?? []]]));
  // Whoever is away does not come, whatever they were told or pinned to.
  const isAway = isAnyoneAway(board, board.assignments.get(visit_id) ?? []);
  return check(asked, visit, after.technicians, minuteOf(after.starts_at))
    .filter((reason) => isInTheWay(reason, isAway, movesDispatched) && !isAgreed(item, reason))
    .map((reason) => refusedFor(then, visit, reason));
}

function isInTheWay(reason: Reason, isAway: boolean, movesDispatched: boolean): boolean {
  if (reason.rule !== 'pinned') return reason.kind === 'hard';
  return !isAway && (reason.because === 'pinned' || !movesDispatched);
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

type Edit = Agreed['edit'];

/** What one asks a customer for is a multiple of this, in minutes. */
const GRID = 5;

/**
 * What has to be agreed to so that a visit may start then: the least that has to be changed of what it asks for, beside a duration and
 * overtime that somebody names. Null: nothing. What was agreed to before stays so.
 */
export function agreementFor(
  row: VisitRow,
  start: EpochMinutes | null,
  { duration, overtime }: { readonly duration?: number; readonly overtime: boolean },
  known: Agreed | null,
): Agreed | null {
  const edit = {
    ...known?.edit,
    ...(start !== null && editFor(known ? agreedRow(row, known) : row, start)),
    ...(duration !== undefined && { duration }),
  };
  const isOvertime = overtime || (known?.overtime ?? false);
  if (!isOvertime && Object.keys(edit).length === 0) return null;
  return { overtime: isOvertime, edit, before: sameOf(row, edit) };
}

/** The visit as it would be. */
export function agreedRow(row: VisitRow, { edit }: Agreed): VisitRow {
  const { duration, on_date, not_before, window_from, window_to } = edit;
  const from = window_from ?? row.window?.from;
  const to = window_to ?? row.window?.to;
  return {
    ...row,
    ...(duration !== undefined && { duration: minutes(duration) }),
    ...(on_date !== undefined && { date: on_date as LocalDate | null }),
    ...(not_before !== undefined && { notBefore: not_before as LocalDate | null }),
    ...(from !== undefined &&
      to !== undefined && { window: { from: from as LocalTime, to: to as LocalTime } }),
  };
}

/** Whether the visit asks for something else by now than what the agreement was about. */
export function isOvertaken(row: VisitRow, { edit, before }: Agreed): boolean {
  const now = sameOf(row, edit);
  const isEqual = (a: Edit, b: Edit) =>
    Object.keys(edit).every((field) => a[field as keyof Edit] === b[field as keyof Edit]);
  return !isEqual(now, before) && !isEqual(now, edit);
}

/** A day or a time that the visit may not start at becomes one that it may. */
function editFor({ site, date, window, notBefore }: VisitRow, start: EpochMinutes): Edit {
  const day = dateAt(start, site.zone);
  const time = timeAt(start, site.zone);
  return {
    ...(date !== null && date !== day && { on_date: day }),
    ...(window !== null && time < window.from && { window_from: onGrid(time, Math.floor) }),
    ...(window !== null && time > window.to && { window_to: onGrid(time, Math.ceil) }),
    ...(notBefore !== null && day < notBefore && { not_before: day }),
  };
}

function onGrid(time: LocalTime, round: (value: number) => number): string {
  const [hours, rest] = time.split(':').map(Number) as [number, number];
  const rounded = round((hours * HOUR_MINUTES + rest) / GRID) * GRID;
  if (rounded >= DAY_MINUTES) return time;
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(rounded / HOUR_MINUTES))}:${digits(rounded % HOUR_MINUTES)}`;
}

/** What the visit has in the fields of an edit. */
function sameOf({ duration, date, notBefore, window }: VisitRow, edit: Edit): Edit {
  const all = {
    duration,
    on_date: date,
    not_before: notBefore,
    window_from: window?.from ?? null,
    window_to: window?.to ?? null,
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in edit));
}

import type { LocalDate } from '../../../values/local-time.ts';
import type { Minutes, EpochMinutes } from '../../../values/minutes.ts';
import { epochMinutes, minutes, minutesAfter } from '../../../values/minutes.ts';
import { travelMinutes } from '../../../values/travel.ts';
import { ticketState } from '../../../work/technicians/rules.ts';
import { awaited, GRACE, type LateNews, lateNewsOf, MOST_LATE } from '../../../work/visits/late.ts';
import type { AssignmentRow, Board, BoardDay, BoardVisit } from './board.ts';
import { check } from './check.ts';
import type { Reason } from './reasons.ts';
import { refusals } from './reasons.ts';

/** What needs a decision. */
export type Attention =
  /** Somebody has said that they will be late. */
  | {
      readonly kind: 'running late';
      readonly visit: string;
      readonly technician: string;
      readonly by: Minutes;
      readonly text: string;
    }
  /** Somebody should be there, or on their way, and is not. */
  | { readonly kind: 'late'; readonly visit: string; readonly technician: string; readonly by: Minutes }
  /** Somebody is still there, and should have left. */
  | {
      readonly kind: 'running over';
      readonly visit: string;
      readonly technician: string;
      readonly by: Minutes;
    }
  /** Nobody has it, and it is for today or due. */
  | { readonly kind: 'unassigned'; readonly visit: string }
  /** It is planned for another time than was promised. */
  | { readonly kind: 'broken promise'; readonly visit: string; readonly reasons: readonly Reason[] }
  /** It cannot be done as it is planned. */
  | { readonly kind: 'conflict'; readonly visit: string; readonly reasons: readonly Reason[] }
  | {
      readonly kind: 'ticket';
      readonly technician: string;
      readonly skill: string;
      readonly expires: LocalDate;
    };

const order: readonly Attention['kind'][] = [
  'running late',
  'late',
  'running over',
  'conflict',
  'broken promise',
  'unassigned',
  'ticket',
];

/** What needs a decision on a day, the most pressing first. What somebody decided on purpose needs none. */
export function attentionOn(board: Board, day: BoardDay): Attention[] {
  const found = [...board.visits.values()].flatMap((visit) =>
    [delayed(board, visit, day) ?? lateness(board, visit, day), troubles(board, visit, day)].flat(),
  );
  return [...found, ...tickets(board, day)].toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Who has said when they will come is late only after that. */
function delayed(board: Board, visit: BoardVisit, day: BoardDay): Attention[] | undefined {
  const delay = delayOf(board, visit);
  if (delay === undefined || board.now > delay.expected + GRACE) return undefined;
  const { technician, by, text, expected } = delay;
  const start = expected - by;
  if (start < day.start || start >= day.end) return undefined;
  return [{ kind: 'running late', visit: visit.row.id, technician, by, text }];
}

function lateness(board: Board, visit: BoardVisit, day: BoardDay): Attention[] {
  return (board.assignments.get(visit.row.id) ?? [])
    .filter(({ start }) => start >= day.start && start < day.end)
    .flatMap((own): Attention[] => {
      const overdue = overdueOf(board, visit, own);
      return overdue ? [{ ...overdue, visit: visit.row.id, technician: own.technician }] : [];
    });
}

/** What should have begun, or be over, by the clock alone. */
export interface Overdue {
  readonly kind: 'late' | 'running over';
  readonly by: Minutes;
}

/** Whether somebody should be at a visit, or have left it, and by how much. */
export function overdueOf(
  { now }: Pick<Board, 'now'>,
  { row }: BoardVisit,
  { start, end, progress }: AssignmentRow,
): Overdue | undefined {
  const isAwaited = row.state === 'planned' || row.state === 'dispatched';
  if (isAwaited && progress === 'none' && now > start + GRACE)
    return { kind: 'late', by: minutes(now - start) };
  if (row.state === 'on site' && progress === 'on site' && now > end + GRACE)
    return { kind: 'running over', by: minutes(now - end) };
  return undefined;
}

function troubles(board: Board, visit: BoardVisit, day: BoardDay): Attention[] {
  const { row } = visit;
  if (row.state === 'unscheduled') return isDue(visit, day) ? [{ kind: 'unassigned', visit: row.id }] : [];
  const crew = board.assignments.get(row.id) ?? [];
  const start = crew[0]?.start;
  if (start === undefined || start < day.start || start >= day.end) return [];
  if (row.state !== 'planned' && row.state !== 'dispatched') return [];
  const overridden = crew.flatMap(({ overrides }) => overrides.map(({ rule }) => rule));
  const technicians = crew.map(({ technician }) => technician);
  const against = refusals(check(board, visit, technicians, start), overridden);
  const promises = against.filter(({ rule }) => rule === 'window');
  const others = against.filter(({ rule }) => rule !== 'window');
  return [
    ...(others.length > 0 ? [{ kind: 'conflict' as const, visit: row.id, reasons: others }] : []),
    ...(promises.length > 0 ? [{ kind: 'broken promise' as const, visit: row.id, reasons: promises }] : []),
  ];
}

/** For that day, or due by its end. */
function isDue({ day: agreed, dueBy }: BoardVisit, day: BoardDay): boolean {
  const isAgreed = agreed !== null && agreed.start < day.end && agreed.end > day.start;
  return isAgreed || (dueBy !== null && dueBy < day.end);
}

function tickets(board: Board, { date }: BoardDay): Attention[] {
  return [...board.technicians.values()]
    .filter(({ row }) => row.isActive)
    .flatMap(({ row }) =>
      row.tickets.flatMap(({ skill, expires }): Attention[] =>
        expires !== null && ticketState(expires, date) !== 'good'
          ? [{ kind: 'ticket', technician: row.id, skill, expires }]
          : [],
      ),
    );
}

/** Somebody runs late, by their own words. */
export interface Delay {
  readonly technician: string;
  readonly expected: EpochMinutes;
  /** Against the start that is planned. */
  readonly by: Minutes;
  readonly text: string;
}

/**
 * When the one who leads will be at a visit of today, if that is later than planned: as they have said, or by the clock, by what they
 * have before it and by the drive from there. Nothing where they are in time, or where the customer was told of that time already.
 */
export function lateNews(board: Board, { row }: BoardVisit): LateNews | undefined {
  const crew = board.assignments.get(row.id);
  const own = crew?.[0];
  if (own === undefined || !awaited.has(row.state)) return undefined;
  const visit = board.visits.get(row.id)!;
  const said = delayOf(board, visit);
  const reckoned = said && said.expected > board.now ? said.expected : reckonedArrival(board, visit, own);
  if (reckoned === undefined) return undefined;
  return lateNewsOf({ state: row.state, start: own.start }, reckoned, row.toldLate);
}

/** Nothing where the day has not come so far: what may still be caught up is nobody's delay. */
function reckonedArrival(board: Board, visit: BoardVisit, own: AssignmentRow): EpochMinutes | undefined {
  const { now, business } = board;
  const before = board.bookings
    .get(own.technician)
    ?.list.findLast(
      ({ start, id }) => start < own.start && id !== visit.row.id && own.start - start < MOST_LATE,
    );
  const last =
    before && board.assignments.get(before.id)?.find(({ technician }) => technician === own.technician);
  const drive = before ? travelMinutes(before.visit.place, visit.place, business.travel) : minutes(0);
  // Somebody on the way is somewhere between: what is left of the drive is not known.
  if (own.progress === 'en route') return now > own.start ? now : undefined;
  if (last && before?.visit.row.state === 'on site')
    return minutesAfter(epochMinutes(Math.max(now, last.end)), drive);
  return now > own.start ? minutesAfter(now, drive) : undefined;
}

/**
 * By how much somebody runs late for a visit, as they have said. It means nothing any more once they are there, once the visit is
 * planned for then, and where somebody else has it.
 */
export function delayOf({ assignments }: Pick<Board, 'assignments'>, { row }: BoardVisit): Delay | undefined {
  const { delay, state } = row;
  if (delay === undefined || !awaited.has(state)) return undefined;
  const own = assignments.get(row.id)?.find(({ technician }) => technician === delay.technician);
  if (own === undefined || delay.expected <= own.start) return undefined;
  return { ...delay, by: minutes(delay.expected - own.start) };
}

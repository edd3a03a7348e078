import type { LocalDate } from '../../values/local-time.ts';
import { type Minutes, minutes } from '../../values/minutes.ts';
import { ticketState } from '../../technicians/rules.ts';
import { check } from './check.ts';
import { delayOf } from './delay.ts';
import type { Board, BoardDay, BoardVisit } from './prepared.ts';
import { type Reason, refusals } from './reasons.ts';

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

/** Traffic is no reason to ring anybody. */
const GRACE = 10;

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

function lateness(board: Board, { row }: BoardVisit, day: BoardDay): Attention[] {
  return (board.assignments.get(row.id) ?? [])
    .filter(({ start }) => start >= day.start && start < day.end)
    .flatMap(({ technician, start, end, progress }): Attention[] => {
      const isAwaited = row.state === 'planned' || row.state === 'dispatched';
      if (isAwaited && progress === 'none' && board.now > start + GRACE)
        return [{ kind: 'late', visit: row.id, technician, by: minutes(board.now - start) }];
      if (row.state === 'on site' && progress === 'on site' && board.now > end + GRACE)
        return [{ kind: 'running over', visit: row.id, technician, by: minutes(board.now - end) }];
      return [];
    });
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

import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { earliestFit } from '@muster/domain/dispatch/scheduling/board/earliest-fit';
import type { Board, BoardVisit, AssignmentRow } from '@muster/domain/dispatch/scheduling/board/board';
import { refusals, reasonInWords } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { Reason } from '@muster/domain/dispatch/scheduling/board/reasons';
import { epochMinutes, type EpochMinutes, minutes, minutesAfter } from '@muster/domain/values/minutes';
import type { Move } from '@muster/domain/dispatch/board/expect';
import { withAssignments } from '@muster/domain/dispatch/scheduling/board/prepare';
import { travelMinutes } from '@muster/domain/values/travel';
import { type Delay, delayOf, overdueOf } from '@muster/domain/dispatch/scheduling/board/attention';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { asMuchLater, crewAt, type Drag } from './drag.ts';

/** Whether a visit fits somewhere, and what speaks against it. */
export interface Verdict {
  /** Where it would begin: where it was asked for, or at the next moment that fits. */
  readonly start: EpochMinutes;
  readonly kind: Fit;
  readonly reasons: readonly Reason[];
  /** All of it in few words, where the technician is in sight; and of that what weighs most. */
  readonly short: string;
  readonly first: string;
}

/** It fits, could be better, needs a reason, or can't be there: the worse the later. */
const fits = ['fits', 'warns', 'asks', 'refuses'] as const;
type Fit = (typeof fits)[number];

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((worst, one) => (fits.indexOf(one.kind) > fits.indexOf(worst.kind) ? one : worst));
}

/** Whoever lets go a little too early means the moment at which it fits. */
const REACH = 45;
const STEP = minutes(5);

export function judge(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  asked: EpochMinutes,
  isExact = false,
): Verdict {
  const reasons = check(board, visit, technicians, asked);
  if (refusals(reasons).length === 0 || isExact) return verdictOf(board, visit, asked, reasons);
  const later = epochMinutes(asked + REACH);
  const start = earliestFit(board, visit, technicians, asked, later, STEP);
  if (start === undefined) return verdictOf(board, visit, asked, reasons);
  return verdictOf(board, visit, start, check(board, visit, technicians, start));
}

/** What speaks against a visit taking so long where it stands, but for what somebody has decided about before. */
export function judgeLength(board: Board, id: string, duration: number): Verdict {
  const visit = board.visits.get(id)!;
  const crew = board.assignments.get(id) ?? [];
  const { start } = crew[0]!;
  const longer = { ...visit, row: { ...visit.row, duration: minutes(duration) } };
  const technicians = crew.map(({ technician }) => technician);
  const decided = new Set(crew.flatMap(({ overrides }) => overrides.map(({ rule }) => rule)));
  const reasons = check(board, longer, technicians, start);
  return verdictOf(
    board,
    longer,
    start,
    reasons.filter(({ rule, canOverride }) => !canOverride || !decided.has(rule)),
  );
}

/** What no reason helps against comes first. The window speaks against every technician alike, so what differs between them goes before. */
function whatWeighsFirst(reasons: readonly Reason[]): Reason[] {
  const rank = ({ kind, canOverride, rule }: Reason) =>
    kind === 'hard' && !canOverride ? 0 : rule === 'window' ? 2 : 1;
  return reasons.toSorted((a, b) => rank(a) - rank(b));
}

/** A verdict from the reasons that were found. */
function verdictOf(
  board: Board,
  visit: BoardVisit,
  start: EpochMinutes,
  reasons: readonly Reason[],
): Verdict {
  const against = refusals(reasons);
  const told = whatWeighsFirst(against.length > 0 ? against : reasons).map(
    (reason) => reasonInWords(board, visit, reason).short,
  );
  return { start, kind: fitOf(reasons), reasons, short: [...new Set(told)].join(', '), first: told[0] ?? '' };
}

function fitOf(reasons: readonly Reason[]): Fit {
  const against = refusals(reasons);
  if (against.length > 0) return against.every(({ canOverride }) => canOverride) ? 'asks' : 'refuses';
  return reasons.length > 0 ? 'warns' : 'fits';
}

/** What speaks against it as sentences, what weighs most first; without what only could be better, where more does. */
export function reasonsInWords(board: Board, visit: BoardVisit, reasons: readonly Reason[]): string[] {
  const against = refusals(reasons);
  const told = whatWeighsFirst(against.length > 0 ? against : reasons);
  return [...new Set(told.map((reason) => reasonInWords(board, visit, reason).long))];
}

/** What a crew lacks while it is not complete. */
const untilComplete = new Set(['crew', 'skill']);

/**
 * Who would be on the visit if it were put down there. A visit that needs several and has nobody yet gets those who can help at that
 * time, in the order of the board; whoever drops it sees the names.
 */
export function crewFor(
  board: Board,
  drag: Pick<Drag, 'visit' | 'crew' | 'from'>,
  technician: string,
  start: EpochMinutes,
  order: readonly string[],
): readonly string[] {
  const visit = board.visits.get(drag.visit)!;
  const crew = [...crewAt(drag, technician)];
  for (const other of order) {
    if (crew.length >= visit.row.crewSize) break;
    if (crew.includes(other)) continue;
    const against = refusals(check(board, visit, [...crew, other], start));
    if (against.every((reason) => untilComplete.has(reason.rule) || !concerns(reason, other)))
      crew.push(other);
  }
  return crew;
}

function concerns(reason: object, technician: string): boolean {
  return !('technician' in reason) || reason.technician === technician;
}

/**
 * Several visits, each as much later and as many rows lower as the one in the hand. A crew stays together: where it is on several rows,
 * only the time changes, unless it is the one in the hand.
 */
export function movesTogether(
  board: Board,
  order: readonly string[],
  dropped: Drag,
  selected: ReadonlySet<string>,
): Move[] {
  const { target, start: from } = dropped;
  if (target.kind !== 'slot') return [];
  if (from === null || dropped.from === null) return movesFromTray(board, order, dropped, target, selected);
  const lower = order.includes(dropped.from)
    ? order.indexOf(target.technician) - order.indexOf(dropped.from)
    : 0;
  // Whoever is not shown keeps their visits: nobody would see to whom they went.
  const technicianFor = (id: string) => (order.includes(id) ? (order[order.indexOf(id) + lower] ?? id) : id);
  return [...selected].flatMap((visit) => {
    const crew = (board.assignments.get(visit) ?? []).map(({ technician }) => technician);
    if (crew.length === 0) return [];
    const { start } = board.assignments.get(visit)![0]!;
    const own = visit === dropped.visit ? crewAt(dropped, target.technician) : crew;
    return [
      {
        visit,
        technicians: crew.length === 1 ? crew.map(technicianFor) : own,
        start: asMuchLater(start, from, target.start, board.business.zone),
      },
    ];
  });
}

/**
 * Several that wait, one after the other on the row where one is put down: each as soon as it fits after the one before; one that fits
 * nowhere on that day follows after the drive, to be asked about.
 */
function movesFromTray(
  board: Board,
  order: readonly string[],
  dropped: Drag,
  { technician, start }: Extract<Drag['target'], { kind: 'slot' }>,
  picked: ReadonlySet<string>,
): Move[] {
  const moves: Move[] = [];
  const until = board.days.find((day) => start >= day.start && start < day.end)?.end ?? start;
  let [after, from] = [board, start];
  for (const id of new Set([dropped.visit, ...picked])) {
    const visit = after.visits.get(id);
    if (visit === undefined) continue;
    const technicians = crewFor(after, { visit: id, crew: [], from: null }, technician, from, order);
    const before = after.visits.get(moves.at(-1)?.visit ?? '');
    const drive = before ? travelMinutes(before.place, visit.place, board.business.travel) : 0;
    const next = epochMinutes(Math.ceil((from + drive) / STEP) * STEP);
    const at = earliestFit(after, visit, technicians, from, until, STEP) ?? next;
    const move = { visit: id, technicians, start: at };
    moves.push(move);
    after = withAssignments(after, new Map([[id, bookingsOf(after, move)]]));
    from = minutesAfter(at, visit.row.duration);
  }
  return moves;
}

/** As many as are judged with each step of a hand: all of a large selection would make it stutter. */
const MOST_SHOWN = 20;

/** What is shown of several while they are in the hand: the first, the one in the hand among them; all are judged when they are dropped. */
export function judgeInHand(
  board: Board,
  order: readonly string[],
  drag: Drag,
  selected: ReadonlySet<string>,
) {
  const all = [drag.visit, ...[...selected].filter((visit) => visit !== drag.visit)];
  // Those that wait are placed one after the other, so the later ones change nothing for the first; those on the board go together.
  const moves = movesTogether(
    board,
    order,
    drag,
    new Set(drag.from === null ? all.slice(0, MOST_SHOWN) : all),
  );
  return {
    judged: judgeTogether(board, moves, MOST_SHOWN),
    left: Math.max(0, (drag.from === null ? all.length : moves.length) - MOST_SHOWN),
  };
}

/** Whether each of these moves, or the first of them, fits, with the others where they are going to be: as the server asks. */
export function judgeTogether(
  board: Board,
  moves: readonly Move[],
  most = moves.length,
): { visit: BoardVisit; technicians: readonly string[]; verdict: Verdict }[] {
  const booked = new Map(moves.map((move) => [move.visit, bookingsOf(board, move)]));
  const after = withAssignments(board, booked);
  return moves.slice(0, most).map(({ visit: id, technicians, start }) => {
    const visit = board.visits.get(id)!;
    const asked = withAssignments(after, new Map([[id, board.assignments.get(id) ?? []]]));
    const reasons = check(asked, visit, technicians, start);
    return { visit, technicians, verdict: verdictOf(asked, visit, start, reasons) };
  });
}

function bookingsOf(board: Board, { visit, technicians, start }: Move): AssignmentRow[] {
  const end = minutesAfter(start, board.visits.get(visit)!.row.duration);
  const isPinned = board.assignments.get(visit)?.some((one) => one.isPinned) ?? false;
  return technicians.map((technician) => ({
    visit,
    technician,
    start,
    end,
    isPinned,
    progress: 'none',
    overrides: [],
  }));
}

/** What is wrong with where a visit stands. */
interface Warning {
  readonly short: string;
  readonly long: string;
  /** Whether it cannot be done so, and nobody has said that it is meant. */
  readonly isHard: boolean;
}

/** "20 min late", in the words of whoever comes. */
export function lateWords({ by }: Pick<Delay, 'by'>): string {
  return `${lengthInWords(by)} late`;
}

/** Beyond, nobody is on the way any more. */
const HALF_A_DAY = 12 * 60;

/**
 * How late a visit is for whoever looks at the board: as they who come have said, or by the clock alone. Nothing where it is in time.
 */
export function lateOf(board: Board, visit: BoardVisit, technician: string): string | undefined {
  const delay = delayOf(board, visit);
  // Whoever has said when they will come is late only after that.
  if (delay !== undefined && board.now <= delay.expected) return lateWords(delay);
  const own = board.assignments.get(visit.row.id)?.find((one) => one.technician === technician);
  const overdue = own && overdueOf(board, visit, own);
  if (overdue === undefined) return delay && lateWords(delay);
  if (overdue.by > HALF_A_DAY) return overdue.kind === 'late' ? 'not started' : 'not finished';
  return overdue.kind === 'late'
    ? `not started, ${lengthInWords(overdue.by)} late`
    : `${lengthInWords(overdue.by)} over`;
}

/** What has begun or is over is as it is: nothing is gained by warning of it. */
const open = new Set(['planned', 'dispatched']);

/** Rules that a visit breaks where it stands, on purpose or not, and what should be better. */
export function warningOf(board: Board, id: string): Warning | undefined {
  const visit = board.visits.get(id)!;
  const crew = board.assignments.get(id) ?? [];
  const start = crew[0]?.start;
  if (!open.has(visit.row.state) || start === undefined) return undefined;
  const technicians = crew.map(({ technician }) => technician);
  const reasons = check(board, visit, technicians, start);
  if (reasons.length === 0) return undefined;
  const meant = new Map(crew.flatMap(({ overrides }) => overrides.map(({ rule, reason }) => [rule, reason])));
  const words = (length: 'short' | 'long') => (reason: Reason) => {
    const why = meant.get(reason.rule);
    const text = reasonInWords(board, visit, reason)[length];
    return why === undefined ? text : `${text} (override: ${why})`;
  };
  return {
    short: [...new Set(reasons.map(words('short')))].join(', '),
    long: [...new Set(reasons.map(words('long')))].join(' '),
    isHard: reasons.some(({ kind, rule }) => kind === 'hard' && !meant.has(rule)),
  };
}

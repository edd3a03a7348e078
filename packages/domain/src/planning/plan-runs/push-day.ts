import type { Delay } from '../../dispatch/scheduling/board/attention.ts';
import { delayOf } from '../../dispatch/scheduling/board/attention.ts';
import type { Board, BoardVisit, AssignmentRow } from '../../dispatch/scheduling/board/board.ts';
import { check } from '../../dispatch/scheduling/board/check.ts';
import { earliestFit } from '../../dispatch/scheduling/board/earliest-fit.ts';
import { withAssignments, withVisits } from '../../dispatch/scheduling/board/prepare.ts';
import { refusals } from '../../dispatch/scheduling/board/reasons.ts';
import { lengthInWords } from '../../values/clock-words.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { epochMinutes, minutes, minutesAfter } from '../../values/minutes.ts';
import { hasBegun } from '../../work/visits/states.ts';

const STEP = minutes(5);

/** The rest of a day, as late as a delay makes it. */
export interface PushedDay {
  readonly delay: Delay;
  /** With everything where it goes by being later, and without what does not fit so. */
  readonly board: Board;
  /** What has another start. */
  readonly later: ReadonlySet<string>;
  /** What finds no place any more with whoever has it: it has to go elsewhere. */
  readonly lost: readonly string[];
  /** Whether the visit that somebody runs late for stays in its place, because it has begun or may not be so late: that is a fact, not a plan. */
  readonly isFact: boolean;
}

/**
 * What a delay does to the rest of the day of whoever runs late: each visit begins as soon as they can be there, in the same order,
 * and the first that needs not move ends it. Nothing where nobody runs late for the visit.
 */
export function pushDay(board: Board, delayed: string): PushedDay | undefined {
  const visit = board.visits.get(delayed);
  const delay = visit && delayOf(board, visit);
  const crew = board.assignments.get(delayed);
  const day = board.days.find(({ start, end }) => crew && start <= crew[0]!.start && crew[0]!.start < end);
  if (!visit || !delay || !crew || !day) return undefined;
  const arrival = onGrid(Math.max(delay.expected, board.now));
  const technicians = crew.map(({ technician }) => technician);
  const rest = restOf(board, technicians, crew[0]!.start, day.end);

  // What comes later is in nobody's way until it has its turn.
  const cleared = withAssignments(board, new Map(rest.map(({ row }) => [row.id, []])));
  const isFact =
    hasBegun(visit.row.state) || refusals(check(cleared, visit, technicians, arrival)).length > 0;
  let pushed = withAssignments(cleared, new Map([[delayed, at(visit, crew, arrival, true)]]));
  const later = new Set<string>(isFact ? [] : [delayed]);
  const lost: string[] = [];
  for (const next of rest) {
    const own = board.assignments.get(next.row.id)!;
    const people = own.map(({ technician }) => technician);
    const from = epochMinutes(Math.max(own[0]!.start, board.now));
    // What was wrong with it before, or is meant so, is not because of the delay.
    const known = new Set([
      ...own.flatMap(({ overrides }) => overrides.map(({ rule }) => rule)),
      ...check(board, next, people, own[0]!.start).map(({ rule }) => rule),
    ]);
    const isSound = refusals(check(pushed, next, people, from)).every(({ rule }) => known.has(rule));
    const start = isSound ? from : earliestFit(pushed, next, people, from, day.end, STEP);
    if (start === undefined) lost.push(next.row.id);
    else {
      if (start !== own[0]!.start) later.add(next.row.id);
      pushed = withAssignments(pushed, new Map([[next.row.id, at(next, own, start)]]));
    }
  }
  const waiting = lost.map((id) => ({ ...board.visits.get(id)!.row, state: 'unscheduled' as const }));
  return { delay, board: withVisits(pushed, waiting), later, lost, isFact };
}

/** What these people do after that on the day and may be moved, in the order of its starts. */
function restOf(
  { bookings, assignments }: Board,
  technicians: readonly string[],
  after: EpochMinutes,
  until: EpochMinutes,
): BoardVisit[] {
  const all = technicians
    .flatMap((id) => bookings.get(id)?.list ?? [])
    .filter(({ start }) => start > after && start < until)
    .filter(({ visit: { row } }) => !hasBegun(row.state))
    .filter(({ id }) => assignments.get(id)!.every(({ isPinned }) => !isPinned))
    .toSorted((a, b) => a.start - b.start);
  return [...new Map(all.map(({ id, visit }) => [id, visit])).values()];
}

function at(
  { row }: BoardVisit,
  crew: readonly AssignmentRow[],
  start: EpochMinutes,
  isPinned = false,
): AssignmentRow[] {
  const end = minutesAfter(start, row.duration);
  return crew.map((one) => ({ ...one, start, end, isPinned: one.isPinned || isPinned }));
}

function onGrid(moment: number): EpochMinutes {
  return epochMinutes(Math.ceil(moment / STEP) * STEP);
}

/** Why a delay moves a visit, in a sentence; nothing where it does not. */
export function delayInWords({ board, delay, later, lost }: PushedDay, delayed: string, visit: string) {
  const name = board.technicians.get(delay.technician)!.row.name;
  const runsLate = `${name} is running ${lengthInWords(delay.by)} late`;
  if (visit === delayed) return `${runsLate}${delay.text === '' ? '' : `: ${delay.text}`}.`;
  if (lost.includes(visit)) return `${runsLate}, and it doesn’t fit that day now.`;
  return later.has(visit) ? `${runsLate}: it starts as soon as they can get there.` : undefined;
}

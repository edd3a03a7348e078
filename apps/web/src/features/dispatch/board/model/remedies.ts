import type { Move } from '@muster/domain/dispatch/board/expect';
import { pushDay } from '@muster/domain/planning/plan-runs/push-day';
import type { Attention } from '@muster/domain/dispatch/scheduling/board/attention';
import { earliestFit } from '@muster/domain/dispatch/scheduling/board/earliest-fit';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { hasBegun } from '@muster/domain/work/visits/states';
import { timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';

/** Lets the optimiser put right what has gone wrong, also by a delay of a visit, or use what has become free. */
export type PlanDay = (way: 'repair' | 'fill gaps', delayOf?: string) => void;

/** What can be done about it with one press. */
export type Remedy = { readonly label: string } & (
  | { readonly kind: 'move'; readonly move: Move }
  | { readonly kind: 'unschedule'; readonly visit: string }
  | { readonly kind: 'slot'; readonly visit: string }
  | { readonly kind: 'delay'; readonly visit: string }
  | { readonly kind: 'technician'; readonly technician: string }
);

const STEP = minutes(5);

/** The most useful first. Only what would be accepted as things stand is offered. */
export function remediesFor(board: Board, day: BoardDay, attention: Attention): Remedy[] {
  // Visits that it keeps from being done are conflicts, and have their own.
  if (attention.kind === 'ticket')
    return [{ kind: 'technician', label: 'Update the ticket', technician: attention.technician }];
  if (attention.kind === 'running late') return forRest(board, attention.visit);
  if (attention.kind === 'running over') return forNext(board, day, attention.technician);
  const visit = board.visits.get(attention.visit);
  if (visit === undefined) return [];
  const { row } = visit;
  const crew = (board.assignments.get(row.id) ?? []).map(({ technician }) => technician);
  const same = crew.length > 0 ? placeFor(board, day, visit, [crew]) : undefined;
  const other = row.crewSize === 1 ? placeFor(board, day, visit, without(board, crew)) : undefined;
  return [
    ...(same ? [moveTo(visit, same, `Move to ${wordsOf(board, same)}`)] : []),
    ...(other ? [moveTo(visit, other, `Move to ${nameOf(board, other)}, ${wordsOf(board, other)}`)] : []),
    ...(crew.length > 0 ? [{ kind: 'unschedule' as const, label: 'Return to tray', visit: row.id }] : []),
    // Of the day that is shown, nothing may be left.
    { kind: 'slot', label: 'Find a slot', visit: row.id },
  ];
}

/** The rest of a day moves by a delay, if it has to. */
function forRest(board: Board, visit: string): Remedy[] {
  const pushed = pushDay(board, visit);
  if (pushed === undefined || (pushed.later.size === 0 && pushed.lost.length === 0)) return [];
  return [{ kind: 'delay', label: 'Move the rest of the day', visit }];
}

/** What has begun lasts as long as it lasts; what comes after it can be done by somebody else. */
function forNext(board: Board, day: BoardDay, technician: string): Remedy[] {
  const next = board.bookings
    .get(technician)
    ?.list.find(({ start, visit: { row } }) => start >= board.now && start < day.end && !hasBegun(row.state));
  if (next === undefined || next.visit.row.crewSize > 1) return [];
  const place = placeFor(board, day, next.visit, without(board, [technician]));
  if (place === undefined) return [];
  const words = `Move ${next.visit.row.customer} to ${nameOf(board, place)}, ${wordsOf(board, place)}`;
  return [moveTo(next.visit, place, words)];
}

/** Everybody else, one by one. */
function without({ technicians }: Board, crew: readonly string[]): string[][] {
  return [...technicians.keys()].filter((id) => !crew.includes(id)).map((id) => [id]);
}

interface Place {
  readonly technicians: readonly string[];
  readonly start: EpochMinutes;
}

/** The crew that can begin first, from now on, that day. */
function placeFor(
  board: Board,
  day: BoardDay,
  visit: BoardVisit,
  crews: readonly (readonly string[])[],
): Place | undefined {
  const from = epochMinutes(Math.max(day.start, board.now));
  let best: Place | undefined;
  for (const technicians of crews) {
    const until = epochMinutes(best === undefined ? day.end : best.start - STEP);
    const start = earliestFit(board, visit, technicians, from, until, STEP);
    if (start !== undefined) best = { technicians, start };
  }
  return best;
}

function moveTo({ row }: BoardVisit, place: Place, label: string): Remedy {
  return { kind: 'move', label, move: { visit: row.id, ...place } };
}

function wordsOf({ business }: Board, { start }: Place): string {
  return timeInWords(start, business.zone);
}

function nameOf({ technicians }: Board, place: Place): string {
  return technicians.get(place.technicians[0]!)!.row.name;
}

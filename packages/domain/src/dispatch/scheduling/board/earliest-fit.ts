import type { EpochMinutes, Minutes } from '../../../values/minutes.ts';
import { epochMinutes, minutes } from '../../../values/minutes.ts';
import { travelMinutes } from '../../../values/travel.ts';
import type { Board, BoardTechnician, BoardVisit } from './board.ts';
import { noBookings, countBefore } from './bookings.ts';
import { technicianOf } from './board.ts';
import { check } from './check.ts';
import type { Reason } from './reasons.ts';
import { refusals } from './reasons.ts';

/**
 * The earliest start between two moments, both included, that no hard reason speaks against; undefined where there is none.
 * Starts are multiples of the step.
 */
export function earliestFit(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  from: EpochMinutes,
  until: EpochMinutes,
  step: Minutes = minutes(1),
): EpochMinutes | undefined {
  for (const start of possibleStarts(board, visit, technicians, from, until, step)) {
    const against = refusals(check(board, visit, technicians, start));
    if (against.length === 0) return start;
    if (against.some(isForGood)) return undefined;
  }
  return undefined;
}

/** A later start changes nothing about it. */
function isForGood({ rule, canOverride }: Reason): boolean {
  return !canOverride && rule !== 'past';
}

/** What keeps a visit from starting earlier always ends at one of these: a window opens, a shift begins, a drive is done. */
function possibleStarts(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  from: EpochMinutes,
  until: EpochMinutes,
  step: Minutes,
): EpochMinutes[] {
  const ends: number[] = [from, board.now];
  if (visit.notBefore !== null) ends.push(visit.notBefore);
  for (const { start } of visit.windows ?? []) ends.push(start);
  for (const id of technicians) ends.push(...freeFrom(board, visit, technicianOf(board, id), from, until));
  const starts = ends.map((end) => Math.ceil(end / step) * step);
  return [...new Set(starts)]
    .filter((start) => start >= from && start <= until)
    .sort((a, b) => a - b)
    .map(epochMinutes);
}

function freeFrom(
  { bookings, business }: Board,
  { place }: BoardVisit,
  { row, parts, absences }: BoardTechnician,
  from: EpochMinutes,
  until: EpochMinutes,
): number[] {
  const { list, busyUntil } = bookings.get(row.id) ?? noBookings;
  let first = countBefore(list, from);
  while (first > 0 && busyUntil[first - 1]! > from) first--;
  const near = list.slice(Math.max(0, first - 1), countBefore(list, until));
  return [
    ...near.flatMap(({ visit, end }) => [end, end + travelMinutes(visit.place, place, business.travel)]),
    ...absences.map(({ end }) => end),
    ...parts
      .filter(({ start, latestEnd }) => latestEnd > from && start <= until)
      .map(({ start, startPlace }) =>
        startPlace === null ? start : start + travelMinutes(startPlace, place, business.travel),
      ),
  ];
}

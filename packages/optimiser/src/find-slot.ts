import { crewSize } from '@muster/domain/scheduling/crew';
import type { Problem, Schedule, Visit } from '@muster/domain/scheduling/problem';

import type { SlotReason } from './explain/slot-reasons.ts';
import { slotReasons } from './explain/slot-reasons.ts';
import type { Scope } from './hold/scope.ts';
import { askedDays } from './questions/asked-days.ts';
import { crewPlaces } from './questions/crew-places.ts';
import type { HeldSchedule } from './questions/held-schedule.ts';
import { holdSchedule } from './questions/held-schedule.ts';
import type { LaidOutDays } from './questions/laid-out.ts';
import { feasiblePositions } from './schedule/positions.ts';

/** Where a visit could go, what it adds to the schedule's cost and driving, and why it is a good place. */
export type Slot = {
  readonly technicians: readonly string[];
  /** Shift of each technician. */
  readonly shifts: readonly string[];
  readonly start: number;
  readonly cost: number;
  readonly driving: number;
  readonly reasons: readonly SlotReason[];
};

const MOST_SLOTS = 5;

/** The best places for one visit with everything else standing still; the cheapest first. */
export function findSlots(
  problem: Problem,
  schedule: Schedule,
  visit: string,
  scope: Omit<Scope, 'visits'> = {},
): Slot[] {
  return slotsFor(holdSchedule(problem, schedule, scope.now), visit, scope.technicians);
}

/** The same on a schedule that is held. `among`: only they are offered. */
export function slotsFor(held: HeldSchedule, visitId: string, among?: readonly string[]): Slot[] {
  const visit = held.visits.get(visitId);
  return visit === undefined ? [] : slotsOf(held, visit, among);
}

/** The same for a visit as it might be: with another window, or for other people. */
export function slotsOf(held: HeldSchedule, visit: Visit, among?: readonly string[]): Slot[] {
  const days = askedDays(held, visit, among);
  const places = crewSize(visit) > 1 ? crewPlaces(held, visit, days) : days.flatMap(placesOf);
  return places
    .sort((a, b) => a.cost - b.cost || a.start - b.start)
    .slice(0, MOST_SLOTS)
    .map((place) => Object.assign(place, { reasons: slotReasons(held.problem, visit, place) }));
}

function placesOf({ days, compiled, work, node }: LaidOutDays): Omit<Slot, 'reasons'>[] {
  return feasiblePositions(work, node).map(({ route, start, cost, driving }) => ({
    technicians: [days.technician.id],
    shifts: [compiled.shiftOf[route]!.id],
    start: compiled.zero + start,
    cost,
    driving,
  }));
}

import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import type { Route, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { slotsOf } from '../../find-slot.ts';
import type { Fit } from '../fit.ts';
import { fitWith } from '../fit.ts';
import { readDays } from '../own-days.ts';
import { mayHold, roomsOf } from '../rooms.ts';
import { asMove, slotOnAnotherDay } from './elsewhere.ts';
import type { Inquiry } from './inquiry.ts';
import type { Remedy } from './remedy.ts';
import { movesOn } from './remedy.ts';

/** Another visit on somebody's day without which the visit fits there. */
export type MakesRoom = { readonly other: Visit; readonly technician: Technician; readonly fit: Fit };

/** Trials of others to find a place for: each takes as long as looking for a slot on the telephone. */
const MOST_TRIALS = 3;

/** One at a time, those that `wanted` ranks highest first; it leaves out what it has no number for. */
export function* makingRoom(
  { source, daysOf, routesOf }: Inquiry,
  visit: Visit,
  people: readonly Technician[],
  wanted: (other: Visit) => number | undefined,
): Generator<MakesRoom> {
  const candidates = people.flatMap((technician) => {
    const days = daysOf(technician);
    if (!days.isSound) return [];
    const matrix = days.problem.travel[technician.profile ?? 0];
    return days.problem.visits.flatMap((own) => {
      const other = source.visits.get(own.id)!;
      const rank = crewSize(other) > 1 ? undefined : wanted(other);
      if (rank === undefined) return [];
      const routes = without(routesOf(technician.id), other.id);
      const rooms = roomsOf(days.problem, technician, routes);
      return rooms.some((day) => day.some((room) => mayHold(room, visit, matrix)))
        ? [{ other, technician, routes, rank }]
        : [];
    });
  });
  for (const { other, technician, routes } of candidates.sort((a, b) => b.rank - a.rank)) {
    const fit = fitWith(readDays(source, { technician, routes }), visit);
    if (fit !== undefined) yield { other, technician, fit };
  }
}

/** A visit that matters no more makes room, and has a place elsewhere; or one that matters less is left out. */
export function ifAnotherMadeRoom(
  inquiry: Inquiry,
  visit: Visit,
  people: readonly Technician[],
): Remedy | undefined {
  const mine = visit.priority ?? 1;
  const rank = ({ pinned, priority = 1 }: Visit): number | undefined =>
    pinned === undefined && priority <= mine ? -priority : undefined;
  let least: Remedy | undefined;
  let trials = 0;
  for (const { other, technician, fit } of makingRoom(inquiry, visit, people, rank)) {
    const days = inquiry.daysOf(technician);
    const moves = movesOn(days, visit, fit.routes);
    const place = placeElsewhere(inquiry, other, technician);
    if (place !== undefined) return { code: 'move out', visit: other.id, moves: [...moves, place] };
    if ((other.priority ?? 1) < mine) least ??= { code: 'move out', visit: other.id, moves };
    trials += 1;
    if (trials === MOST_TRIALS) break;
  }
  return least;
}

/** With somebody else in the time that was planned, or on another day. */
function placeElsewhere(
  { source, held, wider }: Inquiry,
  other: Visit,
  { id }: Technician,
): Remedy['moves'][number] | undefined {
  const others = source.problem.technicians.map((technician) => technician.id).filter((one) => one !== id);
  const [near] = slotsOf(held, other, others);
  const slot = near ?? (wider && slotOnAnotherDay(wider, other)?.slot);
  return slot && asMove(other, slot);
}

/** The routes without a visit; their breaks stay, and are timed anew with the next visit. */
export function without(routes: readonly Route[], visit: string): Route[] {
  return routes.map((route) => ({ ...route, stops: route.stops.filter((stop) => stop.visit !== visit) }));
}

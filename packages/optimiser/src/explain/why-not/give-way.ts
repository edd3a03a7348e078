import { crewSize } from '@muster/domain/scheduling/crew';
import type { Schedule, Stop, Visit } from '@muster/domain/scheduling/problem';

import type { Slot } from '../../find-slot.ts';
import { slotsOf } from '../../find-slot.ts';
import { holdSound } from '../../questions/held-schedule.ts';
import { asMove } from './elsewhere.ts';
import type { Inquiry } from './inquiry.ts';
import type { Remedy } from './remedy.ts';

/** More customers than this are not put off for one. */
const MOST_WAITING = 6;
/** Places that are tried: each takes some looks for a slot. */
const MOST_PLACES = 3;

/**
 * Visits that matter less wait, as few of them as that takes, and altogether less than what gets their place: for a crew too, on the
 * days of all its members. At another time of the same day, where its own leaves nobody enough of it.
 */
export function ifOthersGaveWay(inquiry: Inquiry, visit: Visit): Remedy | undefined {
  const { start, end } = inquiry.held.horizon;
  const anyTime = { ...visit, windows: [{ start: Math.max(start, inquiry.now), end }] };
  const best = cheapestWay(inquiry, visit) ?? (start <= end ? cheapestWay(inquiry, anyTime) : undefined);
  return best && { code: 'make way', visits: best.visits, moves: [asMove(visit, best.slot)] };
}

type Way = { readonly slot: Slot; readonly visits: readonly string[]; readonly price: number };

function cheapestWay({ held, now, schedule }: Inquiry, visit: Visit): Way | undefined {
  const mine = visit.priority ?? 1;
  const rankOf = (id: string): number => held.visits.get(id)?.priority ?? 1;
  const lesser = new Set(
    held.problem.visits
      .filter(({ id, pinned }) => pinned === undefined && rankOf(id) < mine)
      .filter((other) => crewSize(other) === 1)
      .map(({ id }) => id),
  );
  const mayWait = ({ visit: id, start }: Stop): boolean => lesser.has(id) && start >= now;
  const look = (out: ReadonlySet<string>, among?: readonly string[]): Slot[] =>
    slotsOf(holdSound(held.problem, without(schedule, out), now), visit, among);
  const waiting = schedule.routes.flatMap(({ stops }) => stops.filter(mayWait).map((stop) => stop.visit));
  const ways = look(new Set(waiting))
    .slice(0, MOST_PLACES)
    .flatMap(({ technicians }): Way[] => {
      const theirs = schedule.routes.filter((route) => technicians.includes(route.technician));
      const out = new Set(theirs.flatMap(({ stops }) => stops.filter(mayWait).map((stop) => stop.visit)));
      // The more important come back first.
      for (const id of [...out].toSorted((a, b) => rankOf(b) - rankOf(a))) {
        out.delete(id);
        if (look(out, technicians).length === 0) out.add(id);
      }
      const price = [...out].reduce((sum, id) => sum + rankOf(id), 0);
      const [slot] = out.size > MOST_WAITING || price >= mine ? [] : look(out, technicians);
      return slot === undefined ? [] : [{ slot, visits: [...out], price }];
    });
  return ways.toSorted((a, b) => a.price - b.price)[0];
}

function without({ routes, unplaced }: Schedule, out: ReadonlySet<string>): Schedule {
  return {
    routes: routes.map((route) => ({ ...route, stops: route.stops.filter(({ visit }) => !out.has(visit)) })),
    unplaced: [...unplaced, ...out],
  };
}

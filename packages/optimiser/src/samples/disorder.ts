import type { Problem, Schedule, Shift, TakenBreak } from '@muster/domain/dispatch/scheduling/problem';

import type { TimedStop } from '../hold/route-of.ts';
import { routeOf } from '../hold/route-of.ts';
import type { Random } from '../search/random.ts';
import { createRandom, nextBelow } from '../search/random.ts';

/** Puts visits anywhere at any time, and breaks in theirs: what a board may look like after a bad day. `wild`: entered in any shift or none. */
export function disorder(seed: number, problem: Problem, wild: boolean): Schedule {
  const random = createRandom(seed);
  const routes = problem.technicians.map(({ id, shifts }) => {
    const shift = shifts[wild ? nextBelow(random, shifts.length) : 0]!;
    const stops: TimedStop[] = [];
    if (nextBelow(random, 4) === 0) return { id, own: undefined, stops, breaks: [] };
    return { id, own: shift.id, stops, breaks: someBreaks(random, shift) };
  });
  const placed = problem.visits.filter(({ pinned }) => pinned === undefined && nextBelow(random, 3) > 0);
  for (const { id, duration } of placed) {
    const members = nextBelow(random, 6) === 0 ? 2 : 1;
    for (let member = 0; member < members; member++) {
      const route = routes[nextBelow(random, routes.length)]!;
      // Outside every shift means just that, unless it is wild.
      const first = route.own === undefined && !wild ? 1260 : 300;
      const start = first + nextBelow(random, first === 300 ? 900 : 90);
      route.stops.push({ visit: id, start, end: start + duration });
    }
  }
  return {
    routes: routes.map(({ id, own, stops, breaks }) => routeOf(id, own, stops, breaks)),
    unplaced: problem.visits.filter((visit) => !placed.includes(visit)).map(({ id }) => id),
  };
}

/** At most one of those that might overlap. */
function someBreaks(random: Random, { breaks = [] }: Shift): TakenBreak[] {
  const taken: TakenBreak[] = [];
  let free = -Infinity;
  breaks.forEach(({ earliest, latest, duration }, rule) => {
    const start = earliest + nextBelow(random, latest - earliest + 1);
    if (nextBelow(random, 4) === 0 || start < free) return;
    taken.push({ rule, start });
    free = start + duration;
  });
  return taken;
}

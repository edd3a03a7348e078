import type { Placement } from '@muster/domain/scheduling/differences';
import type { Route, Technician, Visit } from '@muster/domain/scheduling/problem';
import { travelTime } from '@muster/domain/scheduling/walk';

import { fitWith } from '../fit-with.ts';
import { readDays } from '../own-days.ts';
import type { Inquiry } from '../why-not/inquiry.ts';
import { without } from '../why-not/move-out.ts';
import { asMember } from '../why-not/obstacle.ts';

/**
 * The visits, among those that `isNew` there, that now have the time which this one had: without them it would fit back at
 * its old start, and with them it does not. Undefined where it could have stayed, or where they alone do not explain it.
 */
export function gaveWayTo(
  inquiry: Inquiry,
  visit: Visit,
  before: Placement,
  isNew: (other: string) => boolean,
): readonly string[] | undefined {
  const { source, routesOf } = inquiry;
  const { start } = before;
  const asked = { ...asMember(visit), windows: [{ start, end: start }] };
  for (const id of before.technicians) {
    const technician = source.problem.technicians.find((one) => one.id === id);
    if (technician === undefined) continue;
    const routes = without(routesOf(id), visit.id);
    const fits = (named: readonly string[]): boolean => {
      const left = named.reduce<readonly Route[]>(without, routes);
      const days = readDays(source, { technician, routes: left });
      return days.isSound && fitWith(days, asked) !== undefined;
    };
    const near = inTheWay(inquiry, technician, routes, visit, start).filter(isNew);
    if (near.length === 0 || fits([])) continue;
    const one = near.find((other) => fits([other]));
    if (one !== undefined) return [one];
    if (near.length > 1 && fits(near)) return fewest(near, fits);
  }
  return undefined;
}

/** Those that leave no time for the visit or its drives, told by their times alone. */
function inTheWay(
  { source }: Inquiry,
  { profile }: Technician,
  routes: readonly Route[],
  visit: Visit,
  start: number,
): string[] {
  const matrix = source.problem.travel[profile ?? 0];
  return routes.flatMap(({ stops }) =>
    stops.flatMap((stop) => {
      const other = source.visits.get(stop.visit)!;
      const comesFirst = stop.start < start;
      const free = comesFirst
        ? start - stop.start - other.duration - travelTime(matrix, other.place, visit.place)
        : stop.start - start - visit.duration - travelTime(matrix, visit.place, other.place);
      return free < 0 ? [other.id] : [];
    }),
  );
}

/** Leaves out every name without which the rest still explains it. */
function fewest(named: readonly string[], fits: (named: readonly string[]) => boolean): string[] {
  let left = [...named];
  for (const one of named) {
    const fewer = left.filter((other) => other !== one);
    if (fits(fewer)) left = fewer;
  }
  return left;
}

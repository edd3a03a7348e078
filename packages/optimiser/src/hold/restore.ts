import type { Problem, Route, Schedule, TakenBreak } from '@muster/domain/scheduling/problem';

import type { HeldStop } from './held-stops.ts';
import { neededBreaks } from './needed-breaks.ts';
import type { OpenShift } from './open-shift.ts';
import type { TimedStop } from './route-of.ts';
import { routeOf } from './route-of.ts';
import type { TechnicianDays } from './technician-days.ts';

/** A schedule of the reduced problem with everything back in it that stays: where it was, whatever rule that breaks. */
export function restore(
  problem: Problem,
  given: Schedule | undefined,
  held: readonly HeldStop[],
  days: readonly TechnicianDays[],
  found: Schedule,
): Schedule {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const technicians = new Map(problem.technicians.map((technician) => [technician.id, technician]));
  const open = new Map(
    days.flatMap((each) => each.open.map((one) => [key(each.technician.id, one.shift.id), one])),
  );
  const stops = new Map<string, { technician: string; shift: string | undefined; stops: TimedStop[] }>();
  const enter = (technician: string, shift: string | undefined, stop: TimedStop): void => {
    const route = stops.get(key(technician, shift)) ?? { technician, shift, stops: [] };
    stops.set(key(technician, shift), route);
    route.stops.push(stop);
  };
  for (const { technician, shift, visit, start, end } of held)
    enter(technician, shift, { visit: visit.id, start, end });
  for (const { technician, shift, stops: own } of found.routes) {
    for (const { visit, start } of own) {
      const duration = visits.get(visit)?.duration;
      if (duration !== undefined) enter(technician, shift, { visit, start, end: start + duration });
    }
  }
  const planned = byKey(found.routes);
  const before = byKey(given?.routes ?? []);
  const routes = [...stops].map(([name, { technician, shift, stops: own }]) => {
    const breaks = breaksOf(before.get(name), open.get(name), planned.get(name));
    const route = routeOf(technician, shift, own, breaks);
    return Object.assign(route, {
      breaks: neededBreaks(problem, technicians.get(technician)!, visits, route),
    });
  });
  const placed = new Set(routes.flatMap((route) => route.stops.map(({ visit }) => visit)));
  return { routes, unplaced: problem.visits.filter(({ id }) => !placed.has(id)).map(({ id }) => id) };
}

/** Those that were planned anew, and what stays of the old ones: all of them where nothing was planned. */
function breaksOf(
  before: Route | undefined,
  open: OpenShift | undefined,
  planned: Route | undefined,
): readonly TakenBreak[] {
  if (open === undefined || planned === undefined) return before?.breaks ?? [];
  const { rules, keptBreaks } = open;
  const anew = planned.breaks.map(({ rule, start }) => ({ rule: rules[rule]!, start }));
  return [...keptBreaks, ...anew].sort((a, b) => a.start - b.start);
}

function byKey(routes: readonly Route[]): Map<string, Route> {
  return new Map(routes.map((route) => [key(route.technician, route.shift), route]));
}

function key(technician: string, shift: string | undefined): string {
  return JSON.stringify([technician, shift]);
}

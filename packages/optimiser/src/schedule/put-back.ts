import { crewSize } from '@muster/domain/scheduling/crew';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem, Route, Schedule, Stop, Visit } from '@muster/domain/scheduling/problem';

import { breakVariants, isKnown } from './keep-times.ts';

/**
 * Visits that could be where the schedule in force has them, with everything else as it is, go back there: a search ends somewhere,
 * and on its way it may have moved what need not have moved. `mayGo`: those that have not lost that place.
 */
export function putBack(
  problem: Problem,
  schedule: Schedule,
  mayGo: (visit: string, start: number) => boolean,
): Schedule {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const homes = (problem.current?.routes ?? []).flatMap((home) =>
    home.stops
      .filter(
        ({ visit, start }) => visits.has(visit) && crewSize(visits.get(visit)!) === 1 && mayGo(visit, start),
      )
      .map((stop) => ({ home, stop })),
  );
  let kept = schedule;
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { home, stop } of homes) {
      const found = isAt(kept, home, stop) ? undefined : backAt(problem, visits, kept, home, stop);
      if (found === undefined) continue;
      kept = found;
      isChanged = true;
    }
  }
  return kept;
}

function lacking(gone: string): (route: Route) => Route {
  return (route) => ({ ...route, stops: route.stops.filter(({ visit }) => visit !== gone) });
}

function isSameDay(a: Route, b: Route): boolean {
  return a.technician === b.technician && a.shift === b.shift;
}

function isAt({ routes }: Schedule, home: Route, { visit, start }: Stop): boolean {
  return routes.some(
    (route) =>
      isSameDay(route, home) && route.stops.some((one) => one.visit === visit && one.start === start),
  );
}

/** The schedule with the visit back at its place, if no rule is broken by that and nothing else gets dearer by more than it saves. */
function backAt(
  problem: Problem,
  visits: ReadonlyMap<string, Visit>,
  { routes, unplaced }: Schedule,
  home: Route,
  stop: Stop,
): Schedule | undefined {
  const { duration } = visits.get(stop.visit)!;
  const isIn = (route: Route): boolean => route.stops.some(({ visit }) => visit === stop.visit);
  const around = routes.filter((route) => isIn(route) || isSameDay(route, home));
  const others = around.filter((route) => !isSameDay(route, home)).map(lacking(stop.visit));
  const own = around.find((route) => isSameDay(route, home)) ?? { ...home, stops: [], breaks: [] };
  const stops = [...own.stops.filter(({ visit }) => visit !== stop.visit), stop].toSorted(
    (a, b) => a.start - b.start,
  );
  const people = problem.technicians.filter(({ id }) =>
    [own, ...around].some(({ technician }) => technician === id),
  );
  const within: Problem = {
    ...problem,
    technicians: people,
    visits: [
      ...new Set([...around.flatMap((route) => route.stops.map(({ visit }) => visit)), stop.visit]),
    ].map((id) => visits.get(id)!),
  };
  const price = evaluate(within, { routes: around, unplaced: unplaced.filter((id) => id === stop.visit) });
  const rules =
    people.find(({ id }) => id === own.technician)?.shifts.find(({ id }) => id === own.shift)?.breaks ?? [];
  for (const breaks of breakVariants(own.breaks, rules, stop.start, stop.start + duration)) {
    const tried = [...others, { ...own, stops, breaks }];
    const found = evaluate(within, { routes: tried, unplaced: [] });
    if (found.total >= price.total || !found.violations.every(isKnown(price.violations))) continue;
    return {
      routes: [...routes.filter((route) => !around.includes(route)), ...tried].filter(
        (route) => route.stops.length > 0,
      ),
      unplaced: unplaced.filter((id) => id !== stop.visit),
    };
  }
  return undefined;
}

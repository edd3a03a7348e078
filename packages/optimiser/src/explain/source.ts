import type { Problem, Route, Visit } from '@muster/domain/scheduling/problem';

/** A problem with what is looked up in it for every technician. */
export type Source = {
  readonly problem: Problem;
  readonly visits: ReadonlyMap<string, Visit>;
  readonly currentOf: (visits: readonly string[]) => Pick<Problem, 'current'>;
};

export function readSource(problem: Problem): Source {
  return {
    problem,
    visits: new Map(problem.visits.map((visit) => [visit.id, visit])),
    currentOf: currentFinder(problem),
  };
}

/** The schedule in force, reduced to some visits. */
function currentFinder({ current }: Problem): (visits: readonly string[]) => Pick<Problem, 'current'> {
  if (current === undefined) return () => ({});
  const routesOf = new Map<string, Route[]>();
  for (const route of current.routes) {
    for (const stop of route.stops) {
      const found = routesOf.get(stop.visit) ?? [];
      routesOf.set(stop.visit, found);
      found.push({ ...route, stops: [stop], breaks: [] });
    }
  }
  return (visits) => ({
    current: { routes: visits.flatMap((visit) => routesOf.get(visit) ?? []), unplaced: [] },
  });
}

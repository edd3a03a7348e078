import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Route, Technician, Visit } from '@muster/domain/dispatch/scheduling/problem';
import type { Room } from './rooms.ts';
import { roomsOf } from './rooms.ts';

/** One technician's days as the schedule has them: read once, and asked for many visits. */
export type OwnDays = {
  readonly source: Source;
  /** The technician and the visits on the routes, each alone where it needs a crew. */
  readonly problem: Problem;
  readonly technician: Technician;
  readonly routes: readonly Route[];
  readonly cost: number;
  /** Whether the routes keep the rules. */
  readonly isSound: boolean;
  /** By shift; none where the routes break rules. */
  readonly rooms: readonly (readonly Room[])[];
};

export type DaysOf = (technician: Technician) => OwnDays;

export function readDays(
  source: Source,
  { technician, routes }: Pick<OwnDays, 'technician' | 'routes'>,
): OwnDays {
  const { problem, visits, currentOf } = source;
  const starts = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop.visit, stop.start])));
  const own = [...starts].flatMap(([id, start]) => {
    const visit = visits.get(id);
    if (visit === undefined) return [];
    // A crew waits for nobody: its other members are on other routes.
    const pinned = { technicians: [technician.id], start };
    return [crewSize(visit) > 1 ? { ...visit, crew: 1, pinned } : visit];
  });
  const alone: Problem = {
    ...problem,
    ...currentOf(own.map(({ id }) => id)),
    weights: { ...problem.weights, fairness: 0 },
    technicians: [technician],
    visits: own,
  };
  const { total, violations } = evaluate(alone, { routes, unplaced: [] });
  const isSound = violations.length === 0;
  return {
    source,
    problem: alone,
    technician,
    routes,
    cost: total,
    isSound,
    rooms: isSound ? roomsOf(alone, technician, routes) : [],
  };
}

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

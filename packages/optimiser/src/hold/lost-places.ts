import { hardConstraints } from '@muster/domain/dispatch/scheduling/constraints';
import type { HardRule, Violation } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Route, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import type { RouteView, ScheduleView } from '@muster/domain/dispatch/scheduling/walk';
import { viewSchedule } from '@muster/domain/dispatch/scheduling/walk';
import type { HeldStop, Scope } from './held-stops.ts';
import { heldStops } from './held-stops.ts';

/** Of one visit alone: whoever is on it cannot do it, or not then. */
const ofVisit: ReadonlySet<HardRule> = new Set([
  'skill',
  'ticket',
  'banned',
  'fixed',
  'window',
  'crew',
  'absence',
]);
/** Of two visits: one of them has to go. */
const ofTwo: ReadonlySet<HardRule> = new Set(['overlap', 'travel']);

const judged = hardConstraints.filter(({ name }) => ofVisit.has(name) || ofTwo.has(name));

/** What is left of a schedule, each visit at its time, and what cannot be done where it was. */
export type Standing = { readonly routes: readonly Route[]; readonly lost: ReadonlySet<string> };

/**
 * The visits that cannot be done where a schedule has them: whoever was to do them is away or gone, may not do them, or is not there
 * in time any more. Of two that clash the later one loses its place, unless it has to stay. A day that lacks a break or is too long
 * costs nobody a place: it is inconvenient, and everybody on it can still come.
 */
export function lostPlaces(problem: Problem, schedule: Schedule, scope: Scope): ReadonlySet<string> {
  return standing(problem, schedule, scope).lost;
}

/** The same with what stands beside it, pins where they say. */
export function standing(problem: Problem, schedule: Schedule, scope: Scope): Standing {
  const held = heldStops(problem, schedule, scope, false);
  const stays = new Set(held.map(({ visit }) => visit.id));
  const asked = scope.visits && new Set(scope.visits);
  const mayMove = (id: string): boolean => !stays.has(id) && asked?.has(id) !== false;
  const shifts = new Map(
    problem.technicians.map((technician) => [technician.id, new Set(technician.shifts.map(({ id }) => id))]),
  );
  const isKnown = ({ technician, shift }: Route): boolean =>
    shift === undefined ? shifts.has(technician) : shifts.get(technician)?.has(shift) === true;
  const lost = new Set(
    schedule.routes
      .filter((route) => !isKnown(route))
      .flatMap(({ stops }) => stops.map(({ visit }) => visit))
      .filter(mayMove),
  );
  const known = withHeld(schedule.routes.filter(isKnown), held, stays);
  for (;;) {
    const routes = known.map(lacking(lost));
    // A break can be taken at another time: it costs nobody a place.
    const found = newlyLost(
      viewSchedule(problem, { routes: routes.map((route) => ({ ...route, breaks: [] })), unplaced: [] }),
      mayMove,
    );
    if (found.length === 0) return { routes: routes.filter(({ stops }) => stops.length > 0), lost };
    for (const visit of found) lost.add(visit);
  }
}

/** What stays is where it stays: pins may say otherwise than the schedule. */
function withHeld(routes: readonly Route[], held: readonly HeldStop[], stays: ReadonlySet<string>): Route[] {
  const keyOf = ({ technician, shift }: Pick<HeldStop, 'technician' | 'shift'>): string =>
    JSON.stringify([technician, shift]);
  const staying = Map.groupBy(held, keyOf);
  const free = Map.groupBy(routes, (route) => keyOf({ technician: route.technician, shift: route.shift }));
  return [...new Set([...free.keys(), ...staying.keys()])].map((key) => {
    const [technician, shift] = JSON.parse(key) as [string, string | null];
    const stops = [
      ...(free.get(key) ?? []).flatMap((route) => route.stops.filter(({ visit }) => !stays.has(visit))),
      ...(staying.get(key) ?? []).map(({ visit, start }) => ({ visit: visit.id, start })),
    ];
    const breaks = (free.get(key) ?? []).flatMap((route) => route.breaks);
    const route = { technician, stops: stops.toSorted((a, b) => a.start - b.start), breaks };
    return shift === null ? route : Object.assign(route, { shift });
  });
}

function lacking(lost: ReadonlySet<string>): (route: Route) => Route {
  return (route) => ({ ...route, stops: route.stops.filter(({ visit }) => !lost.has(visit)) });
}

/** Of each technician one clash at a time: what makes room for one visit may make it for the next. */
function newlyLost(view: ScheduleView, mayMove: (visit: string) => boolean): string[] {
  const violations = judged.flatMap((rule) => rule.violations(view));
  const alone = violations.filter(({ rule, visit }) => ofVisit.has(rule) && mayMove(visit ?? ''));
  const outside = view.routes.flatMap((route) => outsideShift(route, mayMove));
  if (alone.length + outside.length > 0) return [...alone.map(({ visit }) => visit!), ...outside];
  const clashes = Map.groupBy(
    violations.filter(({ rule }) => ofTwo.has(rule)),
    ({ technician }) => technician,
  );
  return [...clashes.values()].flatMap((own) => {
    const giving = own.flatMap((clash) => givesWay(view, clash, mayMove) ?? []);
    return giving.slice(0, 1);
  });
}

/** What lies outside every shift; and of a shift that is too short by now its first or its last visit. */
function outsideShift(
  { isOutside, shift, stops, back }: RouteView,
  mayMove: (visit: string) => boolean,
): string[] {
  const free = stops.map(({ visit }) => visit.id).filter(mayMove);
  if (isOutside) return free;
  const [first] = stops;
  if (first === undefined) return [];
  const early = first.start < shift.start && mayMove(first.visit.id) ? [first.visit.id] : [];
  const late = back > (shift.latestEnd ?? shift.end) ? free.slice(-1) : [];
  return [...early, ...late];
}

function givesWay(
  { routes }: ScheduleView,
  { technician, visit }: Violation,
  mayMove: (visit: string) => boolean,
): string | undefined {
  if (visit === undefined || mayMove(visit)) return visit;
  const stops = routes
    .filter((route) => route.technician.id === technician)
    .flatMap((route) => route.stops)
    .toSorted((a, b) => a.start - b.start);
  const at = stops.findIndex((stop) => stop.visit.id === visit);
  return stops
    .slice(0, at)
    .map((stop) => stop.visit.id)
    .findLast(mayMove);
}

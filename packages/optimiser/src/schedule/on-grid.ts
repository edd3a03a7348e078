import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { type Evaluation, evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type {
  Break,
  Problem,
  Route,
  Schedule,
  Stop,
  TakenBreak,
  Technician,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';

import { isKnown, routesAround, visitsOn } from './keep-times.ts';

/** What is known of a route while its starts are rounded. */
type Day = {
  readonly problem: Problem;
  readonly visits: ReadonlyMap<string, Visit>;
  readonly technician: Technician;
  readonly breaks: readonly Break[];
  /** Stops whose starts are not the search's to choose. */
  readonly stays: (visit: string) => boolean;
};

/**
 * Starts that were chosen anew begin on the grid of the problem, at full five minutes say: later than they could, and what follows
 * as much later as that takes. Where that would break a rule or keep a customer waiting past a promise, the exact minute stays; a few
 * minutes of overtime are no reason, because nobody plans to be somewhere at 7:11. What is held, or where the schedule in force has
 * it, keeps its time; a crew goes first, because all of them have to.
 */
export function onGrid(problem: Problem, schedule: Schedule, held: ReadonlySet<string>): Schedule {
  const { grid } = problem;
  if (grid === undefined || grid <= 1) return schedule;
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const inForce = new Set((problem.current?.routes ?? []).flatMap((route) => route.stops.map(keyOf(route))));
  const isFixed = (route: Route, stop: Stop): boolean =>
    held.has(stop.visit) || inForce.has(keyOf(route)(stop)) || visits.get(stop.visit)?.pinned !== undefined;
  const fixed = new Set(
    schedule.routes.flatMap((route) => route.stops.filter((stop) => isFixed(route, stop)).map(visitOf)),
  );
  const isCrew = (id: string): boolean => crewSize(visits.get(id)!) > 1;
  const stays = (id: string): boolean => fixed.has(id) || isCrew(id);
  const days = schedule.routes.map((route) => dayOf(problem, visits, route, stays));
  const crews = new Set(schedule.routes.flatMap(({ stops }) => stops.map(visitOf).filter(isCrew)));
  const around = routesAround(problem, schedule);
  let routes = [...schedule.routes];
  for (const crew of crews) if (!fixed.has(crew)) routes = roundCrew(days, routes, around, crew, grid);
  for (const at of routes.keys()) routes[at] = roundRoute(days[at], routes[at]!, around(routes, at), grid);
  return { ...schedule, routes };
}

function dayOf(problem: Problem, visits: Day['visits'], route: Route, stays: Day['stays']): Day | undefined {
  const technician = problem.technicians.find(({ id }) => id === route.technician);
  const shift = technician?.shifts.find(({ id }) => id === route.shift);
  return technician && shift && { problem, visits, technician, breaks: shift.breaks ?? [], stays };
}

/** All of them or none: a crew starts together. */
function roundCrew(
  days: readonly (Day | undefined)[],
  routes: Route[],
  around: ReturnType<typeof routesAround>,
  crew: string,
  grid: number,
): Route[] {
  let isFree = true;
  const tried = routes.map((route, at) => {
    const place = route.stops.findIndex(({ visit }) => visit === crew);
    if (place < 0) return route;
    const day = days[at];
    const start = Math.ceil(route.stops[place]!.start / grid) * grid;
    const later = day && startingAt(day, route, place, start);
    isFree &&= later !== undefined && isFreeIn(day!, route, around(routes, at))(later);
    return later ?? route;
  });
  return isFree ? tried : routes;
}

const visitOf = ({ visit }: Stop): string => visit;

function keyOf({ technician, shift }: Route): (stop: Stop) => string {
  return ({ visit, start }) => JSON.stringify([technician, shift, visit, start]);
}

function roundRoute(day: Day | undefined, route: Route, around: readonly Route[], grid: number): Route {
  const isOff = ({ visit, start }: Stop): boolean => start % grid !== 0 && day?.stays(visit) === false;
  if (day === undefined || !route.stops.some(isOff)) return route;
  const roundAll = (mayStay: (tried: Route) => boolean): Route =>
    route.stops.reduce((kept, _, at) => {
      const stop = kept.stops[at]!;
      const tried = isOff(stop) ? startingAt(day, kept, at, Math.ceil(stop.start / grid) * grid) : undefined;
      return tried !== undefined && mayStay(tried) ? tried : kept;
    }, route);
  const isFree = isFreeIn(day, route, around);
  // Mostly all of them fit: one look is enough then.
  const all = roundAll(() => true);
  return isFree(all) ? all : roundAll(isFree);
}

/** Whether a route with other times breaks nothing that it did not break before, and keeps what was promised. */
function isFreeIn(
  { problem, visits, technician }: Day,
  route: Route,
  around: readonly Route[],
): (tried: Route) => boolean {
  const own: Problem = {
    ...problem,
    technicians: [technician],
    // Of a crew only this member is looked at.
    visits: visitsOn([route, ...around], visits),
  };
  const judge = (tried: Route): Evaluation => evaluate(own, { routes: [tried, ...around], unplaced: [] });
  const before = judge(route);
  return (tried) => {
    const found = judge(tried);
    return (
      found.costs.lateness <= before.costs.lateness && found.violations.every(isKnown(before.violations))
    );
  };
}

/** The route with one stop later, and those behind it as much later as they have to be; nothing where one of them has to stay. */
function startingAt(day: Day, route: Route, at: number, start: number): Route | undefined {
  const { problem, visits, technician, stays } = day;
  const matrix = problem.travel[technician.profile ?? 0];
  const stops = [...route.stops];
  let breaks = [...route.breaks];
  stops[at] = { ...stops[at]!, start };
  for (let i = Math.max(1, at); i < stops.length; i++) {
    const [from, to, was] = [stops[i - 1]!, stops[i]!, route.stops[i - 1]!];
    const [a, b] = [visits.get(from.visit)!, visits.get(to.visit)!];
    const end = from.start + a.duration;
    const travel = travelTime(matrix, a.place, b.place);
    const own = breaks.filter(
      (pause) => pause.start >= was.start + a.duration && pause.start < route.stops[i]!.start,
    );
    const resting = own.reduce((sum, { rule }) => sum + day.breaks[rule]!.duration, 0);
    const least = end + travel + resting;
    if (to.start < least) {
      if (stays(to.visit)) return undefined;
      stops[i] = { ...to, start: least };
    }
    const leg = { end, start: stops[i]!.start, travel };
    breaks = breaks.map((pause) => (own.includes(pause) ? breakIn(day.breaks, pause, leg) : pause));
  }
  return { ...route, stops, breaks };
}

/** A break where it was, if the drive still fits around it; otherwise before the drive or after it. */
function breakIn(
  rules: readonly Break[],
  taken: TakenBreak,
  { end, start, travel }: { readonly end: number; readonly start: number; readonly travel: number },
): TakenBreak {
  const { earliest, latest, duration } = rules[taken.rule]!;
  const fits = (time: number): boolean =>
    time >= Math.max(end, earliest) &&
    time <= Math.min(latest, start - duration) &&
    (time - end >= travel || start - time - duration >= travel);
  const found = [taken.start, end, earliest, start - duration].find(fits);
  return found === undefined ? taken : { ...taken, start: found };
}

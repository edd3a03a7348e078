import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Violation } from '@muster/domain/dispatch/scheduling/hard-rules';
import type {
  Break,
  Problem,
  Route,
  Schedule,
  TakenBreak,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';

/**
 * A visit that stays with its technician keeps the start that the schedule in force has for it, where that breaks no rule and costs
 * nothing more: the search times every visit as early as it can, and nobody wants to be rung up for that. What is held stays where it
 * was found, and nothing goes back to before now.
 */
export function keepTimes(
  problem: Problem,
  schedule: Schedule,
  held: ReadonlySet<string> = new Set(),
  now = -Infinity,
): Schedule {
  const inForce = Map.groupBy(problem.current?.routes ?? [], keyOf);
  if (inForce.size === 0) return schedule;
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const mayGo = (visit: string, start: number): boolean => !held.has(visit) && start >= now;
  const around = routesAround(problem, schedule);
  const routes = [...schedule.routes];
  for (const [at, route] of schedule.routes.entries()) {
    const before = inForce.get(keyOf(route));
    if (before !== undefined)
      routes[at] = keepRoute(problem, visits, route, around(routes, at), before, mayGo);
  }
  return { ...schedule, routes };
}

/**
 * What else the technician of a route does around its time: a visit outside every shift, or one that another shift runs on for, may
 * reach into it. To be asked of the same routes in the same order, whatever has become of their times.
 */
export function routesAround(
  { technicians, visits }: Problem,
  schedule: Schedule,
): (routes: readonly Route[], at: number) => readonly Route[] {
  const byTechnician = Map.groupBy(schedule.routes.keys(), (at) => schedule.routes[at]!.technician);
  const durations = new Map(visits.map(({ id, duration }) => [id, duration]));
  const people = new Map(technicians.map((technician) => [technician.id, technician]));
  const spanOf = ({ technician, shift: id, stops }: Route): { start: number; end: number } => {
    const shift = people.get(technician)?.shifts.find((each) => each.id === id);
    return {
      start: Math.min(shift?.start ?? Infinity, ...stops.map(({ start }) => start)),
      end: Math.max(
        shift?.latestEnd ?? shift?.end ?? -Infinity,
        ...stops.map(({ visit, start }) => start + (durations.get(visit) ?? 0)),
      ),
    };
  };
  return (routes, at) => {
    const own = byTechnician.get(routes[at]!.technician)!;
    if (own.length === 1) return [];
    const { start, end } = spanOf(routes[at]!);
    const others = own.filter((other) => other !== at).map((other) => routes[other]!);
    return others.filter((other) => {
      const span = spanOf(other);
      return span.start < end && span.end > start;
    });
  };
}

function keyOf({ technician, shift }: Route): string {
  return JSON.stringify([technician, shift]);
}

function keepRoute(
  problem: Problem,
  visits: ReadonlyMap<string, Visit>,
  route: Route,
  around: readonly Route[],
  before: readonly Route[],
  mayGo: (visit: string, start: number) => boolean,
): Route {
  const starts = new Map(before.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit, start])));
  const technician = problem.technicians.find(({ id }) => id === route.technician)!;
  const own: Problem = {
    ...problem,
    technicians: [technician],
    visits: visitsOn([route, ...around], visits),
    current: { routes: before, unplaced: [] },
  };
  const breaks = technician.shifts.find(({ id }) => id === route.shift)?.breaks ?? [];
  let kept = route;
  let price = evaluate(own, { routes: [kept, ...around], unplaced: [] });
  const moved = route.stops
    .map(({ visit, start }) => ({
      visit: visits.get(visit)!,
      from: start,
      start: starts.get(visit) ?? start,
    }))
    .filter(({ visit, from, start }) => start !== from && crewSize(visit) === 1 && mayGo(visit.id, start));
  // The last goes first, so that those before it find room.
  for (const { visit, start } of moved.toSorted((a, b) => b.start - a.start)) {
    const stops = kept.stops
      .map((stop) => (stop.visit === visit.id ? { visit: visit.id, start } : stop))
      .toSorted((a, b) => a.start - b.start);
    for (const taken of breakVariants(kept.breaks, breaks, start, start + visit.duration)) {
      const tried = { ...kept, stops, breaks: taken };
      const found = evaluate(own, { routes: [tried, ...around], unplaced: [] });
      if (found.total > price.total || !found.violations.every(isKnown(price.violations))) continue;
      [kept, price] = [tried, found];
      break;
    }
  }
  return kept;
}

/** Each once, though a technician may be entered for one twice. */
export function visitsOn(routes: readonly Route[], visits: ReadonlyMap<string, Visit>): Visit[] {
  const ids = new Set(routes.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  return [...ids].map((id) => visits.get(id)!);
}

/** What pins break is broken before and after; nothing else may be, also not in its place. */
export function isKnown(before: readonly Violation[]): (violation: Violation) => boolean {
  return ({ rule, technician, visit, amount }) =>
    before.some(
      (one) =>
        one.rule === rule && one.technician === technician && one.visit === visit && one.amount >= amount,
    );
}

/** Breaks as they are, or one of them as soon as it may be, or right before or after the visit: later work may need one more. */
function breakVariants(
  taken: readonly TakenBreak[],
  rules: readonly Break[],
  start: number,
  end: number,
): (readonly TakenBreak[])[] {
  return [
    taken,
    ...rules.flatMap(({ earliest, latest, duration }, rule) =>
      [earliest, start - duration, end]
        .filter((time) => earliest <= time && time <= latest)
        .map((time) =>
          [...taken.filter((pause) => pause.rule !== rule), { rule, start: time }].toSorted(
            (a, b) => a.rule - b.rule,
          ),
        ),
    ),
  ];
}

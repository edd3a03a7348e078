import { crewSize } from '@muster/domain/scheduling/crew';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Violation } from '@muster/domain/scheduling/hard-rules';
import type { Break, Problem, Route, Schedule, TakenBreak, Visit } from '@muster/domain/scheduling/problem';

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
  return {
    ...schedule,
    routes: schedule.routes.map((route) => {
      const before = inForce.get(keyOf(route));
      return before === undefined
        ? route
        : keepRoute(problem, visits, route, before, (visit, start) => !held.has(visit) && start >= now);
    }),
  };
}

function keyOf({ technician, shift }: Route): string {
  return JSON.stringify([technician, shift]);
}

function keepRoute(
  problem: Problem,
  visits: ReadonlyMap<string, Visit>,
  route: Route,
  before: readonly Route[],
  mayGo: (visit: string, start: number) => boolean,
): Route {
  const starts = new Map(before.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit, start])));
  const technician = problem.technicians.find(({ id }) => id === route.technician)!;
  const own: Problem = {
    ...problem,
    technicians: [technician],
    visits: route.stops.map(({ visit }) => visits.get(visit)!),
    current: { routes: before, unplaced: [] },
  };
  const breaks = technician.shifts.find(({ id }) => id === route.shift)?.breaks ?? [];
  let kept = route;
  let price = evaluate(own, { routes: [kept], unplaced: [] });
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
      const found = evaluate(own, { routes: [tried], unplaced: [] });
      if (found.total > price.total || !found.violations.every(isKnown(price.violations))) continue;
      [kept, price] = [tried, found];
      break;
    }
  }
  return kept;
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
export function breakVariants(
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

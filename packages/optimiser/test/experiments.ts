import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type {
  Problem,
  Route,
  Schedule,
  Shift,
  Technician,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';

import { asMember } from '../src/explain/why-not/obstacle.ts';
import type { Remedy } from '../src/explain/why-not/remedy.ts';
import { shiftAt } from '../src/hold/held-stops.ts';
import { solve } from '../src/solve.ts';

/** Iterations until somebody gives up: most days are found in the first few. */
const TRIES = [200, 2000, 20_000];

/** Whether one technician can do all of these visits: found by the search, and judged by the evaluator. `tries`: how hard to look. */
export function canDoAll(
  problem: Problem,
  technician: Technician,
  visits: readonly Visit[],
  tries = TRIES.length,
): boolean {
  const { current: _, ...rest } = problem;
  const alone: Problem = {
    ...rest,
    technicians: [technician],
    visits: visits.map(({ penalty: __, crewSkills: ___, ...visit }) => ({ ...visit, crew: 1 })),
  };
  return TRIES.slice(0, tries).some((iterations) => {
    const { schedule } = solve(alone, { seed: iterations, stop: { iterations } });
    expectSound(alone, schedule);
    return schedule.unplaced.length === 0;
  });
}

function expectSound(problem: Problem, schedule: Schedule): void {
  const { violations } = evaluate(problem, schedule);
  if (violations.length > 0) throw new Error(JSON.stringify(violations));
}

export function visitsOf(problem: Problem, schedule: Schedule, technician: string): Visit[] {
  const ids = schedule.routes
    .filter((route) => route.technician === technician)
    .flatMap(({ stops }) => stops.map(({ visit }) => visit));
  return ids.map((id) => problem.visits.find((visit) => visit.id === id)!);
}

/** The problem as the remedy asks for it to be. */
export function agreedTo(problem: Problem, id: string, remedy: Remedy): Problem {
  const changeVisit = (change: Partial<Visit>): Problem => ({
    ...problem,
    visits: problem.visits.map((visit) => (visit.id === id ? { ...visit, ...change } : visit)),
  });
  if (remedy.code === 'window') return changeVisit({ windows: [remedy.window] });
  if (remedy.code === 'shorter') return changeVisit({ duration: remedy.duration });
  if (remedy.code !== 'overtime') return problem;
  const longer = (shift: Shift): Shift =>
    shift.id === remedy.shift ? { ...shift, latestEnd: (shift.latestEnd ?? shift.end) + remedy.by } : shift;
  return {
    ...problem,
    technicians: problem.technicians.map((technician) =>
      technician.id === remedy.technician
        ? { ...technician, shifts: technician.shifts.map(longer) }
        : technician,
    ),
  };
}

/** Does what the remedy says; the breaks of the days that it changes are taken wherever they can be. */
export function afterRemedy(problem: Problem, { routes, unplaced }: Schedule, remedy: Remedy): Schedule {
  const gone = new Set([
    ...remedy.moves.map(({ visit }) => visit),
    ...('visit' in remedy ? [remedy.visit] : []),
    ...('visits' in remedy ? remedy.visits : []),
  ]);
  let left: Route[] = routes.map((route) => ({
    ...route,
    stops: route.stops.filter(({ visit }) => !gone.has(visit)),
  }));
  const touched = new Set(
    routes.filter((route) => route.stops.some(({ visit }) => gone.has(visit))).map(keyOf),
  );
  for (const { visit, technicians, start } of remedy.moves) {
    for (const technician of technicians) {
      const shift = shiftAt(
        problem.technicians.find(({ id }) => id === technician)!,
        start,
      )!;
      const old = left.find((route) => route.technician === technician && route.shift === shift);
      const route = old ?? { technician, shift, stops: [], breaks: [] };
      const stops = [...route.stops, { visit, start }].sort((a, b) => a.start - b.start);
      left = [...left.filter((one) => one !== old), { ...route, stops }];
      touched.add(keyOf(route));
    }
  }
  const placed = new Set(left.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
  return {
    routes: left.map((route) => (touched.has(keyOf(route)) ? withBreak(problem, route) : route)),
    unplaced: [...new Set([...unplaced, ...gone])].filter((visit) => !placed.has(visit)),
  };
}

function keyOf({ technician, shift }: Route): string {
  return `${technician}/${shift}`;
}

function withBreak(problem: Problem, route: Route): Route {
  const technician = problem.technicians.find(({ id }) => id === route.technician)!;
  const rule = technician.shifts.find(({ id }) => id === route.shift)?.breaks?.[0];
  const without: Route = { ...route, breaks: [] };
  const starts =
    rule === undefined
      ? []
      : Array.from({ length: rule.latest - rule.earliest + 1 }, (_, k) => rule.earliest + k);
  const ways = [
    without,
    ...starts.map((start): Route => Object.assign({}, without, { breaks: [{ rule: 0, start }] })),
  ];
  const ids = new Set(route.stops.map(({ visit }) => visit));
  const own = {
    ...problem,
    technicians: [technician],
    visits: problem.visits.filter(({ id }) => ids.has(id)).map(asMember),
  };
  return (
    ways.find((way) => evaluate(own, { routes: [way], unplaced: [] }).violations.length === 0) ?? without
  );
}

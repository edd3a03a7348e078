import { crewSize } from '@muster/domain/scheduling/crew';
import type { Problem, Route, Schedule, Technician, Visit } from '@muster/domain/scheduling/problem';

/** As much of a problem and its schedule as matters to one visit and one technician; for a crew all of it. */
export type Part = {
  readonly technician: Technician;
  readonly problem: Problem;
  readonly schedule: Schedule;
};

export function partsFor(problem: Problem, schedule: Schedule, visit: Visit): Part[] {
  const { technicians } = problem;
  if (crewSize(visit) > 1) return technicians.map((technician) => ({ technician, problem, schedule }));
  const visits = new Map(problem.visits.map((each) => [each.id, each]));
  const byTechnician = Map.groupBy(schedule.routes, ({ technician }) => technician);
  const currentOf = currentFinder(problem);
  return technicians.map((technician) => {
    const routes = byTechnician.get(technician.id) ?? [];
    const names = [visit.id, ...routes.flatMap(({ stops }) => stops.map((stop) => stop.visit))];
    const own = [...new Set(names)].flatMap((id) => visits.get(id) ?? []);
    return {
      technician,
      schedule: { routes, unplaced: [visit.id] },
      problem: { ...problem, ...currentOf(names), technicians: [technician], visits: own },
    };
  });
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

import { crewSize } from './crew.ts';
import type { Problem, Visit, Weights } from './problem.ts';
import type { ScheduleView } from './walk.ts';

export type SoftRule =
  | 'unplaced'
  | 'lateness'
  | 'travel cost'
  | 'overtime'
  | 'fairness'
  | 'disturbance'
  | 'preference'
  | 'shift cost';

/** What leaving a visit out costs. */
export function unplacedCost(visit: Visit, weights: Weights): number {
  return visit.penalty ?? (visit.priority ?? 1) * weights.unplaced;
}

/** Visit time that each technician would have if it were shared out by the length of the shifts. */
export function fairShares(problem: Problem): number[] {
  const hours = problem.technicians.map(({ shifts }) =>
    shifts.reduce((sum, { start, end }) => sum + end - start, 0),
  );
  const all = hours.reduce((sum, length) => sum + length, 0);
  const work = problem.visits.reduce((sum, visit) => sum + visit.duration * crewSize(visit), 0);
  return hours.map((length) => (all === 0 ? 0 : Math.ceil((work * length) / all)));
}

export function unplaced({ schedule, visits, problem }: ScheduleView): number {
  return schedule.unplaced.reduce((sum, id) => {
    const visit = visits.get(id);
    return visit === undefined ? sum : sum + unplacedCost(visit, problem.weights);
  }, 0);
}

/** A crew that comes late is late once for each of its technicians: that many people stand waiting elsewhere. */
export function lateness({ routes, problem: { weights } }: ScheduleView): number {
  const late = routes.flatMap(({ stops }) =>
    stops.map(({ visit, start }) => Math.max(0, start - (visit.promise ?? start))),
  );
  return weights.lateness * sum(late);
}

export function travelCost({ routes, problem: { weights } }: ScheduleView): number {
  const driven = routes.map(
    ({ technician, legs }) => (technician.travelRate ?? 1) * sum(legs.map((leg) => leg.travel)),
  );
  return weights.travel * sum(driven);
}

export function overtime({ routes, problem: { weights } }: ScheduleView): number {
  const over = routes.map(({ shift, back, stops }) =>
    stops.length === 0 ? 0 : Math.max(0, back - shift.end),
  );
  return weights.overtime * sum(over);
}

export function fairness({ routes, problem }: ScheduleView): number {
  const shares = fairShares(problem);
  const above = problem.technicians.map((technician, i) => {
    const own = routes.filter((route) => route.technician === technician);
    const work = sum(own.flatMap(({ stops }) => stops.map(({ visit }) => visit.duration)));
    return Math.max(0, work - (shares[i] ?? 0));
  });
  return problem.weights.fairness * sum(above);
}

/** Each technician on a visit who was not on it in that shift, and each start that changed beyond the tolerance. */
export function disturbance({ routes, problem: { current, weights } }: ScheduleView): number {
  const before = new Map<string, { start: number; shifts: Set<string> }>();
  for (const route of current?.routes ?? []) {
    for (const { visit, start } of route.stops) {
      const entry = before.get(visit) ?? { start, shifts: new Set() };
      entry.shifts.add(`${route.technician}/${route.shift}`);
      before.set(visit, entry);
    }
  }
  const costs = routes.flatMap(({ route, stops }) =>
    stops.map(({ visit, start }) => {
      const was = before.get(visit.id);
      if (was === undefined) return 0;
      const moved = was.shifts.has(`${route.technician}/${route.shift}`) ? 0 : weights.moved;
      return moved + (Math.abs(start - was.start) > weights.retimeTolerance ? weights.retimed : 0);
    }),
  );
  return sum(costs);
}

export function preference({ routes, problem: { weights } }: ScheduleView): number {
  const others = routes.flatMap(({ technician, stops }) =>
    stops.filter(({ visit: { preferred } }) => preferred?.length && !preferred.includes(technician.id)),
  );
  return weights.preference * others.length;
}

export function shiftCost({ routes }: ScheduleView): number {
  return sum(routes.map(({ shift, stops }) => (stops.length === 0 ? 0 : (shift.cost ?? 0))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

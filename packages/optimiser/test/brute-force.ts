import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Route, Schedule, Stop, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';

/**
 * The least that any schedule costs, by trying every order of every set of visits with everybody. Each visit starts as early as
 * it can, which is best where there are neither breaks nor longest days; the slow evaluator judges the rest.
 */
export function bruteForce(problem: Problem): number {
  const orders: Visit[][] = problem.technicians.map(() => []);
  let best = Infinity;
  const place = (v: number): void => {
    const visit = problem.visits[v];
    if (visit === undefined) {
      const { violations, total } = evaluate(problem, timed(problem, orders));
      if (violations.length === 0 && total < best) best = total;
      return;
    }
    place(v + 1);
    for (const order of orders) {
      for (let at = 0; at <= order.length; at++) {
        order.splice(at, 0, visit);
        place(v + 1);
        order.splice(at, 1);
      }
    }
  };
  place(0);
  return best;
}

function timed(problem: Problem, orders: readonly (readonly Visit[])[]): Schedule {
  const routes = orders.map((order, t): Route => {
    const { id, profile, shifts } = problem.technicians[t]!;
    const shift = shifts[0]!;
    let time = shift.start;
    let place = shift.startPlace;
    const stops = order.map((visit): Stop => {
      const arrive = time + travelTime(problem.travel[profile ?? 0], place, visit.place);
      const window = visit.windows.find(({ end }) => arrive <= end);
      const start = Math.max(arrive, window?.start ?? arrive);
      time = start + visit.duration;
      place = visit.place;
      return { visit: visit.id, start };
    });
    return { technician: id, shift: shift.id, stops, breaks: [] };
  });
  const placed = new Set(orders.flat());
  return { routes, unplaced: problem.visits.filter((visit) => !placed.has(visit)).map(({ id }) => id) };
}

import type { Plan, Problem, Route, Visit } from '@muster/domain/scheduling/problem';

import { layOut, readOut } from '../desk.ts';
import { insertAfter } from '../edit.ts';
import { feasiblePositions } from '../positions.ts';

/** How a visit fits into one technician's days: the routes with it, and what it adds to their cost. */
export type Fit = { readonly routes: readonly Route[]; readonly cost: number };

/**
 * Tries the visit with this technician alone (for a crew: as one of its members); the other visits keep their order
 * and technician, and may start later where their windows allow. Undefined when no position keeps the rules.
 */
export function fitWith(problem: Problem, plan: Plan, visit: Visit, technicianId: string): Fit | undefined {
  const routes = plan.routes.filter((route) => route.technician === technicianId);
  const starts = new Map(routes.flatMap((route) => route.stops.map((stop) => [stop.visit, stop.start])));
  const alone: Problem = {
    ...problem,
    weights: { ...problem.weights, fairness: 0 },
    technicians: problem.technicians.filter(({ id }) => id === technicianId),
    visits: problem.visits.flatMap((other) => {
      if (other.id === visit.id) return [{ ...visit, crew: 1 }];
      const start = starts.get(other.id);
      if (start === undefined) return [];
      // A crew waits for nobody: its other members are on other routes.
      return (other.crew ?? 1) > 1
        ? [{ ...other, crew: 1, pinned: { technicians: [technicianId], start } }]
        : [other];
    }),
  };
  const { compiled, work } = layOut(alone, { routes, unplaced: [visit.id] });
  if (work.bank.count !== 1) return undefined;
  const node = compiled.nodeOf[alone.visits.findIndex(({ id }) => id === visit.id)]!;
  let best: { follow: number; cost: number } | undefined;
  for (const position of feasiblePositions(work, node))
    if (position.cost < (best?.cost ?? Infinity)) best = position;
  if (best === undefined) return undefined;
  insertAfter(work, node, best.follow);
  return { routes: readOut(compiled, work).routes, cost: best.cost };
}

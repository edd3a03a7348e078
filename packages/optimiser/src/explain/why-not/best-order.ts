import type { Problem, Route, Shift, Technician, Visit, Weights } from '@muster/domain/scheduling/problem';

import type { Compiled } from '../../model/compiled.ts';
import { compile } from '../../model/compile.ts';
import { NEVER } from '../../model/model.ts';
import type { State } from '../../schedule/state.ts';
import { createState } from '../../schedule/state.ts';
import { timeRoute } from '../../times/time-route.ts';
import type { Order } from './order-search.ts';
import { endOf, searchOrders } from './order-search.ts';

/** The best that any order of some visits does with one shift, whose end may be missed and whose longest duration is not asked for. */
export type BestOrder = {
  /** No order ends the day less than this after its limit; Infinity: none keeps the windows and the breaks at all. Nothing is said where one fits. */
  readonly atLeast: number;
  /** The best order that was found, as a route, and how long after the limit it ends. */
  readonly found: { readonly over: number; readonly route: Route } | undefined;
};

/** Later than any day could end. */
export const AGES = 2 ** 24;
/** Of two timetables of one order the one that ends sooner. */
const nothingButTheEnd: Weights = {
  unplaced: 0,
  lateness: 0,
  travel: 0,
  overtime: 1,
  fairness: 0,
  moved: 0,
  retimed: 0,
  retimeTolerance: 0,
  preference: 0,
};

/** How far to look: with the others in their order; for any order that fits; or for the best there is. */
export type Effort = 'insert' | 'fit' | 'best';

/** The visits in the order that they have; the last one is new among them. */
export function bestOrder(
  { travel }: Problem,
  technician: Technician,
  shift: Shift,
  visits: readonly Visit[],
  effort: Effort,
): BestOrder {
  const { maxDuration: _, ...rest } = shift;
  const limit = shift.latestEnd ?? shift.end;
  const compiled = compile(
    {
      travel: [travel[technician.profile ?? 0]!],
      technicians: [{ ...technician, profile: 0, shifts: [{ ...rest, latestEnd: limit + AGES }] }],
      visits: visits.map(({ crewSkills: __, ...visit }) => ({ ...visit, crew: 1 })),
      weights: nothingButTheEnd,
    },
    { forQuestions: true },
  );
  const state = createState(compiled.model);
  const enough = limit - compiled.zero;
  const inserted = bestInsertion(compiled, state);
  const { atLeast, order } =
    inserted.end <= enough || effort === 'insert'
      ? { atLeast: -Infinity, order: inserted }
      : searchOrders(compiled.model, state, enough, inserted, effort === 'best');
  return {
    atLeast: atLeast >= NEVER ? Infinity : atLeast - enough,
    found:
      order.end >= NEVER
        ? undefined
        : { over: order.end - enough, route: asRoute(compiled, state, shift, order.nodes) },
  };
}

function bestInsertion({ model }: Compiled, state: State): Order {
  const last = model.nodes - 1;
  const others = Array.from({ length: last }, (_, node) => node);
  let best: Order = { end: NEVER, nodes: [] };
  for (let at = last; at >= 0; at--) {
    const nodes = others.toSpliced(at, 0, last);
    const end = endOf(model, state, nodes);
    if (end < best.end) best = { end, nodes };
  }
  return best;
}

function asRoute(
  { problem, model, zero }: Compiled,
  state: State,
  { id }: Shift,
  nodes: readonly number[],
): Route {
  const times = timeRoute(model, state, 0, nodes)!;
  return {
    technician: problem.technicians[0]!.id,
    shift: id,
    stops: nodes.map((node, i) => ({ visit: problem.visits[node]!.id, start: zero + times.starts[i]! })),
    breaks: times.breaks.map((start, rule) => ({ rule, start: zero + start })),
  };
}

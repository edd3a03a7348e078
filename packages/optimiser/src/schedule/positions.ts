import { NEVER } from '../model/model.ts';
import { carries, fairnessCost } from './loads.ts';
import { tryInsert } from '../times/route-times.ts';
import { timeRoute } from '../times/time-route.ts';
import { drive } from '../model/travel.ts';
import type { Work } from './work.ts';

/** A place in a route where a visit fits, what it costs there and how much more driving it means. */
export type Position = {
  readonly route: number;
  readonly follow: number;
  readonly start: number;
  readonly cost: number;
  readonly driving: number;
};

/** Every feasible position for unplaced node c, in the order of the routes. For rich models. */
export function feasiblePositions(work: Work, c: number): Position[] {
  const { model, state } = work;
  const rich = model.rich;
  const found: Position[] = [];
  for (let r = 0; r < model.routes; r++) {
    const assign = rich.assign[c * model.routes + r]!;
    if (assign < 0 || !carries(model, state, c, r)) continue;
    const end = model.nodes + 2 * r + 1;
    const row = rich.base[r]! + model.place[c]! * model.places;
    const empty = state.size[r] === 0;
    const nodes: number[] = [];
    for (let p = end - 1; p !== end; p = state.next[p]!) {
      if (p < model.nodes) nodes.push(p);
      const into = drive(model, r, p, c);
      const out = model.travel[row + model.place[state.next[p]!]!]!;
      // Two sums tell most of what cannot be, before any timetable is tried.
      const earliest = Math.max(state.depart[p]! + into, model.ready[c]!);
      if (earliest > model.due[c]! || earliest + model.service[c]! + out > state.latest[state.next[p]!]!)
        continue;
      const timed = tryInsert(model, state, c, p, into, out);
      if (timed === NEVER) continue;
      const rest: number[] = [];
      for (let i = state.next[p]!; i !== end; i = state.next[i]!) rest.push(i);
      const times = timeRoute(model, state, r, [...nodes, c, ...rest]);
      if (times === undefined) continue;
      const driving = into + out - (empty ? 0 : state.leg[p]!);
      const fixed = assign + (empty ? rich.shiftCost[r]! : 0) + fairnessCost(model, state, c, r);
      found.push({
        route: r,
        follow: p,
        start: times.starts[nodes.length]!,
        cost: driving * model.rate[r]! + fixed + timed,
        driving,
      });
    }
  }
  return found;
}

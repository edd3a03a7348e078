import type { Model } from './model.ts';
import { NEVER } from './model.ts';
import type { State } from './state.ts';
import {
  createWalker,
  endCost,
  latestStart,
  standAt,
  startCost,
  walkTo,
  withinDuration,
} from './timetable.ts';

const walker = createWalker();

/** Rich problems: times and prices behind node p. False when a rule is broken on the way. */
export function refreshRichForward(model: Model, state: State, p: number): boolean {
  const rich = model.rich!;
  const known = state.rich!;
  const { next, depart, leg, route } = state;
  const r = route[p];
  standAt(model, state, walker, p);
  let cost = known.soft[p];
  let holds = true;
  for (let i = p; ;) {
    const j = next[i];
    holds = holds && walkTo(model, state, walker, r, leg[i], j);
    cost += j < model.nodes ? startCost(rich, j, walker.start) : endCost(rich, r, walker.time);
    depart[j] = walker.time;
    known.taken[j] = walker.taken;
    known.soft[j] = cost;
    known.wait[j] = walker.wait;
    known.slack[j] = walker.slack;
    if (j >= model.nodes) return holds && withinDuration(model, walker, r);
    i = j;
  }
}

/** Rich problems: latest starts in front of node q. They leave breaks aside: a bound, not a promise. */
export function refreshRichBackward(model: Model, state: State, q: number): void {
  const { prev, latest, leg } = state;
  let time = latest[q];
  for (let i = q; ;) {
    const j = prev[i];
    if (j >= model.nodes) return;
    time = latestStart(model.rich!, state, j, time - leg[j] - model.service[j]);
    if (latest[j] === time) return;
    latest[j] = time;
    i = j;
  }
}

/**
 * What the timetable of the route would cost more with c after p, or NEVER when it breaks a rule. The walk ends
 * as soon as it falls into step with the old one.
 */
export function tryInsert(
  model: Model,
  state: State,
  c: number,
  p: number,
  into: number,
  out: number,
): number {
  const rich = model.rich!;
  const known = state.rich!;
  const { next, depart, leg, route } = state;
  const r = route[p];
  const end = model.nodes + 2 * r + 1;
  const total = state.size[r] === 0 ? 0 : known.soft[end];
  standAt(model, state, walker, p);
  if (!walkTo(model, state, walker, r, into, c)) return NEVER;
  let cost = known.soft[p] + startCost(rich, c, walker.start);
  let travel = out;
  for (let j = next[p]; ; j = next[j]) {
    if (!walkTo(model, state, walker, r, travel, j)) return NEVER;
    if (j === end) break;
    if (walker.time === depart[j] && walker.taken === known.taken[j] && !rich.hasDuration) {
      return cost + startCost(rich, j, walker.start) - known.soft[j];
    }
    cost += startCost(rich, j, walker.start);
    travel = leg[j];
  }
  if (!withinDuration(model, walker, r)) return NEVER;
  return cost + endCost(rich, r, walker.time) - total;
}

import type { Plan, Route, Stop, TakenBreak } from '@muster/domain/scheduling/problem';

import type { Compiled } from './compile.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';
import { createWalker, walkTo } from './timetable.ts';

/** The plan that a list of successors stands for, with the times of every stop and break. */
export function extractPlan(compiled: Compiled, next: Int32Array, fixed: Int32Array): Plan {
  const { model, problem, visitOf } = compiled;
  const state = createState(model);
  if (state.rich !== undefined) state.rich.fixedStart.set(fixed);
  const placed = new Set<number>();
  const routes: Route[] = [];
  for (let r = 0; r < model.routes; r++) {
    const nodes: number[] = [];
    for (let i = next[model.nodes + 2 * r]; i < model.nodes; i = next[i]) nodes.push(i);
    if (nodes.length === 0) continue;
    for (const node of nodes) placed.add(visitOf[node]);
    routes.push({
      technician: problem.technicians[compiled.technicianOf[r]]!.id,
      shift: compiled.shiftOf[r],
      ...(model.rich === undefined ? plainTimes(compiled, r, nodes) : richTimes(compiled, state, r, nodes)),
    });
  }
  const unplaced = problem.visits.filter((_, v) => !placed.has(v)).map(({ id }) => id);
  return { routes, unplaced };
}

type Times = { readonly stops: readonly Stop[]; readonly breaks: readonly TakenBreak[] };

function plainTimes({ model, problem, visitOf }: Compiled, r: number, nodes: readonly number[]): Times {
  let time = model.routeStart[r];
  let place = model.place[model.nodes + 2 * r];
  const stops = nodes.map((node) => {
    const start = Math.max(time + model.travel[place * model.places + model.place[node]], model.ready[node]);
    time = start + model.service[node];
    place = model.place[node];
    return { visit: problem.visits[visitOf[node]]!.id, start };
  });
  return { stops, breaks: [] };
}

function richTimes(compiled: Compiled, state: State, r: number, nodes: readonly number[]): Times {
  const { model } = compiled;
  const rich = model.rich!;
  const asSoonAsPossible = walkRoute(compiled, state, r, nodes, 0);
  const length = asSoonAsPossible.back - model.routeStart[r];
  const hasBreaks = rich.breakAt[r + 1] > rich.breakAt[r];
  // Leaving later shortens the day; only as much later as the limit asks for.
  if (length <= rich.maxDuration[r] || hasBreaks) return asSoonAsPossible;
  return walkRoute(compiled, state, r, nodes, length - rich.maxDuration[r]);
}

function walkRoute(
  { model, problem, visitOf }: Compiled,
  state: State,
  r: number,
  nodes: readonly number[],
  delay: number,
): Times & { readonly back: number } {
  const walker = createWalker();
  const end = model.nodes + 2 * r + 1;
  const breaks: TakenBreak[] = [];
  const stops: Stop[] = [];
  walker.time = model.routeStart[r] + delay;
  let place = model.place[end - 1];
  for (const node of [...nodes, end]) {
    const pauses: number[] = [];
    const first = walker.taken;
    const travel = model.travel[model.rich!.base[r] + place * model.places + model.place[node]];
    walkTo(model, state, walker, r, travel, node, pauses);
    pauses.forEach((start, k) => breaks.push({ rule: first + k, start }));
    if (node !== end) stops.push({ visit: problem.visits[visitOf[node]]!.id, start: walker.start });
    place = model.place[node];
  }
  return { stops, breaks, back: walker.time };
}

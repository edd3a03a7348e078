import type { Plan, Route, Stop, TakenBreak } from '@muster/domain/scheduling/problem';

import type { Compiled } from './compile.ts';
import { scheduleRoute } from './schedule.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';

/** The plan that a list of successors stands for, with the times of every stop and break. */
export function extractPlan(compiled: Compiled, next: Int32Array, fixed: Int32Array): Plan {
  const { model, problem, visitOf } = compiled;
  const state = createState(model);
  if (state.rich !== undefined) state.rich.fixedStart.set(fixed);
  const placed = new Set<number>();
  const routes: Route[] = [];
  for (let r = 0; r < model.routes; r++) {
    const nodes: number[] = [];
    for (let i = next[model.nodes + 2 * r]!; i < model.nodes; i = next[i]!) nodes.push(i);
    if (nodes.length === 0) continue;
    for (const node of nodes) placed.add(visitOf[node]!);
    routes.push({
      technician: problem.technicians[compiled.technicianOf[r]!]!.id,
      shift: compiled.shiftOf[r]!,
      ...(model.rich === undefined ? plainTimes(compiled, r, nodes) : richTimes(compiled, state, r, nodes)),
    });
  }
  const unplaced = problem.visits.filter((_, v) => !placed.has(v)).map(({ id }) => id);
  return { routes, unplaced };
}

type Times = { readonly stops: readonly Stop[]; readonly breaks: readonly TakenBreak[] };

function plainTimes({ model, problem, visitOf }: Compiled, r: number, nodes: readonly number[]): Times {
  let time = model.routeStart[r]!;
  let place = model.place[model.nodes + 2 * r]!;
  const stops = nodes.map((node) => {
    const start = Math.max(
      time + model.travel[place * model.places + model.place[node]!]!,
      model.ready[node]!,
    );
    time = start + model.service[node]!;
    place = model.place[node]!;
    return { visit: problem.visits[visitOf[node]!]!.id, start };
  });
  return { stops, breaks: [] };
}

function richTimes(
  { model, problem, visitOf }: Compiled,
  state: State,
  r: number,
  nodes: readonly number[],
): Times {
  const schedule = scheduleRoute(model, state, r, nodes);
  if (schedule === undefined) throw new Error(`route ${r} cannot be timed`);
  return {
    stops: nodes.map((node, i) => ({
      visit: problem.visits[visitOf[node]!]!.id,
      start: schedule.starts[i]!,
    })),
    breaks: schedule.breaks.map((start, rule) => ({ rule, start })),
  };
}

import type { Route, Schedule } from '@muster/domain/scheduling/problem';

import type { Compiled } from '../model/compiled.ts';
import { createState } from './state.ts';
import type { Timing } from './timing.ts';

/** The schedule that a list of successors stands for, with the times of every stop and break. */
export function extractSchedule(
  compiled: Compiled,
  next: Int32Array,
  fixed: Int32Array,
  { timesOf }: Timing,
): Schedule {
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
      shift: compiled.shiftOf[r]!.id,
      ...timesOf(compiled, state, r, nodes),
    });
  }
  const unplaced = problem.visits.filter((_, v) => !placed.has(v)).map(({ id }) => id);
  return { routes, unplaced };
}

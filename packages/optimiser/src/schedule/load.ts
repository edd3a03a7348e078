import type { Schedule, Route } from '@muster/domain/dispatch/scheduling/problem';
import type { Compiled } from '../model/model.ts';
import { mayFollow, timesOf } from '../times/timing.ts';
import { crewMatches } from './crew.ts';
import { fillRoute, insertAfter, removeChain } from './edit.ts';
import { createState } from './state.ts';
import type { Work } from './work.ts';

/** Takes over as much of a schedule as the rules allow; what they forbid is unplaced then, and what is pinned stays. */
export function loadSchedule(compiled: Compiled, work: Work, schedule: Schedule): void {
  const { problem, nodeOf, zero } = compiled;
  const visitAt = new Map(problem.visits.map(({ id }, v) => [id, v]));
  const technicianAt = new Map(problem.technicians.map(({ id }, t) => [id, t]));
  const routeAt = new Map<string, number>();
  compiled.technicianOf.forEach((t, r) => routeAt.set(`${t}/${compiled.shiftOf[r]!.id}`, r));
  for (const { technician, shift, stops } of schedule.routes) {
    const r = routeAt.get(`${technicianAt.get(technician)}/${shift}`);
    if (r === undefined) continue;
    const known = stops.flatMap(({ visit, start }) => {
      const v = visitAt.get(visit);
      return v === undefined ? [] : [{ first: nodeOf[v]!, start: start - zero }];
    });
    if (takeWhole(work, r, known)) continue;
    takePinned(work, r, known);
    takeOneByOne(compiled, work, r, known);
  }
  dropPartCrews(work);
}

type Known = { readonly first: number; readonly start: number };

/** The route as it stands, timed once: the usual case, and much quicker. */
function takeWhole(work: Work, r: number, stops: readonly Known[]): boolean {
  const { model, state } = work;
  if (state.size[r]! > 0 || stops.length === 0) return false;
  const { assign, crewSize, kinds, demands, limits } = model.rich;
  let weight = 0;
  const weights = new Int32Array(kinds);
  for (const { first } of stops) {
    if (crewSize[first]! > 1 || state.route[first]! >= 0 || assign[first * model.routes + r]! < 0)
      return false;
    weight += model.demand[first]!;
    for (let k = 0; k < kinds; k++) weights[k]! += demands[first * kinds + k]!;
  }
  if (weight > model.capacity[r]! || weights.some((sum, k) => sum > limits[r * kinds + k]!)) return false;
  const nodes = stops.map(({ first }) => first);
  if (new Set(nodes).size < nodes.length) return false;
  return fillRoute(work, r, nodes);
}

/** What is pinned goes first: it never gives way. */
function takePinned(work: Work, r: number, stops: readonly Known[]): void {
  const nodes = stops.map(({ first }) => first).filter((node) => work.model.pinned[node] === 1);
  if (nodes.length > 0 && !fillRoute(work, r, nodes))
    throw new Error(`what stays on route ${r} leaves no timetable`);
}

/** As many of the other stops, in their order, as the rules allow. */
function takeOneByOne(compiled: Compiled, work: Work, r: number, stops: readonly Known[]): void {
  const { model } = compiled;
  const { state } = work;
  let p = model.nodes + 2 * r;
  for (const { first, start } of stops) {
    if (model.pinned[first] === 1) {
      p = first;
      continue;
    }
    const node = freeNode(compiled, work, first);
    if (node < 0) continue;
    if (model.rich.crewSize[node]! > 1) state.rich.fixedStart[node] = start;
    if (mayFollow(model, state, node, p, r)) {
      insertAfter(work, node, p);
      p = node;
    } else state.rich.fixedStart[node] = -1;
  }
}

function freeNode({ model }: Compiled, { state }: Work, first: number): number {
  const size = model.rich.crewSize[first]!;
  for (let node = first; node < first + size; node++) if (state.route[node]! < 0) return node;
  return -1;
}

function dropPartCrews(work: Work): void {
  const { model, state } = work;
  const { rich } = model;
  if (!rich.hasCrews) return;
  for (let first = 0; first < model.nodes; first += rich.crewSize[first]!) {
    const size = rich.crewSize[first]!;
    if (size === 1) continue;
    let placed = 0;
    for (let node = first; node < first + size; node++) if (state.route[node]! >= 0) placed++;
    if (placed === size && crewMatches(model, state, first)) continue;
    for (let node = first; node < first + size; node++)
      if (state.route[node]! >= 0) removeChain(work, node, 1);
  }
}

/** The schedule that a list of successors stands for, with the times of every stop and break. */
export function extractSchedule(compiled: Compiled, next: Int32Array, fixed: Int32Array): Schedule {
  const { model, problem, visitOf } = compiled;
  const state = createState(model);
  state.rich.fixedStart.set(fixed);
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

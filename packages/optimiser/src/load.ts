import type { Plan } from '@muster/domain/scheduling/problem';

import type { Compiled } from './compile.ts';
import { fillRoute, insertAfter, removeChain } from './edit.ts';
import { NEVER } from './model.ts';
import { carries } from './moves/place-rich.ts';
import { tryInsert } from './routes-rich.ts';
import { earliestStart } from './timetable.ts';
import type { Work } from './work.ts';

/** Takes over as much of a plan as its rules allow; what they forbid stays unplaced. */
export function loadPlan(compiled: Compiled, work: Work, plan: Plan): void {
  const { problem, nodeOf } = compiled;
  const visitAt = new Map(problem.visits.map(({ id }, v) => [id, v]));
  const technicianAt = new Map(problem.technicians.map(({ id }, t) => [id, t]));
  const routeAt = new Map<string, number>();
  compiled.technicianOf.forEach((t, r) => routeAt.set(`${t}/${compiled.shiftOf[r]!}`, r));
  for (const { technician, shift, stops } of plan.routes) {
    const r = routeAt.get(`${technicianAt.get(technician)}/${shift}`);
    if (r === undefined) continue;
    const known = stops.flatMap(({ visit, start }) => {
      const v = visitAt.get(visit);
      return v === undefined ? [] : [{ first: nodeOf[v]!, start }];
    });
    if (!takeWhole(work, r, known)) takeOneByOne(compiled, work, r, known);
  }
  dropPartCrews(work);
}

type Known = { readonly first: number; readonly start: number };

/** The route as it stands, timed once: the usual case, and much quicker. */
function takeWhole(work: Work, r: number, stops: readonly Known[]): boolean {
  const { model, state } = work;
  if (model.rich === undefined || state.size[r]! > 0 || stops.length === 0) return false;
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

/** As many of the stops, in their order, as the rules allow. */
function takeOneByOne(compiled: Compiled, work: Work, r: number, stops: readonly Known[]): void {
  const { model } = compiled;
  const end = model.nodes + 2 * r + 1;
  for (const { first, start } of stops) {
    const node = freeNode(compiled, work, first);
    if (node < 0) continue;
    if (model.rich !== undefined && model.rich.crewSize[node]! > 1) work.state.rich!.fixedStart[node] = start;
    const p = work.state.prev[end]!;
    if (mayFollow(work, node, p, r)) insertAfter(work, node, p);
    else if (work.state.rich !== undefined) work.state.rich.fixedStart[node] = -1;
  }
}

function freeNode({ model }: Compiled, { state }: Work, first: number): number {
  const size = model.rich?.crewSize[first] ?? 1;
  for (let node = first; node < first + size; node++) if (state.route[node]! < 0) return node;
  return -1;
}

/** Whether c may follow p, the last stop of route r. */
export function mayFollow(work: Work, c: number, p: number, r: number): boolean {
  const { model, state } = work;
  const { rich, places, place, travel } = model;
  const base = rich?.base[r] ?? 0;
  const end = model.nodes + 2 * r + 1;
  const into = travel[base + place[p]! * places + place[c]!]!;
  const out = travel[base + place[c]! * places + place[end]!]!;
  if (rich === undefined) {
    const start = Math.max(state.depart[p]! + into, model.ready[c]!);
    const inTime = start <= model.due[c]! && start + model.service[c]! + out <= model.routeEnd[r]!;
    return inTime && state.load[r]! + model.demand[c]! <= model.capacity[r]!;
  }
  if (rich.assign[c * model.routes + r]! < 0 || !carries(model, state, c, r)) return false;
  if (earliestStart(rich, state, c, state.depart[p]! + into) >= NEVER) return false;
  return crewmateElsewhere(work, c, r) && tryInsert(model, state, c, p, into, out) !== NEVER;
}

/** Nobody is two members of one crew, and a crew has one start. */
function crewmateElsewhere({ model, state }: Work, c: number, r: number): boolean {
  const rich = model.rich!;
  const first = rich.crewFirst[c]!;
  for (let node = first; node < first + rich.crewSize[c]!; node++) {
    if (node === c || state.route[node]! < 0) continue;
    if (rich.technician[state.route[node]!] === rich.technician[r]!) return false;
    if (state.rich!.fixedStart[node] !== state.rich!.fixedStart[c]!) return false;
  }
  return true;
}

function dropPartCrews(work: Work): void {
  const { model, state } = work;
  const { rich } = model;
  if (rich === undefined || !rich.hasCrews) return;
  for (let first = 0; first < model.nodes; first += rich.crewSize[first]!) {
    const size = rich.crewSize[first]!;
    if (size === 1) continue;
    let placed = 0;
    for (let node = first; node < first + size; node++) if (state.route[node]! >= 0) placed++;
    if (placed === size) continue;
    for (let node = first; node < first + size; node++)
      if (state.route[node]! >= 0) removeChain(work, node, 1);
  }
}

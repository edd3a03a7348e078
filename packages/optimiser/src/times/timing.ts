import type { Compiled } from '../model/compiled.ts';
import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { drive } from '../model/travel.ts';
import { carries } from '../schedule/loads.ts';
import type { State } from '../schedule/state.ts';
import type { Times, Timing } from '../schedule/timing.ts';
import { nodesOf, refreshRichBackward, refreshRichForward, tryInsert } from './route-times.ts';
import { timeRoute } from './time-route.ts';
import { earliestStart } from './timetable.ts';

/** With every rule there is. */
export const timing: Timing = { refresh, keepsRules, mayFollow, timesOf };

function refresh(model: Model, state: State, p: number, q: number): boolean {
  refreshRichBackward(model, state, q);
  return refreshRichForward(model, state, p);
}

function keepsRules(model: Model, state: State, r: number): boolean {
  return timeRoute(model, state, r, nodesOf(model, state, r)) !== undefined;
}

function mayFollow(model: Model, state: State, c: number, p: number, r: number): boolean {
  const rich = model.rich!;
  if (rich.assign[c * model.routes + r]! < 0 || !carries(model, state, c, r)) return false;
  const into = drive(model, r, p, c);
  if (earliestStart(rich, state, c, state.depart[p]! + into) >= NEVER) return false;
  if (!crewmateElsewhere(model, state, c, r)) return false;
  const out = drive(model, r, c, state.next[p]!);
  return tryInsert(model, state, c, p, into, out) !== NEVER;
}

/** Nobody is two members of one crew, and a crew has one start. */
function crewmateElsewhere(model: Model, state: State, c: number, r: number): boolean {
  const rich = model.rich!;
  const first = rich.crewFirst[c]!;
  for (let node = first; node < first + rich.crewSize[c]!; node++) {
    if (node === c || state.route[node]! < 0) continue;
    if (rich.technician[state.route[node]!] === rich.technician[r]!) return false;
    if (state.rich!.fixedStart[node] !== state.rich!.fixedStart[c]!) return false;
  }
  return true;
}

function timesOf(
  { model, problem, visitOf, zero }: Compiled,
  state: State,
  r: number,
  nodes: readonly number[],
): Times {
  const times = timeRoute(model, state, r, nodes);
  if (times === undefined) throw new Error(`route ${r} cannot be timed`);
  return {
    stops: nodes.map((node, i) => ({
      visit: problem.visits[visitOf[node]!]!.id,
      start: zero + times.starts[i]!,
    })),
    breaks: times.breaks.map((start, rule) => ({ rule, start: zero + start })),
  };
}

import type { Route } from '@muster/domain/dispatch/scheduling/problem';
import type { Compiled, Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { drive } from '../model/travel.ts';
import { carries } from '../schedule/loads.ts';
import type { State } from '../schedule/state.ts';
import { refreshRichBackward, refreshRichForward, tryInsert } from './route-times.ts';
import { timeRoute } from './time-route.ts';
import { earliestStart } from './timetable.ts';

/** Brings the times behind node p and in front of node q up to date. False when the walk finds a rule broken. */
export function refreshTimes(model: Model, state: State, p: number, q: number): boolean {
  if (model.rich.windowsOnly) {
    refreshLatest(model, state, q);
    return refreshDepartures(model, state, p);
  }
  refreshRichBackward(model, state, q);
  return refreshRichForward(model, state, p);
}

/** Where windows alone count: departures behind node p, until one is unchanged. */
function refreshDepartures(model: Model, state: State, p: number): boolean {
  const { next, depart, leg } = state;
  const { ready, due, service, nodes } = model;
  let time = depart[p]!;
  let holds = true;
  for (let i = p; ;) {
    const j = next[i]!;
    time += leg[i]!;
    if (j >= nodes) {
      depart[j] = time;
      return holds && time <= state.latest[j]!;
    }
    if (time < ready[j]!) time = ready[j]!;
    else if (time > due[j]!) holds = false;
    time += service[j]!;
    if (depart[j] === time) return holds;
    depart[j] = time;
    i = j;
  }
}

/** Where windows alone count: latest starts in front of node q, until one is unchanged. */
function refreshLatest(model: Model, state: State, q: number): void {
  const { prev, latest, leg } = state;
  const { due, service, nodes } = model;
  let time = latest[q]!;
  for (let i = q; ;) {
    const j = prev[i]!;
    if (j >= nodes) return;
    time -= leg[j]! + service[j]!;
    if (time > due[j]!) time = due[j]!;
    if (latest[j] === time) return;
    latest[j] = time;
    i = j;
  }
}

/** Whether node c may come after p on route r. */
export function mayFollow(model: Model, state: State, c: number, p: number, r: number): boolean {
  const rich = model.rich;
  if (rich.assign[c * model.routes + r]! < 0 || !carries(model, state, c, r)) return false;
  const into = drive(model, r, p, c);
  if (earliestStart(rich, state, c, state.depart[p]! + into) >= NEVER) return false;
  if (!crewmateElsewhere(model, state, c, r)) return false;
  const out = drive(model, r, c, state.next[p]!);
  return tryInsert(model, state, c, p, into, out) !== NEVER;
}

/** Nobody is two members of one crew, and a crew has one start. */
function crewmateElsewhere(model: Model, state: State, c: number, r: number): boolean {
  const rich = model.rich;
  const first = rich.crewFirst[c]!;
  for (let node = first; node < first + rich.crewSize[c]!; node++) {
    if (node === c || state.route[node]! < 0) continue;
    if (rich.technician[state.route[node]!] === rich.technician[r]!) return false;
    if (state.rich.fixedStart[node] !== state.rich.fixedStart[c]!) return false;
  }
  return true;
}

/** The starts of the nodes as stops of route r, and its breaks. */
export function timesOf(
  { model, problem, visitOf, zero }: Compiled,
  state: State,
  r: number,
  nodes: readonly number[],
): Pick<Route, 'stops' | 'breaks'> {
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

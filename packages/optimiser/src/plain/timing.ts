import type { Compiled } from '../model/compiled.ts';
import type { Model } from '../model/model.ts';
import type { State } from '../schedule/state.ts';
import type { Times, Timing } from '../schedule/timing.ts';
import { refreshBackward, refreshForward } from './refresh-times.ts';

/** With one matrix, one window per visit, one kind of load and shifts that are alike. */
export const plainTiming: Timing = { refresh, keepsRules, mayFollow, timesOf };

function refresh(model: Model, state: State, p: number, q: number): boolean {
  refreshForward(model, state, p);
  refreshBackward(model, state, q);
  return true;
}

function keepsRules(model: Model, state: State, r: number): boolean {
  let time = model.routeStart[r]!;
  for (let i = model.nodes + 2 * r; ;) {
    time += state.leg[i]!;
    i = state.next[i]!;
    if (i >= model.nodes) return time <= model.routeEnd[r]!;
    if (time > model.due[i]!) return false;
    time = Math.max(time, model.ready[i]!) + model.service[i]!;
  }
}

function mayFollow(model: Model, state: State, c: number, p: number, r: number): boolean {
  const { places, place, travel } = model;
  const into = travel[place[p]! * places + place[c]!]!;
  const q = state.next[p]!;
  const out = travel[place[c]! * places + place[q]!]!;
  const start = Math.max(state.depart[p]! + into, model.ready[c]!);
  const inTime = start <= model.due[c]! && start + model.service[c]! + out <= state.latest[q]!;
  return inTime && state.load[r]! + model.demand[c]! <= model.capacity[r]!;
}

function timesOf(
  { model, problem, visitOf, zero }: Compiled,
  _: State,
  r: number,
  nodes: readonly number[],
): Times {
  let time = model.routeStart[r]!;
  let place = model.place[model.nodes + 2 * r]!;
  const stops = nodes.map((node) => {
    const start = Math.max(
      time + model.travel[place * model.places + model.place[node]!]!,
      model.ready[node]!,
    );
    time = start + model.service[node]!;
    place = model.place[node]!;
    return { visit: problem.visits[visitOf[node]!]!.id, start: zero + start };
  });
  return { stops, breaks: [] };
}

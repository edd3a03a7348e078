import type { Model } from '../model/model.ts';
import type { State } from '../schedule/state.ts';

/** Plain problems: departures after `from`, until one is unchanged. */
export function refreshForward(model: Model, state: State, from: number): void {
  const { next, depart, leg } = state;
  const { ready, service, nodes } = model;
  let i = from;
  let time = depart[i]!;
  for (;;) {
    const j = next[i]!;
    time += leg[i]!;
    if (j >= nodes) {
      depart[j] = time;
      return;
    }
    if (time < ready[j]!) time = ready[j]!;
    time += service[j]!;
    if (depart[j] === time) return;
    depart[j] = time;
    i = j;
  }
}

/** Plain problems: latest starts before `from`, until one is unchanged. */
export function refreshBackward(model: Model, state: State, from: number): void {
  const { prev, latest, leg } = state;
  const { due, service, nodes } = model;
  let i = from;
  let time = latest[i]!;
  for (;;) {
    const j = prev[i]!;
    if (j >= nodes) return;
    time -= leg[j]! + service[j]!;
    if (time > due[j]!) time = due[j]!;
    if (latest[j] === time) return;
    latest[j] = time;
    i = j;
  }
}

import type { Model } from '../model/model.ts';
import type { State } from './state.ts';

/** Whether the loads of visit c still fit into route r. */
export function carries(model: Model, state: State, c: number, r: number): boolean {
  return state.load[r]! + model.demand[c]! <= model.capacity[r]! && carriesKinds(model, state, c, r);
}

/** The same for the kinds of load beyond the first. */
export function carriesKinds(model: Model, state: State, c: number, r: number): boolean {
  const { kinds, demands, limits } = model.rich;
  for (let k = 0; k < kinds; k++) {
    if (state.rich.loads[r * kinds + k]! + demands[c * kinds + k]! > limits[r * kinds + k]!) return false;
  }
  return true;
}

/** What visit c on route r adds to the price of fairness. */
export function fairnessCost(model: Model, state: State, c: number, r: number): number {
  const rich = model.rich;
  const t = rich.technician[r]!;
  const before = state.rich.work[t]! - rich.share[t]!;
  const after = before + model.service[c]!;
  return after > 0 ? (after - (before > 0 ? before : 0)) * rich.fairness : 0;
}

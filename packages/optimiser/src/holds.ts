import type { Model } from './model.ts';
import { nodesOf } from './routes-rich.ts';
import { scheduleRoute } from './schedule.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** Whether the times of route r keep every rule: the whole walk, with no shortcut. */
export function routeHolds(model: Model, state: State, r: number): boolean {
  if (state.size[r] === 0) return true;
  if (model.rich === undefined) return plainHolds(model, state, r);
  return scheduleRoute(model, state, r, nodesOf(model, state, r)) !== undefined;
}

function plainHolds(model: Model, state: State, r: number): boolean {
  let time = model.routeStart[r]!;
  for (let i = model.nodes + 2 * r; ;) {
    time += state.leg[i]!;
    i = state.next[i]!;
    if (i >= model.nodes) return time <= model.routeEnd[r]!;
    if (time > model.due[i]!) return false;
    time = Math.max(time, model.ready[i]!) + model.service[i]!;
  }
}

/** Whether all routes changed since the last decision keep the rules. Only asked after a removal that made one later. */
export function touchedHold({ model, state, touched }: Work): boolean {
  for (let i = 0; i < touched.count; i++) if (!routeHolds(model, state, touched.items[i]!)) return false;
  return true;
}

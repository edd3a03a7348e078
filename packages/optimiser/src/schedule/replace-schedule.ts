import { fillRoute } from './edit.ts';
import type { Model } from '../model/model.ts';
import { removeVisit } from '../moves/remove.ts';
import { keep } from './settle.ts';
import type { Work } from './work.ts';

/** Puts other routes in the place of all there are; one that breaks a rule is left out. `starts`: where a crew fixed them. */
export function replaceSchedule(
  work: Work,
  routes: readonly (readonly number[])[],
  starts?: Int32Array,
): void {
  const { model, state } = work;
  for (let r = 0; r < model.routes; r++)
    while (state.size[r]! > 0) removeVisit(work, state.next[model.nodes + 2 * r]!, true);
  if (starts !== undefined) state.rich.fixedStart.set(starts);
  routes.forEach((route, r) => {
    if (route.length > 0) fillRoute(work, r, route);
  });
  keep(work);
}

export function routesOf(model: Model, next: Int32Array): number[][] {
  return Array.from({ length: model.routes }, (_, r) => {
    const route: number[] = [];
    for (let i = next[model.nodes + 2 * r]!; i < model.nodes; i = next[i]!) route.push(i);
    return route;
  });
}

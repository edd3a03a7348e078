import { insertAfter } from './edit.ts';
import type { Model } from './model.ts';
import { removeRoute } from './moves/remove-route.ts';
import { keep } from './settle.ts';
import type { Work } from './work.ts';

/** Puts other routes, which must keep the rules, in the place of all there are. For plain problems. */
export function replacePlan(work: Work, routes: readonly (readonly number[])[]): void {
  const { model, state } = work;
  for (let r = 0; r < model.routes; r++)
    if (state.size[r]! > 0) removeRoute(work, state.next[model.nodes + 2 * r]!, model.nodes);
  routes.forEach((route, r) => {
    let p = model.nodes + 2 * r;
    for (const c of route) {
      insertAfter(work, c, p);
      p = c;
    }
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

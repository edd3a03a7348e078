import type { Model } from '../model/model.ts';
import type { State } from './state.ts';
import { copyRoute, markUnplaced } from './state.ts';
import type { Work } from './work.ts';
import { add, clear, drop, isFirst } from './work.ts';

/** Makes the changed schedule the kept one. */
export function keep(work: Work): void {
  recogniseUnchanged(work);
  copyTouched(work, work.state, work.kept);
  clear(work.touched);
  clear(work.moved);
  work.suspect = false;
  work.keptRoutesCost = work.routesCost;
  work.keptUnplacedCost = work.unplacedCost;
}

/** Goes back to the kept schedule. */
export function revert(work: Work): void {
  const { model, touched, moved, emptyRoutes, unplaced, kept } = work;
  copyTouched(work, kept, work.state);
  for (let i = 0; i < touched.count; i++) {
    const r = touched.items[i]!;
    if (kept.size[r] === 0) add(emptyRoutes, r);
    else drop(emptyRoutes, r);
  }
  for (let i = 0; i < moved.count; i++) {
    const c = moved.items[i]!;
    if (!isFirst(model, c)) continue;
    if (kept.route[c]! < 0) add(unplaced, c);
    else drop(unplaced, c);
  }
  clear(touched);
  clear(moved);
  work.suspect = false;
  work.routesCost = work.keptRoutesCost;
  work.unplacedCost = work.keptUnplacedCost;
}

function copyTouched(work: Work, from: State, to: State): void {
  const { model, touched, moved } = work;
  for (let i = 0; i < touched.count; i++) copyRoute(model, from, to, touched.items[i]!);
  for (let i = 0; i < moved.count; i++) {
    const c = moved.items[i]!;
    if (from.route[c]! < 0) {
      markUnplaced(to, c);
      to.rich.fixedStart[c] = -1;
    }
  }
}

/** A route that came out as it was has its old number back, and with it all that is known of it. */
function recogniseUnchanged({ model, state, kept, touched }: Work): void {
  if (model.rich.hasCrews) return;
  for (let i = 0; i < touched.count; i++) {
    const r = touched.items[i]!;
    if (isSameRoute(model, state, kept, r)) state.rich.version[r] = kept.rich.version[r]!;
  }
}

function isSameRoute(model: Model, state: State, kept: State, r: number): boolean {
  const end = model.nodes + 2 * r + 1;
  let i = end - 1;
  while (i !== end && state.next[i] === kept.next[i]!) i = state.next[i]!;
  return i === end;
}

import type { State } from './state.ts';
import { copyRoute, markUnplaced } from './state.ts';
import type { Work } from './work.ts';
import { add, clear, drop, isFirst } from './work.ts';

/** Makes the changed plan the kept one. */
export function keep(work: Work): void {
  copyTouched(work, work.state, work.kept);
  clear(work.touched);
  clear(work.moved);
  work.suspect = false;
  work.keptRoutesCost = work.routesCost;
  work.keptBankCost = work.bankCost;
}

/** Goes back to the kept plan. */
export function revert(work: Work): void {
  const { model, touched, moved, emptyRoutes, bank, kept } = work;
  copyTouched(work, kept, work.state);
  for (let i = 0; i < touched.count; i++) {
    const r = touched.items[i]!;
    if (kept.size[r] === 0) add(emptyRoutes, r);
    else drop(emptyRoutes, r);
  }
  for (let i = 0; i < moved.count; i++) {
    const c = moved.items[i]!;
    if (!isFirst(model, c)) continue;
    if (kept.route[c]! < 0) add(bank, c);
    else drop(bank, c);
  }
  clear(touched);
  clear(moved);
  work.suspect = false;
  work.routesCost = work.keptRoutesCost;
  work.bankCost = work.keptBankCost;
}

function copyTouched(work: Work, from: State, to: State): void {
  const { model, touched, moved } = work;
  for (let i = 0; i < touched.count; i++) copyRoute(model, from, to, touched.items[i]!);
  for (let i = 0; i < moved.count; i++) {
    const c = moved.items[i]!;
    if (from.route[c]! < 0) {
      markUnplaced(to, c);
      if (to.rich !== undefined) to.rich.fixedStart[c] = -1;
    }
  }
}

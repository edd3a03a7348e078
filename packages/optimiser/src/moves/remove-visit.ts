import { removeChain } from '../schedule/edit.ts';
import type { Work } from '../schedule/work.ts';

/** Removes one visit, with its whole crew, unless it is pinned (and not even that is to hold). */
export function removeVisit(work: Work, c: number, evenPinned = false): void {
  const { model, state } = work;
  if (model.pinned[c] === 1 && !evenPinned) return;
  const size = model.rich === undefined ? 1 : model.rich.crewSize[c]!;
  if (size === 1) {
    removeChain(work, c, 1);
    return;
  }
  const first = model.rich!.crewFirst[c]!;
  for (let node = first; node < first + size; node++) if (state.route[node]! >= 0) removeChain(work, node, 1);
}

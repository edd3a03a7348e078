import { removeChain } from '../edit.ts';
import type { Work } from '../work.ts';

/** Removes one visit, with its whole crew, unless it is locked (and not even that is to hold). */
export function removeVisit(work: Work, c: number, evenLocked = false): void {
  const { model, state } = work;
  if (model.locked[c] === 1 && !evenLocked) return;
  const size = model.rich === undefined ? 1 : model.rich.crewSize[c]!;
  if (size === 1) {
    removeChain(work, c, 1);
    return;
  }
  const first = model.rich!.crewFirst[c]!;
  for (let node = first; node < first + size; node++) if (state.route[node]! >= 0) removeChain(work, node, 1);
}

import type { Work } from '../schedule/work.ts';
import { removeVisit } from './remove-visit.ts';

/** Empties the route of visit c: the way to fewer shifts, and out of schedules with one route too many. */
export function removeRoute(work: Work, c: number, longest: number): void {
  const { model, state } = work;
  const r = state.route[c]!;
  if (r < 0 || state.size[r]! > longest) return;
  let i = state.next[model.nodes + 2 * r]!;
  while (i < model.nodes) {
    const following = state.next[i]!;
    removeVisit(work, i);
    i = following;
  }
}

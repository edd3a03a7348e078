import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import type { State } from '../schedule/state.ts';
import { earliestStart } from './timetable.ts';

/** How a visit fits into a simple shift. */
export const Fit = { never: 0, costless: 1, unknown: 2 } as const;
export type Fit = (typeof Fit)[keyof typeof Fit];

/**
 * Whether node c after p breaks a rule, or keeps them all and leaves the timetable without any price; unknown where it has
 * one, which a trial must tell. Two steps are walked, with and without the break; what lies behind them is known.
 * Seldom it says costless and there is a price: of two ways to have the break the timetable takes the earlier one, even where the
 * other would keep a promise that the earlier one does not.
 */
export function simpleFit(model: Model, state: State, c: number, p: number, into: number, out: number): Fit {
  const rich = model.rich;
  const { width, breakAt } = rich;
  const { front, late, costless } = state.rich;
  const r = state.route[p]!;
  const rule = breakAt[r]!;
  const at = p * width;
  const q = state.next[p]!;
  const beyond = q * width;
  const work = model.service[c]!;
  const promise = rich.retimed > 0 && rich.currentStart[c]! < NEVER ? -NEVER : rich.promise[c]!;
  const t0 = front.time[at]!;
  if (breakAt[r + 1] === rule) {
    const start = earliestStart(rich, state, c, t0 + into);
    const arrive = start + work + out;
    if (arrive > late[beyond]!) return Fit.never;
    return front.cost[at] === 0 && start <= promise && arrive <= costless[beyond]!
      ? Fit.costless
      : Fit.unknown;
  }
  const missed = rich.breakLatest[rule]!;
  const t1 = front.time[at + 1]!;
  let possible = false;
  // Without the break so far, and without it at c; then with it on the way out.
  if (t0 < NEVER) {
    const quiet = front.cost[at] === 0;
    const start = earliestStart(rich, state, c, t0 + into);
    const leave = start + work;
    if (leave <= missed) {
      const arrive = leave + out;
      const paused = pauseOn(model, rule, leave, out, q);
      if (quiet && start <= promise && (arrive <= costless[beyond]! || paused <= costless[beyond + 1]!))
        return Fit.costless;
      possible = arrive <= late[beyond]! || paused <= late[beyond + 1]!;
    }
    const via = pauseOn(model, rule, t0, into, c);
    const later = via < NEVER ? earliestStart(rich, state, c, via) : NEVER;
    const end = later + work + out;
    if (quiet && later <= promise && end <= costless[beyond + 1]!) return Fit.costless;
    possible ||= end <= late[beyond + 1]!;
  }
  if (t1 < NEVER) {
    const start = earliestStart(rich, state, c, t1 + into);
    const end = start + work + out;
    if (front.cost[at + 1] === 0 && start <= promise && end <= costless[beyond + 1]!) return Fit.costless;
    possible ||= end <= late[beyond + 1]!;
  }
  return possible ? Fit.unknown : Fit.never;
}

/** Arrival at j with the break on the way from a stop that is left at `leave`: after the drive if there is still time for it then, else before. */
export function pauseOn(model: Model, rule: number, leave: number, drive: number, j: number): number {
  const { breakEarliest, breakLatest, breakDuration } = model.rich;
  const missed = breakLatest[rule]!;
  const arrive = leave + drive;
  if (arrive <= missed) {
    if (j >= model.nodes) return NEVER;
    return (arrive > breakEarliest[rule]! ? arrive : breakEarliest[rule]!) + breakDuration[rule]!;
  }
  if (leave > missed) return NEVER;
  return (leave > breakEarliest[rule]! ? leave : breakEarliest[rule]!) + breakDuration[rule]! + drive;
}

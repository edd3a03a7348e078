import type { Pace } from './tuning.ts';

/** Share of the run after which its speed is known well enough to divide it. */
export const MEASURED = 0.02;

/** The temperature of an annealing of which the share `passed` is over. */
export function cooled(hottest: number, { coldest, lingers }: Pace, passed: number): number {
  return hottest * Math.pow(coldest / hottest, Math.pow(passed, lingers));
}

/** When to stop: after so many iterations, after so long by the given clock, or when somebody says so. */
export type Stop = {
  readonly iterations?: number;
  readonly milliseconds?: number;
  /** A clock in milliseconds; needed with `milliseconds`. */
  readonly clock?: () => number;
  readonly cancelled?: () => boolean;
};

/** How much of the run is over, by iterations or by time, whichever is further. */
export function shareDone(stop: Stop, began: number, iterations: number): number {
  const byCount = stop.iterations === undefined ? 0 : iterations / stop.iterations;
  if (stop.milliseconds === undefined || stop.clock === undefined) return byCount;
  if (stop.milliseconds <= 0) return 1;
  return Math.max(byCount, (stop.clock() - began) / stop.milliseconds);
}

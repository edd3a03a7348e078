import { sampleDays } from './sample-day.ts';
import type { Run } from './solve.ts';
import { startRun } from './solve.ts';

/** Long enough for the engine to have compiled what a search spends its time in. */
const ITERATIONS = 3000;

/**
 * A small search whose plan nobody wants. In its first second a search in a new process does little more than half of
 * what it does later, as its code is not compiled yet; a worker that has rehearsed has that behind it.
 */
export function startRehearsal(): Run {
  const problem = sampleDays({ technicians: 6, visitsPerDay: 40, days: 2, seed: 1 });
  return startRun(problem, { seed: 1, stop: { iterations: ITERATIONS } });
}

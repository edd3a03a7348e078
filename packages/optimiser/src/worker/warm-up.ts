import { sampleDays } from '../samples/days.ts';
import type { Run } from '../solve.ts';
import { startRun } from '../solve.ts';

/** Long enough for the engine to have compiled what a search spends its time in. */
const ITERATIONS = 12_000;

/**
 * A small search whose schedule nobody wants. In a new process the first second of a field-service week holds little more
 * than a third of the iterations that it holds later, as the code is not compiled yet; a worker that has warmed up has that
 * behind it. It makes the moves of a short search under all rules; others are still compiled when they are first made.
 */
export function startWarmUp(): Run {
  const problem = sampleDays({ technicians: 6, visitsPerDay: 40, days: 2, seed: 1 });
  return startRun(problem, { seed: 1, stop: { iterations: ITERATIONS } });
}

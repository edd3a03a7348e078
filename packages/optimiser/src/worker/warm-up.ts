import type { Problem } from '@muster/domain/dispatch/scheduling/problem';

import { sampleDays } from '../samples/days.ts';
import type { Run } from '../solve.ts';
import { startRun } from '../solve.ts';
import { tellBest } from './run-task.ts';

/** Long enough for the engine to have compiled what a search spends its time in. */
const ITERATIONS = 12_000;
/** Most of it is annealed, as most searches are in their first second; schedules are crossed at last. */
const CROSS_FROM = 0.7;
/** Slices between two reports that nobody reads: they are compiled as well, and the first one is what somebody waits for. */
const REPORT_EVERY = 16;

/**
 * A small search whose schedule nobody wants. In a new process the first second of a field-service week holds little more
 * than a third of the iterations that it holds later, as the code is not compiled yet; a worker that has warmed up has that
 * behind it. It makes the moves of a short search under all rules.
 */
export function startWarmUp(): Run {
  const sample = sampleDays({ technicians: 6, visitsPerDay: 40, days: 2, seed: 1 });
  const first = startRun(sample, { seed: 1, stop: { iterations: 1 } });
  const problem: Problem = { ...sample, grid: 5, current: first.best().result().schedule };
  const run = startRun(problem, {
    seed: 1,
    stop: { iterations: ITERATIONS },
    tuning: { evolveFrom: CROSS_FROM },
  });
  let slices = 0;
  return {
    ...run,
    slice() {
      if (slices++ % REPORT_EVERY === 0) tellBest(problem, run.best());
      return run.slice();
    },
  };
}

import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import type { Compiled } from './model/compiled.ts';
import { compile } from './model/compile.ts';
import { extractSchedule } from './schedule/extract.ts';
import { loadSchedule } from './schedule/load.ts';
import type { Search } from './search/search.ts';
import { advance, createSearch } from './search/search.ts';
import type { Tuning } from './search/tuning.ts';
import { defaultTuning } from './search/tuning.ts';
import { usualWay } from './search/way.ts';
import { plainWay } from './plain/way.ts';

/** When to stop: after so many iterations, after so long by the given clock, or when somebody says so. */
export type Stop = {
  readonly iterations?: number;
  readonly milliseconds?: number;
  /** A clock in milliseconds; needed with `milliseconds`. */
  readonly clock?: () => number;
  readonly cancelled?: () => boolean;
};

export type Options = {
  readonly stop: Stop;
  readonly seed: number;
  /** Where to start from; as much of it is kept as the rules allow. */
  readonly initial?: Schedule;
  readonly onBest?: (best: Best) => void;
  readonly tuning?: Partial<Tuning>;
};

/** The schedule is made only when asked for: most bests are soon followed by a better one. */
export type Best = { readonly cost: number; readonly iterations: number; readonly schedule: () => Schedule };

export type Result = { readonly schedule: Schedule; readonly cost: number; readonly iterations: number };

/** A run that can be advanced in slices, so that whoever runs it can listen in between. */
export type Run = {
  /** Works for one slice. True while there is more to do. */
  slice(): boolean;
  result(): Result;
};

/** Iterations between two looks at the clock: well under a millisecond of work. */
const SLICE = 64;

export function startRun(problem: Problem, options: Options): Run {
  const { stop, seed, initial } = options;
  const began = stop.clock?.() ?? 0;
  const compiled = compile(problem);
  const tuning: Tuning = { ...defaultTuning(), ...options.tuning };
  const way = compiled.model.rich === undefined ? plainWay : usualWay;
  const search = createSearch(compiled, seed, tuning, way, (work) => {
    if (initial !== undefined) loadSchedule(compiled, work, initial);
  });
  let told = Infinity;
  const tell = (): void => {
    if (search.bestCost >= told) return;
    told = search.bestCost;
    options.onBest?.({
      cost: told,
      iterations: search.iterations,
      schedule: () => scheduleOf(compiled, search),
    });
  };
  tell();
  const progress = (): number => {
    const byCount = stop.iterations === undefined ? 0 : search.iterations / stop.iterations;
    if (stop.milliseconds === undefined || stop.clock === undefined) return byCount;
    if (stop.milliseconds <= 0) return 1;
    return Math.max(byCount, (stop.clock() - began) / stop.milliseconds);
  };
  return {
    slice() {
      const done = progress();
      const left = (stop.iterations ?? Infinity) - search.iterations;
      if (left <= 0 || done >= 1 || stop.cancelled?.() === true || compiled.model.nodes === 0) return false;
      advance(search, Math.min(SLICE, left), done);
      tell();
      return true;
    },
    result: () => ({
      schedule: scheduleOf(compiled, search),
      cost: search.bestCost,
      iterations: search.iterations,
    }),
  };
}

/** Plans the visits. The same problem, seed and number of iterations give the same schedule. */
export function solve(problem: Problem, options: Options): Result {
  return finish(startRun(problem, options));
}

export function finish(run: Run): Result {
  while (run.slice());
  return run.result();
}

function scheduleOf(compiled: Compiled, search: Search): Schedule {
  return extractSchedule(compiled, search.bestNext, search.bestFixed, search.attempts.way.timing);
}

import type { Difference } from '@muster/domain/dispatch/scheduling/differences';
import { differencesBetween } from '@muster/domain/dispatch/scheduling/differences';
import type { Evaluation } from '@muster/domain/dispatch/scheduling/evaluate';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Violation } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import type { Scope } from './hold/held-stops.ts';
import { heldStops } from './hold/held-stops.ts';
import { reduce } from './hold/reduce.ts';
import { compile } from './model/compile.ts';
import { refuseFaulty } from './model/refuse.ts';
import { keepTimes } from './schedule/keep-times.ts';
import { extractSchedule, loadSchedule } from './schedule/load.ts';
import { onGrid } from './schedule/on-grid.ts';
import { advance, createSearch } from './search/search.ts';
import type { Stop } from './search/stop.ts';
import { shareDone } from './search/stop.ts';
import type { Tuning } from './search/tuning.ts';
import { defaultTuning } from './search/tuning.ts';

export type Options = {
  readonly stop: Stop;
  readonly seed: number;
  /** Where to start from; as much of it is kept as the rules allow. */
  readonly initial?: Schedule;
  /** What may change; without it everything that is not pinned. */
  readonly scope?: Scope;
  readonly onBest?: (best: Best) => void;
  readonly tuning?: Partial<Tuning>;
};

/** How far a run is. What takes time is made only when asked for: most bests are soon followed by a better one. */
export type Best = {
  /** Share of the run that is done (0 … 1); 0 where nothing limits it. */
  readonly share: number;
  readonly iterations: number;
  readonly result: () => Result;
  /** Against the schedule that the run began with, or the one in force. */
  readonly differences: () => readonly Difference[];
};

export type Result = {
  readonly schedule: Schedule;
  readonly cost: number;
  /** What each soft rule adds to it. */
  readonly costs: Evaluation['costs'];
  readonly iterations: number;
  /** Rules that are broken by what stays where it is. */
  readonly violations: readonly Violation[];
};

/** A run that can be advanced in slices, so that whoever runs it can listen in between. */
export type Run = {
  /** Works for one slice. True while there is more to do. */
  slice(): boolean;
  best(): Best;
};

/** Iterations between two looks at the clock: well under a millisecond of work. */
const SLICE = 64;

/** `everything`: nothing that is on the schedule moves. */
export function startRun(problem: Problem, options: Options, everything = false): Run {
  const { stop, seed, initial, scope = {} } = options;
  const began = stop.clock?.() ?? 0;
  const given = initial ?? problem.current;
  refuseFaulty(problem, given);
  const reduced = reduce(problem, given, scope, everything);
  const held = new Set(heldStops(problem, given, scope, everything).map(({ visit }) => visit.id));
  const compiled = compile(reduced?.problem ?? problem, reduced?.options);
  const { model } = compiled;
  const search = createSearch(compiled, seed, { ...defaultTuning(), ...options.tuning }, (work) => {
    const start = reduced?.startFrom(initial) ?? initial;
    if (start !== undefined) loadSchedule(compiled, work, start);
  });
  /** Made once for each best schedule. */
  let made: { readonly cost: number; readonly result: Result } | undefined;
  const result = (): Result => {
    if (made?.cost !== search.bestCost) made = { cost: search.bestCost, result: makeResult() };
    return { ...made.result, iterations: search.iterations };
  };
  const makeResult = (): Result => {
    const found = extractSchedule(compiled, search.bestNext, search.bestFixed);
    const kept = keepTimes(problem, reduced?.restore(found) ?? found, held, scope.now);
    const schedule = onGrid(problem, kept, held);
    const { violations, costs, total } = evaluate(problem, schedule);
    // Prices of what stays are no part of a reduced problem; what keeps its time may be cheaper than it was found, and full minutes dearer.
    const cost = reduced || problem.current || problem.grid !== undefined ? total : search.bestCost;
    return { schedule, cost, costs, iterations: search.iterations, violations };
  };
  const best = (): Best => ({
    share: Math.min(1, shareDone(stop, began, search.iterations)),
    iterations: search.iterations,
    result,
    differences: () => differencesBetween(given ?? { routes: [], unplaced: [] }, result().schedule),
  });
  let told = Infinity;
  const tell = (): void => {
    if (search.bestCost >= told) return;
    told = search.bestCost;
    options.onBest?.(best());
  };
  tell();
  return {
    slice() {
      const done = shareDone(stop, began, search.iterations);
      const left = (stop.iterations ?? Infinity) - search.iterations;
      if (left <= 0 || done >= 1 || stop.cancelled?.() === true || model.nodes === 0) return false;
      advance(search, Math.min(SLICE, left), done);
      tell();
      return true;
    },
    best,
  };
}

/** Plans the visits. The same problem, seed and number of iterations give the same schedule. */
export function solve(problem: Problem, options: Options): Result {
  return finish(startRun(problem, options));
}

/** Inserts what is unplaced into the schedule; nothing that is planned moves, neither to another technician nor in time. */
export function fillGaps(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startFillGaps(problem, schedule, options));
}

export function startFillGaps(problem: Problem, schedule: Schedule, options: Options): Run {
  return startRun(problem, { ...options, initial: schedule }, true);
}

export function finish(run: Run): Result {
  while (run.slice());
  return run.best().result();
}

import type { Problem, Schedule } from '@muster/domain/scheduling/problem';

import type { Options, Result, Run } from './solve.ts';
import { finish, startRun } from './solve.ts';

/** Inserts what is unplaced into the schedule; nothing that is planned moves, neither to another technician nor in time. */
export function fillGaps(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startFillGaps(problem, schedule, options));
}

export function startFillGaps(problem: Problem, schedule: Schedule, options: Options): Run {
  return startRun(problem, { ...options, initial: schedule }, true);
}

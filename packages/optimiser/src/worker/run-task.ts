import type { Problem } from '@muster/domain/dispatch/scheduling/problem';

import { figures } from '../explain/summary.ts';
import { startFillGaps } from '../solve.ts';
import type { HeldSchedule } from '../questions/held-schedule.ts';
import { scheduleOf } from '../questions/held-schedule.ts';
import { startRepair } from '../repair.ts';
import type { Best, Options, Run } from '../solve.ts';
import { startRun } from '../solve.ts';
import type { Port, Progress, Reply, Request, Task } from './protocol.ts';

/** Milliseconds of work between two looks at the post; and between two reports of progress, with a better schedule and without. */
const TURN = 10;
const REPORT = 40;
const REPORT_SHARE = 250;

/** Runs a task in turns, and tells how far it is: with each better schedule, and now and then without one. */
export async function runTask(
  port: Port<Reply, Request>,
  id: number,
  task: Task,
  held: HeldSchedule | undefined,
  clock: () => number,
  pause: () => Promise<void>,
  cancelled: () => boolean,
): Promise<void> {
  const { iterations, milliseconds, seed, scope } = task;
  let isBetter = false;
  let told: Omit<Progress, 'share' | 'iterations'> | undefined;
  let reported = -Infinity;
  const run = begin(task, held, {
    seed,
    stop: {
      clock,
      cancelled,
      ...(iterations !== undefined && { iterations }),
      ...(milliseconds !== undefined && { milliseconds }),
    },
    ...(scope !== undefined && { scope }),
    onBest: () => (isBetter = true),
  });
  const report = (): void => {
    const best = run.best();
    if (isBetter || told === undefined) told = tellBest(problemOf(task, held), best);
    port.post({
      kind: 'progress',
      id,
      progress: { ...told, share: best.share, iterations: best.iterations },
    });
    isBetter = false;
    reported = clock();
  };
  // The first schedule is complete: whoever waits sees it before it gets better.
  report();
  for (let more = true; more;) {
    await pause();
    const until = clock() + TURN;
    do more = run.slice();
    while (more && clock() < until);
    if (clock() - reported >= (isBetter ? REPORT : REPORT_SHARE)) report();
  }
  port.post({ kind: 'done', id, result: run.best().result(), cancelled: cancelled() });
}

export function tellBest(problem: Problem, best: Best): Omit<Progress, 'share' | 'iterations'> {
  const { cost, costs, schedule } = best.result();
  return { cost, costs, figures: figures(problem, schedule), differences: best.differences() };
}

function problemOf(task: Task, held: HeldSchedule | undefined): Problem {
  const problem = task.problem ?? held?.problem;
  if (problem === undefined) throw new TypeError('the worker holds no schedule, and the task has no problem');
  return problem;
}

function begin(task: Task, held: HeldSchedule | undefined, options: Options): Run {
  const problem = problemOf(task, held);
  const schedule = task.schedule ?? (task.problem === undefined && held ? scheduleOf(held) : undefined);
  if (task.way === 'plan')
    return startRun(problem, { ...options, ...(schedule !== undefined && { initial: schedule }) });
  if (schedule === undefined) throw new TypeError(`to ${task.way} takes a schedule`);
  return (task.way === 'repair' ? startRepair : startFillGaps)(problem, schedule, options);
}

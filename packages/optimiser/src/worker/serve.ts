import { startFillGaps } from '../fill-gaps.ts';
import { startWarmUp } from './warm-up.ts';
import { startRepair } from '../repair.ts';
import type { Best, Options, Run } from '../solve.ts';
import { startRun } from '../solve.ts';
import type { Task, Port, Reply, Request } from './protocol.ts';

/** Milliseconds of work between two looks at the post, and between two reports of progress. */
const TURN = 10;
const REPORT = 40;

/** The worker's side: runs tasks in short turns, so that a cancellation is heard. Warms up until the first one comes. */
export function serve(port: Port<Reply, Request>, clock: () => number, pause: () => Promise<void>): void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  port.listen((request) => {
    if (request.kind === 'cancel') {
      if (running.has(request.id)) cancelled.add(request.id);
      return;
    }
    const { id, task } = request;
    running.add(id);
    runTask(port, id, task, clock, pause, () => cancelled.has(id))
      .catch((error: unknown) => port.post({ kind: 'failed', id, message: String(error) }))
      .finally(() => {
        running.delete(id);
        cancelled.delete(id);
      });
  });
  void warmUp(pause, () => running.size > 0);
}

/** In short steps, the first of them the longest: whoever asks waits for one at most. */
async function warmUp(pause: () => Promise<void>, wanted: () => boolean): Promise<void> {
  await pause();
  if (wanted()) return;
  const run = startWarmUp();
  while (!wanted() && run.slice()) await pause();
}

async function runTask(
  port: Port<Reply, Request>,
  id: number,
  task: Task,
  clock: () => number,
  pause: () => Promise<void>,
  cancelled: () => boolean,
): Promise<void> {
  const { iterations, milliseconds, seed } = task;
  let best: Best | undefined;
  let reported = -Infinity;
  const run = begin(task, {
    seed,
    stop: {
      clock,
      cancelled,
      ...(iterations !== undefined && { iterations }),
      ...(milliseconds !== undefined && { milliseconds }),
    },
    onBest: (found) => (best = found),
  });
  for (let more = true; more;) {
    const until = clock() + TURN;
    do more = run.slice();
    while (more && clock() < until);
    if (best !== undefined && clock() - reported >= REPORT) {
      port.post({
        kind: 'best',
        id,
        cost: best.cost,
        iterations: best.iterations,
        schedule: best.schedule(),
      });
      best = undefined;
      reported = clock();
    }
    await pause();
  }
  port.post({ kind: 'done', id, result: run.result(), cancelled: cancelled() });
}

function begin(task: Task, options: Options): Run {
  if (task.way === 'plan')
    return startRun(task.problem, {
      ...options,
      ...(task.schedule !== undefined && { initial: task.schedule }),
    });
  if (task.schedule === undefined) throw new TypeError(`to ${task.way} takes a schedule`);
  const start = task.way === 'repair' ? startRepair : startFillGaps;
  return start(task.problem, task.schedule, options);
}

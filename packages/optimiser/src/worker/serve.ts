import { startFillGaps } from '../fill-gaps.ts';
import { startRehearsal } from '../rehearse.ts';
import { startRepair } from '../repair.ts';
import type { Best, Options, Run } from '../solve.ts';
import { startRun } from '../solve.ts';
import type { Job, Port, Reply, Request } from './protocol.ts';

/** Milliseconds of work between two looks at the post, and between two reports of progress. */
const TURN = 10;
const REPORT = 40;

/** The worker's side: runs jobs in short turns, so that a cancellation is heard. Rehearses until the first one comes. */
export function serve(port: Port<Reply, Request>, clock: () => number, pause: () => Promise<void>): void {
  const cancelled = new Set<number>();
  const running = new Set<number>();
  port.listen((request) => {
    if (request.kind === 'cancel') {
      if (running.has(request.id)) cancelled.add(request.id);
      return;
    }
    const { id, job } = request;
    running.add(id);
    runJob(port, id, job, clock, pause, () => cancelled.has(id))
      .catch((error: unknown) => port.post({ kind: 'failed', id, message: String(error) }))
      .finally(() => {
        running.delete(id);
        cancelled.delete(id);
      });
  });
  void rehearse(pause, () => running.size > 0);
}

/** In short steps, the first of them the longest: whoever asks waits for one at most. */
async function rehearse(pause: () => Promise<void>, wanted: () => boolean): Promise<void> {
  await pause();
  if (wanted()) return;
  const run = startRehearsal();
  while (!wanted() && run.slice()) await pause();
}

async function runJob(
  port: Port<Reply, Request>,
  id: number,
  job: Job,
  clock: () => number,
  pause: () => Promise<void>,
  cancelled: () => boolean,
): Promise<void> {
  const { iterations, milliseconds, seed } = job;
  let best: Best | undefined;
  let reported = -Infinity;
  const run = begin(job, {
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
      port.post({ kind: 'best', id, cost: best.cost, iterations: best.iterations, plan: best.plan() });
      best = undefined;
      reported = clock();
    }
    await pause();
  }
  port.post({ kind: 'done', id, result: run.result(), cancelled: cancelled() });
}

function begin(job: Job, options: Options): Run {
  if (job.way === 'plan')
    return startRun(job.problem, { ...options, ...(job.plan !== undefined && { initial: job.plan }) });
  if (job.plan === undefined) throw new TypeError(`to ${job.way} takes a plan`);
  const start = job.way === 'repair' ? startRepair : startFillGaps;
  return start(job.problem, job.plan, options);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/away.ts';
import type { Database } from '../db/connect.ts';
import { listen } from '../db/listen.ts';
import { OUTSIDE_TASKS, QUEUE_SCHEMA, TASKS } from '../db/queue-schema.ts';
import { OUTBOX_CHANNEL, relay } from './outbox.ts';
import type { QueuedTask } from './outbox.ts';

/** Does one background task. It may run more than once (after a crash, say): the id is the same each time. */
export type Task = (payload: unknown, id: string) => Promise<void>;

export interface Queue {
  /** Lets running tasks finish, then stops. */
  stop(): Promise<void>;
}

/** Few tasks run at once, because mail servers limit connections; each worker fetches a handful to save queries. */
const WORKERS = 2;
const HANDFUL = 5;
/** New tasks are announced. Polling finds those whose announcement was lost or whose process died. */
const POLL_SECONDS = 2;
const RELAY_EVERY_MS = 5_000;
/** Waits a moment for more tasks after the first, because moving them together costs little more than moving one. */
const GATHER_MS = 250;
const FINISH_WITHIN_MS = 20_000;

/** Carries the outbox to the queue and runs the tasks, by topic. A task that throws is tried again, later and later. */
export async function startQueue({
  database,
  log,
  tasks,
}: {
  database: Database;
  log: Logger;
  tasks: Readonly<Record<string, Task>>;
}): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    reindex: false,
  });
  boss.on('error', (error) => {
    if (isDatabaseAway(error)) log.debug({ err: error }, 'The queue waits for the database.');
    else log.error({ err: error }, 'The queue failed.');
  });
  await boss.start();

  const closing = new AbortController();
  let pause = new AbortController();
  const wake = () => pause.abort();
  const ear = await listen({
    appUrl: database.appUrl,
    channel: OUTBOX_CHANNEL,
    log,
    onNotice: wake,
    onGap: wake,
  });
  const queues = Array.from({ length: WORKERS }, () => [TASKS, OUTSIDE_TASKS]).flat();
  const workers = await Promise.all(queues.map(work));
  const relaying = keepRelaying();

  return {
    async stop() {
      closing.abort();
      wake();
      await ear.close();
      await relaying;
      await boss.stop({ graceful: true, close: false, timeout: FINISH_WITHIN_MS });
    },
  };

  async function keepRelaying(): Promise<void> {
    while (!closing.signal.aborted) {
      pause = new AbortController();
      try {
        if ((await relay(database.db, boss)) > 0) {
          workers.forEach((worker) => boss.notifyWorker(worker));
          await sleep(GATHER_MS, undefined, { signal: closing.signal }).catch(() => {});
        }
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'The outbox could not be relayed.');
      }
      await sleep(RELAY_EVERY_MS, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  async function work(queue: string): Promise<string> {
    const worker: string = await boss.work<QueuedTask, unknown, typeof options>(
      queue,
      options,
      async (jobs) => {
        // There may be more tasks; without this they would wait for the next poll.
        boss.notifyWorker(worker);
        return Promise.all(jobs.map(run));
      },
    );
    return worker;
  }

  async function run({
    id,
    data,
    retryCount,
    retryLimit,
  }: JobWithMetadata<QueuedTask>): Promise<JobResult<object>> {
    const { topic, payload } = data;
    try {
      const task = tasks[topic];
      if (!task) throw new Error(`There is no handler for the task "${topic}".`);
      await task(payload, id);
      return { id, status: 'completed' };
    } catch (error) {
      const about = { err: error, topic, task: id };
      if (retryCount < retryLimit) log.warn(about, 'A task failed; it will be tried again.');
      else log.error(about, 'A task failed every time; it is kept among the failed ones.');
      // Only the message is kept: the other fields of an error may be long, or secret.
      return {
        id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }
}

const options = {
  pollingIntervalSeconds: POLL_SECONDS,
  batchSize: HANDFUL,
  includeMetadata: true,
  perJobResults: true,
} as const;

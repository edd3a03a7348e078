import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { JobResult, JobWithMetadata } from 'pg-boss';
import type { AccountId } from '@muster/domain/values/ids';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/connection-errors.ts';
import type { Database } from '../db/connect.ts';
import { listen } from '../db/listen.ts';
import {
  FILE_TASKS,
  FILM_TASKS,
  LONG_TASKS,
  OUTSIDE_TASKS,
  QUEUE_SCHEMA,
  TASKS,
} from '../db/queue-schema.ts';
import { taskLimits } from '../limit-table.ts';
import type { Channel } from '../live/event-log.ts';
import { accountOfChannel } from '../sign-in/person.ts';
import { holdTask, OUTBOX_CHANNEL, queueOf, relay } from './outbox.ts';
import type { QueuedTask } from './outbox.ts';

/**
 * Does one background task. It may run more than once (after a crash, say): the id is the same each time. The signal says that the
 * process is about to stop, or that another has taken the task over: long work then ends, and is begun again later.
 */
export type Task = (payload: unknown, id: string, signal?: AbortSignal) => Promise<void>;

export interface Queue {
  /** Lets running tasks finish, then stops. */
  stop(): Promise<void>;
}

/** New tasks are announced. Polling finds those whose announcement was lost or whose process died. */
const POLL_SECONDS = 2;
/** How often the queue looks for tasks whose process has died. */
const MISSED_SECONDS = 15;
const RELAY_EVERY_MS = 5_000;
/** Waits a moment for more tasks after the first, because moving them together costs little more than moving one. */
const GATHER_MS = 250;
const FINISH_WITHIN_MS = 20_000;

/** Carries the outbox to the queue and runs the tasks, by topic. A task that throws is tried again, later and later. */
export async function startQueue({
  database,
  log,
  tasks,
  schedules,
  whenReadOnly,
}: {
  database: Database;
  log: Logger;
  tasks: Readonly<Record<string, Task>>;
  /** What is done again and again, by topic, in the form of cron: once each time, whatever number of processes there is. */
  schedules?: Readonly<Record<string, string>>;
  /** What is done for a read-only account too, by topic; everything else of it waits until it is paid. Without it nothing waits. */
  whenReadOnly?: ReadonlySet<string>;
}): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: schedules !== undefined,
    reindex: false,
    superviseIntervalSeconds: MISSED_SECONDS,
    monitorIntervalSeconds: MISSED_SECONDS,
  });
  boss.on('error', (error) => {
    if (isDatabaseAway(error)) log.debug({ err: error }, 'The queue is waiting for the database.');
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
  const queues = [TASKS, OUTSIDE_TASKS, FILE_TASKS, FILM_TASKS, LONG_TASKS].flatMap((queue) =>
    Array.from({ length: taskLimits[queue]!.workers / optionsOf(queue).localConcurrency }, () => queue),
  );
  const workers = await Promise.all(queues.map(work));
  const relaying = keepRelaying();
  for (const [topic, cron] of Object.entries(schedules ?? {}))
    await boss.schedule(queueOf(topic), cron, { topic, payload: {} } satisfies QueuedTask, {
      key: topic.replaceAll(' ', '-'),
    });

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
    const worker: string = await boss.work<QueuedTask, unknown, ReturnType<typeof optionsOf>>(
      queue,
      optionsOf(queue),
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
    signal,
  }: JobWithMetadata<QueuedTask>): Promise<JobResult<object>> {
    const { topic, payload } = data;
    try {
      if (whenReadOnly && !whenReadOnly.has(topic)) {
        const account = accountBehind(payload);
        if (account !== undefined && (await holdTask(database.db, account, { id, topic, payload })))
          return { id, status: 'completed' };
      }
      const task = tasks[topic];
      if (!task) throw new Error(`There is no handler for the task "${topic}".`);
      await task(payload, id, AbortSignal.any([signal, closing.signal]));
      return { id, status: 'completed' };
    } catch (error) {
      const about = { err: error, topic, task: id };
      if (closing.signal.aborted)
        log.info(about, 'A task was interrupted by the stop and goes on after the start.');
      else if (retryCount < retryLimit) log.warn(about, 'A task failed and will be retried.');
      else log.error(about, 'A task failed on every try and was set aside.');
      // Only the message is kept: the other fields of an error may be long, or secret.
      return {
        id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }
}

/** For whom a task is done, if it says so: by the account, or by its channel. */
function accountBehind(payload: object): AccountId | undefined {
  const { account } = payload as { account?: AccountId | Channel };
  if (account === undefined) return undefined;
  return isChannel(account) ? accountOfChannel(account) : account;
}

function isChannel(account: AccountId | Channel): account is Channel {
  return account.startsWith('account ');
}

/**
 * So many of an account are under way, so that the work of one that has much waits behind that of everybody else. The process counts
 * them: in the database two workers that fetch in the same moment do not see each other's. Only of what is fetched by the handful it
 * is the database that counts, because the process would give most of a handful back.
 */
function optionsOf(queue: string) {
  const { atOnce, ofAccount } = taskLimits[queue]!;
  return {
    pollingIntervalSeconds: POLL_SECONDS,
    batchSize: atOnce,
    ...(atOnce === 1
      ? { localConcurrency: ofAccount, localGroupConcurrency: ofAccount }
      : { localConcurrency: 1, groupConcurrency: ofAccount }),
    includeMetadata: true,
    perJobResults: true,
  } as const;
}

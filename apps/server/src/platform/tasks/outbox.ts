import { type Selectable, sql } from 'kysely';
import type { JobInsert, PgBoss } from 'pg-boss';
import { fromKysely } from 'pg-boss';
import type { AccountId } from '@muster/domain/values/ids';
import { withAccount } from '../db/account.ts';
import type { Db, TableOf, Tables, Tx } from '../db/executor.ts';
import {
  FILE_TASKS,
  FILM_TASKS,
  LONG_TASKS,
  OUTSIDE_TASKS,
  TASKS,
  FAILED_TASKS,
  QUEUE_SCHEMA,
} from '../db/queue-schema.ts';
import { notifyAfterCommit, transaction } from '../db/transaction.ts';
import { readOnlyOf } from '../sign-in/read-only.ts';

declare module '../db/executor.ts' {
  interface Tables {
    outbox: TableOf<'outbox', { payload: object }>;
  }
}

export const OUTBOX_CHANNEL = 'muster_outbox';

const job = sql.table(`${QUEUE_SCHEMA}.job`);

const BATCH = 100;
/** How the topics of tasks begin that have a queue of their own: those that wait for programs of strangers, work on files, films, and long work. */
const queues = {
  'outside ': OUTSIDE_TASKS,
  'files ': FILE_TASKS,
  'film ': FILM_TASKS,
  'long ': LONG_TASKS,
};

export function queueOf(topic: string): string {
  return Object.entries(queues).find(([beginning]) => topic.startsWith(beginning))?.[1] ?? TASKS;
}

/** What the queue carries: the outbox row, under the row's own id. */
export interface QueuedTask {
  topic: string;
  payload: object;
}

/**
 * Hands a task to the background, if and only if the transaction commits; to be done after so many seconds, where some are given. The
 * payload must be plain JSON. Answers the id by which the task is known from then on.
 */
export async function enqueue(db: Tx, topic: string, payload: object, delaySeconds = 0): Promise<string> {
  const { id } = await db
    .insertInto('outbox')
    .values({ topic, payload: JSON.stringify(payload), delay_seconds: delaySeconds })
    .returning('id')
    .executeTakeFirstOrThrow();
  notifyAfterCommit(db, OUTBOX_CHANNEL, '');
  return id;
}

/**
 * Moves tasks from the outbox to the queue and says how many. Leaving one and entering the other is a single
 * transaction, so a task is in exactly one of them whatever dies; relays of several processes skip each other's rows.
 */
export async function relay(db: Db, boss: PgBoss): Promise<number> {
  let moved = 0;
  for (;;) {
    const batch = await transaction(db, async (db) => {
      const rows = await db
        .deleteFrom('outbox')
        .where('position', 'in', (tasks) =>
          tasks
            .selectFrom('outbox')
            .select('position')
            .where('held_for', 'is', null)
            .orderBy('position')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'topic', 'payload', 'delay_seconds'])
        .execute();
      for (const [queue, own] of Map.groupBy(rows, ({ topic }) => queueOf(topic)))
        await boss.insert(queue, own.map(asJob), { db: fromKysely(db) });
      return rows.length;
    });
    moved += batch;
    if (batch < BATCH) return moved;
  }
}

/**
 * Sets a task aside that is not to be done while its account is read-only, and says whether it was. Whoever ends that waits for this,
 * so that no task is left behind.
 */
export async function holdTask(
  db: Db,
  account: AccountId,
  { id, topic, payload }: QueuedTask & { id: string },
): Promise<boolean> {
  if (!(await readOnlyOf(db, account))) return false;
  return withAccount(db, account, async (db) => {
    const { rows } = await sql`
      select from accounts where id = current_account() and read_only_since is not null for share`.execute(
      db,
    );
    if (rows.length === 0) return false;
    await sql`
      insert into outbox (id, topic, payload, held_for) values (${id}, ${topic}, ${JSON.stringify(payload)}, current_account())
      on conflict (id) do nothing`.execute(db);
    return true;
  });
}

/** Lets what was set aside for the account of the transaction be done now. */
export async function releaseTasks(db: Tx): Promise<void> {
  // Otherwise the queue would take them for those that it has done.
  await sql`
    delete from ${job} where id in (select id from outbox where held_for = current_account())`.execute(db);
  await sql`update outbox set held_for = null where held_for = current_account()`.execute(db);
  notifyAfterCommit(db, OUTBOX_CHANNEL, '');
}

type Waiting = Pick<Selectable<Tables['outbox']>, 'id' | 'topic' | 'payload' | 'delay_seconds'>;

/**
 * What nobody's account does goes first: a link to get in, for which somebody waits. Then what is done for accounts, a day of
 * messages too, and last what has waited on purpose.
 */
function priorityOf(payload: object, delaySeconds: number): number {
  if (delaySeconds > 0) return -1;
  return 'account' in payload ? 0 : 1;
}

function asJob({ id, topic, payload, delay_seconds }: Waiting): JobInsert<QueuedTask> {
  return {
    id,
    data: { topic, payload },
    startAfter: delay_seconds,
    priority: priorityOf(payload, delay_seconds),
    // The account that a task is done for, where it says so: accounts take turns.
    ...('account' in payload && { group: { id: String(payload.account) } }),
  };
}

interface FailedTask {
  /** The same as in the outbox. */
  id: string;
  payload: unknown;
  failed_at: Date;
  reason: string | null;
}

/** Of some tasks by id: those that still wait, and those that failed every time, with why. */
export async function findTasks(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; failed_at: Date | null; due_at: Date; reason: string | null }[]> {
  const { rows } = await sql<{ id: string; failed_at: Date | null; due_at: Date; reason: string | null }>`
    select id, null::timestamptz as failed_at, created_at as due_at, null as reason from outbox where id = any(${ids}::uuid[])
    union all
    select id, null, start_after, null from ${job}
     where name in (${TASKS}, ${FILE_TASKS}) and id = any(${ids}::uuid[]) and state in ('created', 'retry', 'active')
    union all
    select source_id, created_on, created_on, source_output->>'message' from ${job}
     where name = ${FAILED_TASKS} and source_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Tasks of a topic that failed every time, oldest first. */
export async function listFailedTasks(db: Db, topic: string): Promise<FailedTask[]> {
  const { rows } = await sql<FailedTask>`
    select source_id as id, data->'payload' as payload, created_on as failed_at, source_output->>'message' as reason
      from ${job}
     where name = ${FAILED_TASKS} and data->>'topic' = ${topic}
     order by created_on`.execute(db);
  return rows;
}

/** Puts all of them, or one, back into the outbox under the same ids, and returns those ids. */
export async function retryFailedTasks(db: Tx, topic: string, id?: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with failed as (
      delete from ${job}
       where name = ${FAILED_TASKS} and data->>'topic' = ${topic} and (${id ?? null}::text is null or source_id::text = ${id ?? null})
      returning source_id as id, data
    ), spent as (
      -- Otherwise the queue would take the task for the one it has given up.
      delete from ${job} where name in (${TASKS}, ${OUTSIDE_TASKS}, ${FILE_TASKS}, ${FILM_TASKS}, ${LONG_TASKS}) and id in (select id from failed)
    ), task as (
      insert into outbox (id, topic, payload) select id, ${topic}, data->'payload' from failed returning id
    )
    select id, pg_notify(${OUTBOX_CHANNEL}, '') from task`.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes tasks away whose payload says so, done or not: what they carry is to be forgotten. Those of other queues carry nothing. */
export async function forgetTasks(
  db: Tx,
  topic: string,
  [field, value]: readonly [field: string, value: string],
): Promise<void> {
  await sql`delete from outbox where topic = ${topic} and payload->>${field} = ${value}`.execute(db);
  await sql`
    delete from ${job}
     where name in (${TASKS}, ${FILE_TASKS}, ${FAILED_TASKS}) and data->>'topic' = ${topic} and data->'payload'->>${field} = ${value}`.execute(
    db,
  );
}

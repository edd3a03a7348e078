import { sql } from 'kysely';
import { FAILED_TASKS, OUTSIDE_TASKS, QUEUE_SCHEMA, TASKS } from '../db/queue-schema.ts';
import type { Db, Tx } from '../db/executor.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';

interface FailedTask {
  /** The same as in the outbox. */
  id: string;
  payload: unknown;
  failed_at: Date;
  reason: string | null;
}

const job = sql.table(`${QUEUE_SCHEMA}.job`);

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
      delete from ${job} where name in (${TASKS}, ${OUTSIDE_TASKS}) and id in (select id from failed)
    ), task as (
      insert into outbox (id, topic, payload) select id, ${topic}, data->'payload' from failed returning id
    )
    select id, pg_notify(${OUTBOX_CHANNEL}, '') from task`.execute(db);
  return rows.map(({ id }) => id);
}

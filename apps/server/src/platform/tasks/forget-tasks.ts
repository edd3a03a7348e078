import { sql } from 'kysely';
import { FAILED_TASKS, QUEUE_SCHEMA, TASKS } from '../db/queue-schema.ts';
import type { Tx } from '../db/executor.ts';

const job = sql.table(`${QUEUE_SCHEMA}.job`);

/** Takes tasks away whose payload says so, done or not: what they carry is to be forgotten. Those of other queues carry nothing. */
export async function forgetTasks(
  db: Tx,
  topic: string,
  [field, value]: readonly [field: string, value: string],
): Promise<void> {
  await sql`delete from outbox where topic = ${topic} and payload->>${field} = ${value}`.execute(db);
  await sql`
    delete from ${job}
     where name in (${TASKS}, ${FAILED_TASKS}) and data->>'topic' = ${topic} and data->'payload'->>${field} = ${value}`.execute(
    db,
  );
}

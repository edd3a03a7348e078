import { sql } from 'kysely';
import type { Generated, JSONColumnType } from 'kysely';
import type { Tx } from './db/executor.ts';

declare module './db/executor.ts' {
  interface Tables {
    outbox: {
      position: Generated<string>;
      id: Generated<string>;
      topic: string;
      payload: JSONColumnType<object>;
      created_at: Generated<Date>;
    };
  }
}

export const OUTBOX_CHANNEL = 'muster_outbox';

/** Hands a task to the background, if and only if the transaction commits. The payload must be plain JSON. */
export async function enqueue(db: Tx, topic: string, payload: object): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ topic, payload: JSON.stringify(payload) })
    .execute();
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(db);
}

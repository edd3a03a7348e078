import type { Generated, JSONColumnType } from 'kysely';
import { fromKysely } from 'pg-boss';
import type { PgBoss } from 'pg-boss';
import { OUTSIDE_TASKS, TASKS } from '../db/queue-schema.ts';
import type { Db, Tx } from '../db/executor.ts';
import { notifyAfterCommit, transaction } from '../db/transaction.ts';

declare module '../db/executor.ts' {
  interface Tables {
    outbox: {
      position: Generated<string>;
      id: Generated<string>;
      topic: string;
      payload: JSONColumnType<object>;
      delay_seconds: Generated<number>;
      created_at: Generated<Date>;
    };
  }
}

export const OUTBOX_CHANNEL = 'muster_outbox';

const BATCH = 100;
/** How the topics of tasks begin that wait for programs of strangers. */
const OUTSIDE = 'outside ';

/** What the queue carries: the outbox row, under the row's own id. */
export interface QueuedTask {
  topic: string;
  payload: object;
}

/**
 * Hands a task to the background, if and only if the transaction commits; to be done after so many seconds, where some are given. The
 * payload must be plain JSON.
 */
export async function enqueue(db: Tx, topic: string, payload: object, delaySeconds = 0): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ topic, payload: JSON.stringify(payload), delay_seconds: delaySeconds })
    .execute();
  notifyAfterCommit(db, OUTBOX_CHANNEL, '');
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
            .orderBy('position')
            .limit(BATCH)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'topic', 'payload', 'delay_seconds'])
        .execute();
      const queues = Map.groupBy(rows, ({ topic }) => (topic.startsWith(OUTSIDE) ? OUTSIDE_TASKS : TASKS));
      for (const [queue, own] of queues)
        await boss.insert(
          queue,
          own.map(({ id, topic, payload, delay_seconds }) => ({
            id,
            data: { topic, payload } satisfies QueuedTask,
            startAfter: delay_seconds,
            // Whoever has waited on purpose lets those go first for whom somebody waits: a link to get in.
            priority: delay_seconds > 0 ? -1 : 0,
          })),
          { db: fromKysely(db) },
        );
      return rows.length;
    });
    moved += batch;
    if (batch < BATCH) return moved;
  }
}

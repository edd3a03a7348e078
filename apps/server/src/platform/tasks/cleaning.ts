import { HOUR_MS } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { Db } from '../db/executor.ts';
import { forgetHits } from '../limits.ts';
import { forgetEvents } from '../live/event-log.ts';
import type { Task } from './queue.ts';

/** How long a repeated Idempotency-Key is recognised. */
const KEY_HOURS = 24;

/** Deletes hits that no longer count, live events and idempotency keys after a day, and expired sessions. */
export async function clean({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  await forgetHits(db, now);
  await forgetEvents(db, now);
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEY_HOURS * HOUR_MS))
    .execute();
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
}

/** Deletes what a module no longer needs. */
export type Cleaner = (db: Db, now: Date) => Promise<void>;

/** The task that is done every hour: by one process, whatever number there is. It also makes room in the log for the months to come. */
export const CLEANED = 'cleaned';

export function cleaningTask(
  { database, now }: { database: Database; now: () => number },
  cleaners: readonly Cleaner[],
): Readonly<Record<string, Task>> {
  return {
    [CLEANED]: async () => {
      const at = new Date(now());
      await clean(database, at);
      for (const cleaner of cleaners) await cleaner(database.db, at);
      // Last: where somebody reads the whole log at that moment, it fails, and all of this is tried again.
      await sql`select keep_log_months()`.execute(database.db);
    },
  };
}

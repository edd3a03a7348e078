import type { Logger } from 'pino';
import type { Database } from '../db/connect.ts';
import type { Db } from '../db/executor.ts';
import { forgetHits } from '../limits/hits.ts';
import { forgetEvents } from '../live/event-log.ts';

const HOUR_MS = 3_600_000;
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

/** Cleans once an hour; several processes may do so at the same time. Returns the way to stop. */
export function startCleaning(
  { database, log, now }: { database: Database; log: Logger; now: () => number },
  cleaners: readonly Cleaner[],
): () => void {
  const cleanAll = async (at: Date) => {
    await clean(database, at);
    for (const cleaner of cleaners) await cleaner(database.db, at);
  };
  const timer = setInterval(() => {
    cleanAll(new Date(now())).catch((error: unknown) => {
      log.warn({ err: error }, 'cleaning failed; it is tried again in an hour');
    });
  }, HOUR_MS).unref();
  return () => clearInterval(timer);
}

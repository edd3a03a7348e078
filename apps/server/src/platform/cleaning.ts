import type { Logger } from 'pino';
import type { Database } from './db/connect.ts';

const HOUR_MS = 3_600_000;
/** How long a repeated Idempotency-Key is recognised. */
const KEY_HOURS = 24;

/** Forgets what has had its time: counts of past windows, idempotency keys after a day, expired sessions. */
export async function clean({ db }: Pick<Database, 'db'>, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEY_HOURS * HOUR_MS))
    .execute();
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
}

/** Cleans once an hour; several processes may do so at the same time. Returns the way to stop. */
export function startCleaning(deps: { database: Database; log: Logger; now: () => number }): () => void {
  const timer = setInterval(() => {
    clean(deps.database, new Date(deps.now())).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'cleaning failed; it is tried again in an hour');
    });
  }, HOUR_MS).unref();
  return () => clearInterval(timer);
}

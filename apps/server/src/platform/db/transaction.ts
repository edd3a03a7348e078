import { sql } from 'kysely';
import { Failure } from '../http/answers/errors.ts';
import type { Db, Tx } from './executor.ts';

type Notice = readonly [channel: string, payload: string];

const waiting = new WeakMap<Tx, Map<string, Notice>>();

/** The one way to a transaction. After the commit it sends the notifications that the work asked for. */
export async function transaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  let notices: Map<string, Notice> | undefined;
  const result = await db.transaction().execute(async (db) => {
    const result = await work(db);
    notices = waiting.get(db);
    return result;
  });
  // Not awaited. A lost notification only costs a moment, because listeners also poll; and why it was lost is told by the statements
  // that fail for the same reason and that somebody waits for.
  if (notices) sendNotices(db, [...notices.values()]).catch(() => {});
  return result;
}

/** Does what may be refused without an end to all that was done before it: PostgreSQL goes on after a refusal from a savepoint alone. */
export async function attempt(db: Tx, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint attempt`.execute(db);
  try {
    await work();
    await sql`release savepoint attempt`.execute(db);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await sql`rollback to savepoint attempt`.execute(db);
  }
}

/**
 * Sends a NOTIFY once after the transaction has committed, however often it was asked for. Inside the transaction, a
 * NOTIFY would make all commits wait for each other until they have reached the disk.
 */
export function notifyAfterCommit(db: Tx, channel: string, payload: string): void {
  const notices = waiting.get(db) ?? new Map<string, Notice>();
  waiting.set(db, notices);
  notices.set(`${channel} ${payload}`, [channel, payload]);
}

/** Sends each by itself, outside every other transaction. */
export async function sendNotices(db: Db, notices: readonly Notice[]): Promise<void> {
  const channels = notices.map(([channel]) => channel);
  const payloads = notices.map(([, payload]) => payload);
  await sql`select pg_notify(channel, payload)
              from unnest(${channels}::text[], ${payloads}::text[]) as notice (channel, payload)`.execute(db);
}

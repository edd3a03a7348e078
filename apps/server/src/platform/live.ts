import type { AccountId } from '@muster/domain/values/ids';
import type { Logger } from 'pino';
import { sql } from 'kysely';
import type { Tx } from './db/executor.ts';

export const LIVE_CHANNEL = 'muster_live';

/** What changed. `resync` has no id: events may have been missed, so whatever is shown must be loaded again. */
export interface LiveEvent {
  topic: string;
  id?: string;
}

export interface LiveHub {
  /** Hears every event of one account, whichever process published it; returns the way to stop. */
  subscribe(account: AccountId, listener: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
}

/** Tells every process about a change when, and only if, the transaction commits. */
export async function publish(
  db: Tx,
  event: { account: AccountId; topic: string; id: string },
): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(event)})`.execute(db);
}

export async function startLive(_: { appUrl: string; log: Logger }): Promise<LiveHub> {
  throw new Error('not built yet');
}

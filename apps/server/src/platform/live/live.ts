import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Tx } from '../db/executor.ts';
import { listen } from '../db/listen.ts';

/** What changed; without an id, more than one. `resync`: events may have been missed, so all that is shown must be loaded again. */
export interface LiveEvent {
  topic: string;
  id?: string;
}

export interface LiveHub {
  /** Hears every event of one account, whichever process published it; returns the way to stop. */
  subscribe(account: AccountId, listener: (event: LiveEvent) => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'muster_live';

/** Muster's own people belong to no account, and hear each other under this id. */
export const STAFF = '00000000-0000-0000-0000-000000000000' as AccountId;

/** Tells every process about a change when, and only if, the transaction commits; without an id where it is about more than one. */
export async function publish(
  db: Tx,
  event: { account: AccountId; topic: string; id?: string },
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(db);
}

/** Hears what any process publishes and hands it to the listeners of that account in this one. */
export async function startLive({ appUrl, log }: { appUrl: string; log: Logger }): Promise<LiveHub> {
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>();
  const ear = await listen({ appUrl, channel: CHANNEL, log, onNotice, onGap });

  return {
    subscribe(account, listener) {
      const heard = listeners.getOrInsertComputed(account, () => new Set());
      heard.add(listener);
      return () => {
        heard.delete(listener);
        if (heard.size === 0 && listeners.get(account) === heard) listeners.delete(account);
      };
    },
    close: () => ear.close(),
  };

  function onNotice(payload: string): void {
    try {
      const { account, ...event } = JSON.parse(payload) as LiveEvent & { account: string };
      tell(listeners.get(account), event);
    } catch (error) {
      // Whoever may sign in to the database may say anything on the channel.
      log.warn({ err: error }, 'A live notice could not be read.');
    }
  }

  function onGap(): void {
    for (const heard of listeners.values()) tell(heard, { topic: 'resync' });
  }

  function tell(heard: Set<(event: LiveEvent) => void> | undefined, event: LiveEvent): void {
    for (const listener of heard ?? []) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, topic: event.topic }, 'A live listener failed.');
      }
    }
  }
}

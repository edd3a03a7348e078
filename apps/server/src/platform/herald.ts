import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from './db/executor.ts';

export interface Herald {
  /** Says it on the channel soon, once, however often it is asked for meanwhile. */
  tell(channel: string, payload: string): void;
  stop(): void;
}

/** Shorter than anybody notices, long enough for a rush to become one announcement. */
const SOON_MS = 20;

/**
 * Announces what has been committed, from outside its transaction: a NOTIFY inside would make transactions commit one after
 * the other. Should the process die in between, the listeners' own polling finds what they were not told.
 */
export function createHerald({ db, log }: { db: Db; log: Logger }): Herald {
  const waiting = new Map<string, [channel: string, payload: string]>();
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    timer = undefined;
    const messages = [...waiting.values()];
    waiting.clear();
    const channels = messages.map(([channel]) => channel);
    const payloads = messages.map(([, payload]) => payload);
    await sql`select pg_notify(channel, payload)
                from unnest(${channels}::text[], ${payloads}::text[]) as message (channel, payload)`.execute(
      db,
    );
  }

  return {
    tell(channel, payload) {
      waiting.set(`${channel} ${payload}`, [channel, payload]);
      timer ??= setTimeout(() => {
        send().catch((error: unknown) => log.debug({ err: error }, 'Nobody could be told.'));
      }, SOON_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

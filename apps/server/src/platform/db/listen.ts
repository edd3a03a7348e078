import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { logFault } from './connection-errors.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const PULSE_EVERY_MS = 5_000;

/**
 * Listens to NOTIFY channels on one connection of its own until it is closed. A lost connection is made again, and
 * `onGap` then says that notifications may have been missed. Returns when it listens.
 */
export async function listen(options: {
  appUrl: string;
  /** The connection is named after it. */
  channel: string;
  log: Logger;
  onNotice: (payload: string) => void;
  /** Further channels, and who hears what is said on them. */
  beside?: Readonly<Record<string, (payload: string) => void>>;
  onGap: () => void;
}): Promise<{ close(): Promise<void> }> {
  const { channel, log } = options;
  const ears = { [channel]: options.onNotice, ...options.beside };
  const closing = new AbortController();
  let client = await open();
  const running = keep();
  return {
    async close() {
      closing.abort();
      await leave(client);
      await running;
    },
  };

  async function open(): Promise<Client> {
    const opened = new Client({
      connectionString: options.appUrl,
      application_name: `muster-${channel}`,
      connectionTimeoutMillis: LONGEST_PAUSE_MS,
      query_timeout: PULSE_EVERY_MS,
      keepAlive: true,
    });
    opened.on('error', (error) => log.debug({ err: error, channel }, 'Listening broke off.'));
    opened.on('notification', ({ channel, payload }) => ears[channel]?.(payload ?? ''));
    try {
      await opened.connect();
      for (const name of Object.keys(ears)) await opened.query(`listen ${opened.escapeIdentifier(name)}`);
      return opened;
    } catch (error) {
      await leave(opened);
      throw error;
    }
  }

  async function keep(): Promise<void> {
    while (!closing.signal.aborted) {
      await lost(client);
      for (
        let pause = FIRST_PAUSE_MS;
        !closing.signal.aborted;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      ) {
        try {
          client = await open();
          options.onGap();
          break;
        } catch (error) {
          logFault(log, error, 'Listening could not begin again yet.', { channel });
          await sleep(pause, undefined, { signal: closing.signal }).catch(() => {});
        }
      }
    }
    await leave(client);
  }

  /** Resolves when the connection is lost: on 'end', or when a regular query to a silent server fails. */
  async function lost(heard: Client): Promise<void> {
    const ended = new AbortController();
    heard.once('end', () => ended.abort());
    while (!ended.signal.aborted) {
      await sleep(PULSE_EVERY_MS, undefined, { signal: ended.signal }).catch(() => {});
      if (!ended.signal.aborted)
        await heard.query('select 1').catch((error: unknown) => {
          logFault(log, error, 'Listening broke off.', { channel });
          return leave(heard);
        });
    }
  }
}

/** Nothing is to be said of a connection that nobody wants any more, however it ends. */
async function leave(client: Client): Promise<void> {
  await client.end().catch(() => {});
}

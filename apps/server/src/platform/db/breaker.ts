import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { databaseAway, isGone } from './connection-errors.ts';

export interface Breaker {
  isAway(): boolean;
  /** Reports a failed connection: the breaker opens at once, and a probe checks whether that was right. */
  report(error: unknown): void;
  /** Settles as the work does, or rejects as soon as the heartbeat finds the database away. */
  unlessAway<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const PROBE_EVERY_MS = 250;
/** A healthy server answers `select 1` in well under a millisecond; a machine under load must not look like a dead one. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Knows whether the database is there, from a heartbeat on a connection of its own and from what statements report.
 * Statements report a broken connection at once; the heartbeat finds a server that hangs, and notices when it is back.
 */
export function startBreaker({ appUrl, log }: { appUrl: string; log: Logger }): Breaker {
  const waiting = new Set<(error: Error) => void>();
  const closing = new AbortController();
  let away = false;
  let client: Client | undefined;
  let pause = new AbortController();
  const running = watch();

  return {
    isAway: () => away,
    report(error) {
      if (away || closing.signal.aborted || !isGone(error)) return;
      open(error);
      pause.abort();
    },
    async unlessAway(work) {
      const { promise, reject } = Promise.withResolvers<never>();
      waiting.add(reject);
      try {
        return await Promise.race([work, promise]);
      } finally {
        waiting.delete(reject);
      }
    },
    async close() {
      closing.abort();
      pause.abort();
      await running;
    },
  };

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      pause = new AbortController();
      try {
        await beat();
        if (away) log.info('The database can be reached again.');
        away = false;
      } catch (error) {
        open(error);
        for (const reject of waiting) reject(databaseAway(error));
      }
      await sleep(PROBE_EVERY_MS, undefined, { signal: pause.signal }).catch(() => {});
    }
    await drop();
  }

  function open(cause: unknown): void {
    if (!away) log.warn({ err: cause }, 'The database can’t be reached.');
    away = true;
  }

  async function beat(): Promise<void> {
    if (client) {
      try {
        await inTime(client.query('select 1'));
        return;
      } catch (error) {
        void drop();
        // One broken connection says little about the server; whether it accepts a new one is what counts.
        if (!isGone(error)) throw error;
      }
    }
    client = new Client({
      connectionString: appUrl,
      application_name: 'muster-heartbeat',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
    });
    client.on('error', () => pause.abort());
    try {
      await client.connect();
    } catch (error) {
      void drop();
      throw error;
    }
  }

  async function drop(): Promise<void> {
    const dropped = client;
    client = undefined;
    await dropped?.end().catch(() => {});
  }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  // If this process was blocked, the answer may have arrived already and be next in line after the timer.
  const timer = setTimeout(
    () => setImmediate(() => reject(new Error('Query read timeout'))),
    ANSWER_WITHIN_MS,
  );
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

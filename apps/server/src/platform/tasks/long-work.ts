import { logFault } from '../db/connection-errors.ts';
import { Failure } from '../http/answers/errors.ts';
import type { Logger } from 'pino';

/** As often as somebody who looks sees a difference. */
const TELL_MS = 400;
/** Something is wrong with the work itself that has ended its process, or been refused by the database, this often. */
const MOST_TRIES = 5;

interface LongWork {
  /** How often it was begun, this time included. */
  readonly tries: number;
  /** What is told where the fault is ours. */
  readonly fault: string;
  readonly signal: AbortSignal | undefined;
  readonly log: Logger;
  readonly work: () => Promise<void>;
  /** Writes down that it has failed, and why. */
  readonly fail: (reason: Failure) => Promise<void>;
}

/**
 * Does work that a task was asked for, and that begins anew after whatever ended it: a stop, a death, a database that was away. What is
 * refused is over, and so is what was tried too often.
 */
export async function doLongWork({ tries, fault, signal, log, work, fail }: LongWork): Promise<void> {
  try {
    if (tries > MOST_TRIES) throw new Failure('internal', fault);
    await work();
  } catch (error) {
    // Whoever is told to come back later comes back: that is no refusal.
    if (error instanceof Failure && error.answer !== 'unavailable') return fail(error);
    if (signal?.aborted || tries < MOST_TRIES) throw error;
    log.error({ err: error }, 'Long work failed on every try.');
    await fail(new Failure('internal', fault));
  }
}

/**
 * Tells how far work is, beside the transaction that nobody sees into before its end. That one never waits for this: it holds a
 * connection, and those who wait for a second one while they hold a first keep each other waiting.
 */
export function tellProgress(tell: (done: number) => Promise<void>, log: Logger) {
  let done = 0;
  // What could not be told now is told with what comes next.
  const tellNow = () =>
    tell(done).catch((error: unknown) => logFault(log, error, 'How far long work is could not be told.'));
  let telling = tellNow();
  const timer = setInterval(() => {
    telling = telling.then(tellNow);
  }, TELL_MS);
  return {
    note(count: number) {
      done = count;
    },
    async end() {
      clearInterval(timer);
      await telling;
    },
  };
}

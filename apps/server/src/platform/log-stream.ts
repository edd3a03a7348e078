import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines wait until there are this many characters of them, or until the next tick of the clock below. */
const BATCH_LENGTH = 32_768;
const FLUSH_MS = 250;
/** A reader that cannot keep up is waited for this often, and this long each time; then the batch is lost. */
const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Writes lines in batches, because a line for each request must not cost a system call for each request. (pino's own
 * stream can do that too, but measures the whole batch again for each line that is added to it.)
 */
export function batchedStream(descriptor: number): DestinationStream {
  let batch = '';
  const flush = () => {
    const text = batch;
    batch = '';
    if (text !== '') writeAll(descriptor, Buffer.from(text));
  };
  setInterval(flush, FLUSH_MS).unref();
  process.on('exit', flush);
  return {
    write(line) {
      batch += line;
      if (batch.length >= BATCH_LENGTH) flush();
    },
  };
}

function writeAll(descriptor: number, bytes: Buffer): void {
  let written = 0;
  for (let tries = 0; written < bytes.length && tries < TRIES;) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      // A full pipe says EAGAIN; a closed one, a full disk: there is nobody left to tell.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

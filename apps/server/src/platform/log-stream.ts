import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines wait until this many bytes of them are full, or until the next tick of the clock below. */
const BATCH_BYTES = 65_536;
const FLUSH_MS = 250;
/** A character of JavaScript takes at most so many in UTF-8. */
const BYTES_A_CHARACTER = 3;
/** A reader that cannot keep up is waited for this often, and this long each time; then the batch is lost. */
const TRIES = 100;
const PAUSE_MS = 10;

/**
 * Writes lines in batches, because a line for each request must not cost a system call for each request. They wait as
 * bytes: kept as text, a batch lives long enough to keep the garbage collector busy. (pino's own stream has batches too,
 * but measures the whole batch again for each line that is added.)
 */
export function batchedStream(descriptor: number): DestinationStream {
  const batch = Buffer.allocUnsafe(BATCH_BYTES);
  let used = 0;
  const flush = () => {
    writeAll(descriptor, batch.subarray(0, used));
    used = 0;
  };
  setInterval(flush, FLUSH_MS).unref();
  process.on('exit', flush);
  return {
    write(line) {
      const most = line.length * BYTES_A_CHARACTER;
      if (most > BATCH_BYTES - used) flush();
      if (most > BATCH_BYTES) writeAll(descriptor, Buffer.from(line));
      else used += batch.write(line, used);
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

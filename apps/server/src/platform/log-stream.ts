import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines wait until there are this many bytes of them, or until the next tick of the clock below. */
const BATCH_BYTES = 65_536;
const FLUSH_MS = 250;
/** For a reader that is behind so many are kept, a few seconds' worth under full load; lines beyond them are lost. */
const KEPT_BYTES = 4_194_304;
/** So many lines are encoded at a time: each call for it costs as much as a line. */
const LINES_A_PIECE = 32;
/** A character of JavaScript takes at most so many in UTF-8. */
const BYTES_A_CHARACTER = 3;
/** How long until a reader that is behind is offered more, and how often when the process ends. */
const PAUSE_MS = 10;
const LAST_TRIES = 100;

const STDOUT = 1;
const WARNING = 40;

/**
 * Writes lines in batches, because a line for each request must not cost a system call for each request; and never
 * waits for whoever reads them. All but the last few wait as bytes: kept as text, a batch lives long enough to keep the
 * garbage collector busy. (pino's own stream has batches too, but measures the whole batch again for each line that is added.)
 */
export function batchedStream(descriptor: number): DestinationStream {
  const kept = Buffer.allocUnsafe(KEPT_BYTES);
  let taken = 0;
  let used = 0;
  let lost = 0;
  /** A few lines that are not encoded yet. */
  let fresh = '';
  let lines = 0;
  /** Set while the reader is behind. */
  let retry: NodeJS.Timeout | undefined;

  function encode(): void {
    used += kept.write(fresh, used);
    fresh = '';
    lines = 0;
  }

  function flush(): void {
    encode();
    taken += offer(descriptor, kept.subarray(taken, used));
    clearTimeout(retry);
    retry = taken < used ? setTimeout(flush, PAUSE_MS).unref() : undefined;
    if (retry) return;
    taken = 0;
    used = lost > 0 ? kept.write(lossLine(lost)) : 0;
    lost = 0;
  }

  function flushAtExit(): void {
    encode();
    for (let tries = 0; used > 0 && tries < LAST_TRIES; tries += 1) {
      flush();
      if (retry) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }

  // Opened as a stream, a pipe that is full says so; else it would hold the whole process until somebody reads.
  if (descriptor === STDOUT) void process.stdout;
  setInterval(flush, FLUSH_MS).unref();
  process.on('exit', flushAtExit);
  return {
    write(line) {
      if ((fresh.length + line.length) * BYTES_A_CHARACTER > KEPT_BYTES - used) {
        lost += 1;
        return;
      }
      fresh += line;
      lines += 1;
      if (lines === LINES_A_PIECE) encode();
      if (used >= BATCH_BYTES && !retry) flush();
    },
  };
}

/** Writes as much as is taken at once, and says how much that was. */
function offer(descriptor: number, bytes: Buffer): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    // A pipe that is closed, a disk that is full: there is nobody left to tell.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return bytes.length;
  }
  return written;
}

function lossLine(lost: number): string {
  const msg = `${lost} lines of the log were lost here: it was not read fast enough.`;
  return `${JSON.stringify({ level: WARNING, time: Date.now(), pid: process.pid, lost, msg })}\n`;
}

import { renameSync, statSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { buffered } from './log.ts';

/** A file of this size is renamed and a new one begun; this many old files are kept. */
const LARGEST_BYTES = 10_000_000;
const KEPT_FILES = 5;
const LOOK_MS = 60_000;

const STDOUT = 1;

/**
 * Appends to a file. It opens the file for the first line, because the folder may not exist before. A file that has grown large becomes
 * `….1`, and older ones `….2` and so on, up to the last that is kept. While it cannot be opened or written, lines go to standard
 * output.
 */
export function logFile(
  path: string,
  { largest = LARGEST_BYTES, lookMs = LOOK_MS }: { largest?: number; lookMs?: number } = {},
): DestinationStream {
  let stream: ReturnType<typeof buffered> | undefined;
  let isFile = true;

  function open() {
    const opened = buffered(path);
    opened.on('error', () => {
      if (!isFile) return;
      isFile = false;
      stream = buffered(STDOUT);
    });
    return opened;
  }

  function look(): void {
    if (isFile) return rotate();
    // The disk may have room again.
    isFile = true;
    stream = open();
  }

  function rotate(): void {
    if (!stream || sizeOf(path) < largest) return;
    for (let place = KEPT_FILES; place > 0; place -= 1)
      move(place === 1 ? path : `${path}.${place - 1}`, `${path}.${place}`);
    stream.reopen();
  }

  setInterval(look, lookMs).unref();
  return {
    write(line) {
      stream ??= open();
      stream.write(line);
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There are fewer old files yet than are kept.
  }
}

import { renameSync, statSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { buffered } from './log.ts';

/** A file as large as this is put aside; so many are kept beside the current one. */
const LARGEST_BYTES = 10_000_000;
const KEPT_FILES = 5;
const LOOK_MS = 60_000;

const STDOUT = 1;

/**
 * Appends to a file, which is opened for the first line: its folder may be made later than the log. A file that has grown large becomes
 * `….1`, and older ones `….2` and so on, up to the last that is kept. Where it cannot be opened or written, standard
 * output has to do until it can.
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
    // There are not that many yet.
  }
}

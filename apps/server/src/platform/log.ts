import { renameSync, statSync } from 'node:fs';
import type { DestinationStream, Logger } from 'pino';
import { pino } from 'pino';
import type { Settings } from '../settings.ts';

const STDOUT = 1;

/**
 * Fields that could open an account. They are left out when somebody logs a whole object by mistake, if they
 * are in its first three levels. Deeper fields, and fields with other names, are not found.
 */
const SECRETS = [
  'password',
  'password_confirmation',
  'password_hash',
  'token',
  'token_hash',
  'cookie',
  'authorization',
  'set-cookie',
  'secret',
];

/** Lines are written together when they have this many bytes, or after `FLUSH_MS`. */
const BUFFER_BYTES = 4_096;
const FLUSH_MS = 250;
/** At most this much is kept for a slow reader; further lines are lost. */
const KEPT_BYTES = 4_194_304;

/** Structured lines, one JSON object each. */
export function createLog(
  level: Settings['LOG_LEVEL'],
  destination: DestinationStream = buffered(STDOUT),
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: {
        paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
        censor: '…',
      },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** Writes lines together and without waiting, so that a request does not pay for a system call or a slow reader. */
function buffered(dest: number | string): ReturnType<typeof pino.destination> {
  const stream = pino.destination({
    dest,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: KEPT_BYTES,
    periodicFlush: FLUSH_MS,
    append: true,
    mode: 0o600,
  });
  // The pipe is closed or the disk is full, so the error cannot be logged.
  stream.on('error', () => {});
  return stream;
}

function textOf(value: unknown): string {
  const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : value;
  return typeof message === 'string' ? message : (JSON.stringify(message) ?? String(message));
}

/** Without PostgreSQL's `detail` and `where`, which quote the values of rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: textOf(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: name,
    message,
    code,
    constraint,
    table,
    stack,
    cause: cause === undefined ? undefined : describeError(cause),
  };
}

/** A file of this size is renamed and a new one begun; this many old files are kept. */
const LARGEST_BYTES = 10_000_000;
const KEPT_FILES = 5;
const LOOK_MS = 60_000;

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
    // There are fewer old files yet than are kept; or the folder is closed, which a log cannot log: it goes on in the file that it has.
  }
}

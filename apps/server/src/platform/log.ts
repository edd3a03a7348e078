import { openSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings.ts';
import { batchedStream } from './log-stream.ts';

const STDOUT = 1;

/**
 * Fields that could open an account, and are not written down when somebody logs a whole object by mistake: wherever they
 * are in the first three levels of it. What lies deeper, or has another name, is not found.
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

/** Structured lines, one JSON object each. */
export function createLog(
  level: Settings['LOG_LEVEL'],
  destination: DestinationStream = batchedStream(STDOUT),
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

/**
 * Appends to a file, which is opened for the first line: its folder may be made later than the log. Where it cannot be
 * opened, standard output has to do.
 */
export function logFile(path: string): DestinationStream {
  let stream: DestinationStream | undefined;
  return {
    write(line) {
      stream ??= batchedStream(openOr(STDOUT, path));
      stream.write(line);
    },
  };
}

function openOr(instead: number, path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch {
    return instead;
  }
}

/** Without PostgreSQL's `detail` and `where`, which quote the values of rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
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

type AnswerLog = (request: FastifyRequest, reply: FastifyReply, now: number) => void;

/**
 * Writes one line for each answer of a route. Never the address itself: its query may hold a token. The line is put
 * together here, because it is the same few harmless values each time and every request pays for it.
 */
export function answerLog(log: Logger, route: string): AnswerLog {
  if (!log.isLevelEnabled('info')) return () => {};
  const stream = Reflect.get(log, pino.symbols.streamSym) as DestinationStream;
  const level = `{"level":${log.levels.values['info']},"time":`;
  const rest = `,"pid":${process.pid},"route":${JSON.stringify(route)},"method":"`;
  // Many requests share a millisecond, and writing a large number as text is slow.
  let time = 0;
  let start = '';
  return ({ id, raw, startedAt }, reply, now) => {
    if (now !== time) start = `${level}${(time = now)}${rest}`;
    stream.write(
      `${start}${raw.method}","status":${reply.raw.statusCode},"ms":${Math.round(performance.now() - startedAt)},"id":"${id}"}\n`,
    );
  };
}

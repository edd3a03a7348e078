import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings.ts';

/** Lines wait until there are this many bytes of them, or until the next tick of the clock below. */
const BUFFER_BYTES = 8192;
const FLUSH_MS = 250;

/** Nothing that could open an account is ever written down, even if somebody logs a whole object by mistake. */
const SECRETS = [
  'password',
  'password_confirmation',
  'token',
  'cookie',
  'authorization',
  'set-cookie',
  'secret',
];

/** Structured lines, written in batches: a line per request must not cost a system call per request. */
export function createLog(level: Settings['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const stream = destination ?? bufferedStdout();
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: {
        paths: SECRETS.flatMap((key) => [`["${key}"]`, `body["${key}"]`, `headers["${key}"]`]),
        censor: '…',
      },
      serializers: { err: describeError },
    },
    stream,
  );
}

function bufferedStdout(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => stream.flush(), FLUSH_MS).unref();
  process.on('exit', () => stream.flushSync());
  return stream;
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

/** One line for each answer. Never the address itself: its query may hold a token. */
export function logAnswer(log: Logger, route: string, request: FastifyRequest, reply: FastifyReply): void {
  log.info({
    id: request.id,
    method: request.raw.method,
    route,
    status: reply.raw.statusCode,
    ms: Math.round((performance.now() - request.startedAt) * 10) / 10,
  });
}

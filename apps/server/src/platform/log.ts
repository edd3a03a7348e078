import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '../settings.ts';

/** Lines wait until there are this many bytes of them, or until the next tick of the clock below. */
const BUFFER_BYTES = 8192;
const FLUSH_MS = 250;
const STDOUT = 1;

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
export function createLog(
  level: Settings['LOG_LEVEL'],
  destination: DestinationStream = logTo(STDOUT),
): Logger {
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
    destination,
  );
}

/** A file, or a descriptor that is open already. */
export function logTo(dest: string | number): DestinationStream {
  const stream = pino.destination({ dest, sync: false, minLength: BUFFER_BYTES, mkdir: true });
  // A log that cannot be written must not take the service down with it.
  stream.on('error', () => {});
  setInterval(() => stream.flush(), FLUSH_MS).unref();
  process.on('exit', () => {
    try {
      stream.flushSync();
    } catch {
      // It never opened: see above.
    }
  });
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

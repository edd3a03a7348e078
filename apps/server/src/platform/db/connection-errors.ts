import type { Logger } from 'pino';

/** Socket errors, and the PostgreSQL states in which no statement can run: the server is gone, going or still coming. */
const GONE = new Set([
  'DATABASE_AWAY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT', // the Unix socket of a stopped server
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
]);

/** What pg says, without a code, of a connection that is gone. */
const GONE_MESSAGES = /^(Connection terminated|Client (was closed|has encountered))/;

/** There, but not for us now: too many connections, a statement that this connection has lost, or no answer in time. */
const BUSY = new Set(['53300', '26000']);
const BUSY_MESSAGES = /^(timeout e|Query read timeout|Cannot use a pool after|cached plan must not change)/;

/** What a statement is refused with while the database is known to be away. */
export function databaseAway(cause?: unknown): Error {
  return Object.assign(new Error('The database can’t be reached.', { cause }), { code: 'DATABASE_AWAY' });
}

/** Whether an error means that the database could not be asked, rather than that it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  return (
    isGone(error) ||
    (error instanceof Error && (BUSY.has(codeOf(error)) || BUSY_MESSAGES.test(error.message)))
  );
}

/** Whether the database has no room to write: PostgreSQL's class 53 (disk, memory, connections), and a disk that fails. */
export function isOutOfRoom(error: unknown): boolean {
  return error instanceof Error && /^(53...|58030)$/.test(codeOf(error));
}

/** Whether the connection itself failed, which tells that the server went away; a slow answer does not. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isGone)) return true;
  const code = codeOf(error);
  return GONE.has(code) || code.startsWith('08') || GONE_MESSAGES.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Writes down what went wrong behind somebody's back: that the database is away is told elsewhere, everything else is a fault of ours. */
export function logFault(log: Logger, error: unknown, words: string, about: object = {}): void {
  log[isDatabaseAway(error) ? 'debug' : 'error']({ ...about, err: error }, words);
}

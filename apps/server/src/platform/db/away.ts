/** Socket errors, and the PostgreSQL states in which no statement can run: the server is gone, going or still coming. */
const AWAY_CODES = new Set([
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
  '57P05', // idle_session_timeout
  '53300', // too_many_connections
]);

/** What pg says without giving a code. */
const AWAY_MESSAGES =
  /^(Connection terminated|timeout e|Query read timeout|Client (was closed|has encountered)|Cannot use a pool after)/;

/** What a statement is refused with while the database is known to be away. */
export function databaseAway(cause?: unknown): Error {
  return Object.assign(new Error('The database is away.', { cause }), { code: 'DATABASE_AWAY' });
}

/** Whether an error means that the database could not be reached, rather than that it refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return AWAY_CODES.has(code) || code.startsWith('08') || AWAY_MESSAGES.test(error.message);
}

/** Whether a client may still be answering an earlier statement: it must be thrown away, not rolled back. */
export function isBroken(error: unknown): boolean {
  return isDatabaseAway(error);
}

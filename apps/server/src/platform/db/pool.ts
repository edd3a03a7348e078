import { randomBytes } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { Pool } from 'pg';
import { databaseAway, isDatabaseAway, isOutOfRoom } from './connection-errors.ts';
import { connections } from '../limit-table.ts';
import type { Breaker } from './breaker.ts';
import type { Db, TableOf } from './executor.ts';

/** The server's limit on statements comes first; the client's limit is for a server that does not answer at all. */
const STATEMENT_MS = 10_000;
const SILENCE_MS = 12_000;
const LOCK_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

export function openPool(appUrl: string, breaker: Breaker): Pool {
  const pool = new Pool({
    connectionString: appUrl,
    application_name: 'muster',
    max: connections.all,
    connectionTimeoutMillis: connections.waitMs,
    statement_timeout: STATEMENT_MS,
    query_timeout: SILENCE_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  // An error without a listener ends the process. The pool listens to idle clients only, so each client gets its own.
  const report = (error: Error) => breaker.report(error);
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/** Where errors are reported to. */
interface Watch {
  breaker: Breaker;
  onError: (error: unknown) => void;
}

/**
 * The pool as Kysely sees it. While the database is away it refuses at once; and a client that failed or fell silent
 * is thrown away without the ROLLBACK that Kysely sends, because the answer to that might never come.
 */
export function guardPool(pool: Pool, { breaker, onError }: Watch): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      if (breaker.isAway()) throw databaseAway();
      const connecting = pool.connect();
      try {
        return guardClient(await breaker.unlessAway(connecting), { breaker, onError });
      } catch (error) {
        connecting.then(
          (client) => client.release(),
          () => {},
        );
        breaker.report(error);
        throw error;
      }
    },
  };
}

function guardClient(client: PoolClient, { breaker, onError }: Watch): PostgresPoolClient {
  let broken: Error | undefined;

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // The server rolls back when the connection closes, which release(error) is about to do.
    if (broken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    if (broken) throw databaseAway(broken);
    try {
      const answer = client.query({ name: nameOf(text), text, values: [...values] });
      return (await breaker.unlessAway(answer)) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      onError(error);
      if (isDatabaseAway(error)) {
        broken = error as Error;
        breaker.report(error);
      }
      throw error;
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(broken ?? destroy),
  };
}

/** A connection keeps named statements parsed and planned. Their number is limited, because each takes memory. */
const MOST_NAMES = 500;
const WORTH_A_NAME = /^\s*(select|insert|update|delete|with)\b/;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MOST_NAMES || !WORTH_A_NAME.test(text)) return known;
  const name = `muster ${names.size}`;
  names.set(text, name);
  return name;
}

declare module './executor.ts' {
  interface Tables {
    write_probe: TableOf<'write_probe'>;
  }
}

interface WriteProbe {
  /** Takes every error of a statement. */
  report(error: unknown): void;
  /** Whether the database accepts writes, as far as is known. */
  pass(db: Db): Promise<boolean>;
}

/** More than fits into the free space of a table's last pages, so that it needs new ones. */
const PROBE_BYTES = 262_144;

/**
 * Remembers that a statement failed because the disk is full, and from then on tries a write whenever it is asked, until one succeeds.
 * Before that it writes nothing.
 */
export function createWriteProbe(): WriteProbe {
  let isFailing = false;
  return {
    report(error) {
      isFailing ||= isOutOfRoom(error);
    },
    async pass(db) {
      if (!isFailing) return true;
      try {
        await write(db);
        isFailing = false;
      } catch (error) {
        if (!isOutOfRoom(error)) throw error;
      }
      return !isFailing;
    },
  };
}

/** Commits the row, because a full disk may only show at the commit, and deletes it at once. */
async function write(db: Db): Promise<void> {
  await db
    .insertInto('write_probe')
    .values({ payload: randomBytes(PROBE_BYTES) })
    .execute();
  await sql`delete from write_probe`.execute(db);
}

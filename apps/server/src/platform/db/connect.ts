import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startBreaker } from './breaker.ts';
import type { Db, Tables } from './executor.ts';
import { migrate } from './migrate.ts';
import { connectOwner } from './owner.ts';
import { guardPool, openPool } from './pool.ts';
import { prepareQueue } from './queue-schema.ts';
import { prepareAppRole } from './roles.ts';

/** The database as the app role sees it: not superuser, owner of nothing, bound by row-level security. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  readonly appUrl: string;
  /** True while the database is known to be away: refuse at once instead of waiting for a time-out. */
  isAway(): boolean;
  close(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
/** "migr" as a number: any, but always the same. */
const MIGRATION_LOCK = 0x6d696772;

/** Prepares roles and schema as the owner, then opens the pool that serves. Several processes may do so at once. */
export async function connect({ ownerUrl, log }: { ownerUrl: string; log: Logger }): Promise<Database> {
  const appUrl = await prepare(ownerUrl, log);
  const breaker = startBreaker({ appUrl, log });
  const pool = openPool(appUrl, breaker);
  const dialect = new PostgresDialect({ pool: guardPool(pool, breaker) });
  return {
    db: new Kysely<Tables>({ dialect }),
    pool,
    appUrl,
    isAway: () => breaker.isAway(),
    async close() {
      await breaker.close();
      await pool.end();
    },
  };
}

async function prepare(ownerUrl: string, log: Logger): Promise<string> {
  const owner = await connectOwner(ownerUrl);
  try {
    // Ends with the connection, so a process that dies here holds nobody up.
    await owner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const appRole = await prepareAppRole(owner, ownerUrl);
    await migrate(owner, { folder: MIGRATIONS, appRole: appRole.name, log });
    await prepareQueue(owner, appRole.name);
    return appRole.url;
  } finally {
    await owner.end();
  }
}

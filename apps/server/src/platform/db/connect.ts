import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { deriveSecret, readSecretFile } from '../sign-in/secret.ts';
import { startBreaker } from './breaker.ts';
import type { Db, Tables } from './executor.ts';
import { migrate } from './migrate.ts';
import { connectOwner } from './owner.ts';
import { guardPool, openPool } from './pool.ts';
import { prepareQueue } from './queue-schema.ts';
import { prepareAppRole } from './roles.ts';
import { createWriteProbe } from './write-probe.ts';

/** The database as the app role sees it: not superuser, owner of nothing, bound by row-level security. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  readonly appUrl: string;
  /** All processes on this database share it, but the database does not hold it: see platform/sign-in/secret.ts. */
  readonly secret: Buffer;
  /** True while the database is known to be away: refuse at once instead of waiting for a time-out. */
  isAway(): boolean;
  /** Whether it accepts writes: with a full disk it still answers queries. */
  takesWrites(): Promise<boolean>;
  close(): Promise<void>;
}

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
/** "migr" as a number: any, but always the same. */
const MIGRATION_LOCK = 0x6d696772;

interface Place {
  ownerUrl: string;
  log: Logger;
  /** The folder for the key if the database has no password to derive it from. */
  keyDir?: string;
}

/** Prepares roles and schema as the owner, then opens the pool that serves. Several processes may do so at once. */
export async function connect(place: Place): Promise<Database> {
  const { log } = place;
  const { appUrl, secret } = await prepare(place);
  const breaker = startBreaker({ appUrl, log });
  const pool = openPool(appUrl, breaker);
  const writes = createWriteProbe();
  const dialect = new PostgresDialect({
    pool: guardPool(pool, { breaker, onError: (error) => writes.report(error) }),
  });
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    pool,
    appUrl,
    secret,
    isAway: () => breaker.isAway(),
    takesWrites: () => writes.pass(db),
    async close() {
      await breaker.close();
      await pool.end();
    },
  };
}

async function prepare({ ownerUrl, log, keyDir }: Place): Promise<Pick<Database, 'appUrl' | 'secret'>> {
  const owner = await connectOwner(ownerUrl);
  try {
    // The lock ends with the connection, so a process that dies here blocks nobody.
    await owner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const appRole = await prepareAppRole(owner, ownerUrl);
    await migrate(owner, { folder: MIGRATIONS, appRole: appRole.name, log });
    await prepareQueue(owner, appRole.name);
    const secret = owner.password ? deriveSecret(owner.password) : readSecretFile(keyDir);
    return { appUrl: appRole.url, secret };
  } finally {
    await owner.end();
  }
}

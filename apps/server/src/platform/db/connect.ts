import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { Client, DatabaseError } from 'pg';
import type { Logger } from 'pino';
import type { Keyring } from '../secrets/keyring.ts';
import { sealPlainSecrets } from '../secrets/secrets.ts';
import { deriveSecret, readSecretFile } from '../sign-in/secret.ts';
import { StartupError } from '../startup-error.ts';
import { isDatabaseAway } from './connection-errors.ts';
import { startBreaker } from './breaker.ts';
import type { Db, Tables } from './executor.ts';
import { migrate, MIGRATIONS } from './migrate.ts';
import { guardPool, openPool, createWriteProbe } from './pool.ts';
import { prepareQueue } from './queue-schema.ts';
import { prepareAppRole, renewGrants } from './roles.ts';

/** The database as the app role sees it: not superuser, owner of nothing, bound by row-level security. */
export interface Database {
  readonly db: Db;
  readonly pool: Pool;
  readonly appUrl: string;
  /** All processes on this database share it, but the database does not hold it: see platform/sign-in/secret.ts. */
  readonly secret: Buffer;
  /** What seals the secrets that it holds. */
  readonly keys: Keyring;
  /** True while the database is known to be away: refuse at once instead of waiting for a time-out. */
  isAway(): boolean;
  /** Whether it accepts writes: with a full disk it still answers queries. */
  takesWrites(): Promise<boolean>;
  close(): Promise<void>;
}

/** "migr" as a number: any, but always the same. */
const MIGRATION_LOCK = 0x6d696772;

interface Place {
  ownerUrl: string;
  log: Logger;
  keys: Keyring;
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
    keys: place.keys,
    isAway: () => breaker.isAway(),
    takesWrites: () => writes.pass(db),
    async close() {
      await breaker.close();
      await pool.end();
    },
  };
}

async function prepare({ ownerUrl, log, keys, keyDir }: Place): Promise<Pick<Database, 'appUrl' | 'secret'>> {
  const owner = await connectOwner(ownerUrl);
  try {
    // The lock ends with the connection, so a process that dies here blocks nobody.
    await owner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const appRole = await prepareAppRole(owner, ownerUrl);
    await migrate(owner, { folder: MIGRATIONS, appRole: appRole.name, log });
    await prepareQueue(owner, appRole.name);
    await renewGrants(owner, appRole.name);
    await keepLogMonths(owner, log);
    await sealPlainSecrets(owner, keys);
    const secret = owner.password ? deriveSecret(owner.password) : readSecretFile(keyDir);
    return { appUrl: appRole.url, secret };
  } finally {
    await owner.end();
  }
}

/** Makes room in the log for this month and the next ones. A server that runs on does so every hour. */
async function keepLogMonths(owner: Client, log: Logger): Promise<void> {
  try {
    await owner.query('select keep_log_months()');
  } catch (error) {
    // Somebody reads the whole log, a backup for one. There is room for some months more, and the next hour comes before these end.
    if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    log.warn('The log of changes is in use, so its next months are added within the hour.');
  }
}

const OLDEST_SERVER = 15;
const CONNECT_MS = 10_000;

/** Signs in as the role that owns the schema. Its error messages do not hold the password. */
export async function connectOwner(ownerUrl: string): Promise<Client> {
  const owner = new Client({
    connectionString: ownerUrl,
    application_name: 'muster-migrate',
    connectionTimeoutMillis: CONNECT_MS,
  });
  owner.on('error', () => {});
  try {
    await owner.connect();
  } catch (error) {
    await owner.end().catch(() => {});
    throw new StartupError(sentences(error as Error, owner), { cause: error });
  }
  const { rows } = await owner.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    await owner.end();
    throw new StartupError(
      `The database at ${placeOf(owner)} is PostgreSQL ${version}, but Muster needs ${OLDEST_SERVER} or later. ` +
        'Upgrade it, or set DATABASE_URL to another one.',
    );
  }
  return owner;
}

function sentences(error: Error, owner: Client): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === '28P01' || code === '28000') {
    return `The database at ${placeOf(owner)} refused to sign in "${owner.user}". Correct the name and password in DATABASE_URL.`;
  }
  if (code === '3D000') {
    return `There is no database "${owner.database}" at ${placeOf(owner)}. Create it, or correct DATABASE_URL.`;
  }
  if (isDatabaseAway(error)) {
    return `The database at ${placeOf(owner)} can’t be reached (${code || 'no answer'}). Start it, or correct DATABASE_URL.`;
  }
  return `The database at ${placeOf(owner)} can’t be used: ${error.message.replace(/\.$/, '')}. Correct DATABASE_URL.`;
}

function placeOf({ host, port }: Client): string {
  return host.startsWith('/') ? host : `${host}:${port}`;
}

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { StartupError } from '../startup-error.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

interface Migration extends AppliedMigration {
  sql: string;
}

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;
const RESTORE = 'Run the Muster that wrote it, or restore a backup';

/**
 * Applies what the database does not have yet, each file in a transaction of its own. The caller holds the lock.
 * In the files, `:"app"` stands for the role that serves, quoted: psql's own notation. With `only`, it stops at what a backup had.
 */
export async function migrate(
  owner: Client,
  {
    folder,
    appRole,
    log,
    only,
  }: { folder: string; appRole: string; log: Logger; only?: readonly AppliedMigration[] },
): Promise<void> {
  await owner.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  await refuseOtherOwner(owner);
  const files = readMigrations(folder);
  const wanted = only && new Set(only.map(({ name }) => name));
  if (only) pending(files, only);
  for (const migration of pending(files, await appliedMigrations(owner))) {
    if (wanted && !wanted.has(migration.name)) continue;
    await apply(owner, migration, appRole);
    log.info(`Migrated the database: ${migration.name}.`);
  }
}

export async function appliedMigrations(owner: Client): Promise<AppliedMigration[]> {
  const { rows } = await owner.query<AppliedMigration>(
    'select name, checksum from schema_migrations order by name',
  );
  return rows;
}

/** Another role would own only the new tables, and its app role would have no rights to the old ones. */
async function refuseOtherOwner(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relowner::regrole::text as name from pg_class
      where oid = 'schema_migrations'::regclass and relowner <> current_user::regrole`,
  );
  if (rows[0]) {
    throw new StartupError(
      `The role ${rows[0].name} set up this database, so "${owner.user}" can’t update it. ` +
        `Sign in as ${rows[0].name} in DATABASE_URL.`,
    );
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Compares names and not numbers, so that a file that was merged late is still applied. */
function pending(files: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  for (const { name, checksum } of applied) {
    const file = files.find((file) => file.name === name);
    if (!file) {
      throw new StartupError(
        `The database is newer than this Muster: it has the migration ${name}, which is missing here. ${RESTORE}.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} was changed after it was applied to this database. ` +
          'Restore the file and add your change as a new migration.',
      );
    }
  }
  const names = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !names.has(name));
}

async function apply(owner: Client, { name, sql, checksum }: Migration, appRole: string): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query(sql.replaceAll(':"app"', owner.escapeIdentifier(appRole)));
    await owner.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => {});
    if (error instanceof DatabaseError && error.code === '42501') {
      throw new StartupError(
        `The role "${owner.user}" isn’t allowed to change the schema: ${error.message}. ` +
          `Make it the owner: ALTER DATABASE ${owner.escapeIdentifier(owner.database ?? '')} OWNER TO ${owner.escapeIdentifier(owner.user ?? '')}.`,
        { cause: error },
      );
    }
    throw error;
  }
}

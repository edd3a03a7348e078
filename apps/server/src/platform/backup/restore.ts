import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Logger } from 'pino';
import { connect, connectOwner } from '../db/connect.ts';
import { migrate, MIGRATIONS } from '../db/migrate.ts';
import { installedVersion, prepareQueue } from '../db/queue-schema.ts';
import { BACKED_UP, prepareAppRole } from '../db/roles.ts';
import type { FileStorage } from '../files/storage.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { findMissingKeys } from '../secrets/secrets.ts';
import { accountNamedBy } from '../sign-in/person.ts';
import { StartupError } from '../startup-error.ts';
import { type Contents, readPieces, readTable, verifyArchive } from './archive.ts';

/**
 * Brings a backup back: the schema from the migrations that it was made with, its rows in one transaction and counted again, the files,
 * and then what this Muster has added since. The backup is read as a whole before anything is touched.
 */
export async function restoreBackup({
  ownerUrl,
  storage,
  folder,
  overwrite,
  log,
  keys,
  keyDir,
}: {
  ownerUrl: string;
  storage: FileStorage;
  folder: string;
  overwrite: boolean;
  log: Logger;
  keys: Keyring;
  keyDir: string;
}): Promise<Contents & { unreadable: number }> {
  const contents = await verifyArchive(folder);
  const owner = await connectOwner(ownerUrl);
  try {
    await refuseRunning(owner);
    await makeRoom(owner, overwrite);
    const appRole = await prepareAppRole(owner, ownerUrl);
    await migrate(owner, { folder: MIGRATIONS, appRole: appRole.name, log, only: contents.migrations });
    await prepareQueue(owner, appRole.name);
    await refuseOtherQueue(owner, contents);
    for await (const { account, key, piece } of readPieces(folder))
      await storage.put(accountNamedBy({ account_id: account }), key, piece);
    await load(owner, folder, contents);
  } finally {
    await owner.end();
  }
  const upToDate = await connect({ ownerUrl, log, keys, keyDir });
  const { secrets } = await findMissingKeys(upToDate);
  await upToDate.close();
  return { ...contents, unreadable: secrets };
}

async function refuseRunning(owner: Client): Promise<void> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'muster' and pid <> pg_backend_pid()`,
  );
  if (rowCount)
    throw new StartupError('A Muster is running on this database. Stop it first, then restore the backup.');
}

async function makeRoom(owner: Client, overwrite: boolean): Promise<void> {
  const { rows } = await owner.query<{ tables: number }>(
    'select count(*)::int as tables from pg_tables where schemaname = any ($1)',
    [BACKED_UP],
  );
  if (rows[0]!.tables === 0) return;
  if (!overwrite)
    throw new StartupError(
      `The database "${owner.database}" isn’t empty, so nothing was restored. ` +
        'Name an empty one, or add --overwrite to lose everything that is in it.',
    );
  await owner.query('drop owned by current_user cascade');
}

async function refuseOtherQueue(owner: Client, { queue }: Contents): Promise<void> {
  const here = await installedVersion(owner);
  if (here !== queue)
    throw new StartupError(
      `The backup’s queue has the version ${queue}, and this Muster makes ${here}. ` +
        'Restore it with the Muster that made it, then start this one.',
    );
}

interface Prepared {
  name: string;
  isForced: boolean;
}

async function load(owner: Client, folder: string, contents: Contents): Promise<void> {
  await owner.query(`begin; set local statement_timeout = 0; set local datestyle = 'ISO'`);
  await addPartitions(owner, contents);
  const tables = await tablesHere(owner);
  const links = await foreignKeys(owner);
  // Nothing that checks or follows a row may look at some before the others are there. An owner who is no superuser can put that aside
  // by definition alone, and what is defined again below is checked again.
  for (const { table, name } of links) await owner.query(`alter table ${table} drop constraint ${name}`);
  for (const { name, isForced } of tables) {
    await owner.query(`alter table ${name} disable trigger user`);
    if (isForced) await owner.query(`alter table ${name} no force row level security`);
  }
  await owner.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of contents.tables) {
    const { name, columns, rows } = table;
    await pipeline(
      readTable(folder, table),
      owner.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
    );
    const found = await owner.query<{ rows: string }>(`select count(*) as rows from ${name}`);
    if (Number(found.rows[0]!.rows) !== rows)
      throw new Error(`The table ${name} has ${found.rows[0]!.rows} rows instead of ${rows}.`);
  }
  for (const { name, value } of contents.sequences) await owner.query('select setval($1, $2)', [name, value]);
  await owner.query('set constraints all immediate');
  for (const { table, name, definition } of links)
    await owner.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, isForced } of tables) {
    await owner.query(`alter table ${name} enable trigger user`);
    if (isForced) await owner.query(`alter table ${name} force row level security`);
  }
  await owner.query('commit');
  await owner.query('analyze');
}

/** Partitions are made as time goes by, so no migration has them all. */
async function addPartitions(owner: Client, { partitions }: Contents): Promise<void> {
  for (const { name, parent, bounds } of partitions)
    await owner.query(`create table if not exists ${name} partition of ${parent} ${bounds}`);
}

async function tablesHere(owner: Client): Promise<Prepared[]> {
  const { rows } = await owner.query<Prepared>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind in ('r', 'p') order by c.relkind, 1`,
    [BACKED_UP],
  );
  return rows;
}

async function foreignKeys(owner: Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await owner.query<{ table: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and k.conparentid = 0 and n.nspname = any ($1) order by k.oid`,
    [BACKED_UP],
  );
  return rows;
}

import { rename } from 'node:fs/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectOwner } from '../db/connect.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { installedVersion } from '../db/queue-schema.ts';
import { BACKED_UP, closeBackupRole, openBackupRole } from '../db/roles.ts';
import type { FileStorage } from '../files/storage.ts';
import { accountNamedBy } from '../sign-in/person.ts';
import { StartupError } from '../startup-error.ts';
import { type Archive, type BackedUpTable, type Contents, createArchive, verifyArchive } from './archive.ts';

/** "back" as a number: any, but always the same. */
const BACKUP_LOCK = 0x6261636b;
const PIECES_AT_ONCE = 8;

export interface Backup extends Contents {
  /** Pieces of files that the database names and the store has lost. */
  readonly lost: number;
}

/**
 * Copies the database as it is at one moment, and the files that it names then, while the server may go on. The folder has its name
 * only when everything in it was read again and counted: what has another name is no backup.
 */
export async function makeBackup({
  ownerUrl,
  storage,
  folder,
}: {
  ownerUrl: string;
  storage: FileStorage;
  folder: string;
}): Promise<Backup> {
  const owner = await connectOwner(ownerUrl);
  try {
    await refuse(owner);
    const role = await openBackupRole(owner, ownerUrl);
    const unfinished = `${folder}.unfinished-${process.pid}`;
    try {
      const archive = await createArchive(unfinished);
      try {
        const lost = await copy(owner, { url: role.url, storage, archive });
        const contents = await verifyArchive(unfinished);
        await rename(unfinished, folder);
        return { ...contents, lost };
      } catch (error) {
        await archive.abandon();
        throw error;
      }
    } finally {
      await closeBackupRole(owner, role);
    }
  } finally {
    await owner.end();
  }
}

async function refuse(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ is_ours: boolean; is_free: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is_ours, pg_try_advisory_lock($1) as is_free`,
    [BACKUP_LOCK],
  );
  if (!rows[0]?.is_ours)
    throw new StartupError('There’s nothing to back up: Muster has never run on this database.');
  if (!rows[0].is_free) throw new StartupError('Another backup of this database is running. Wait for it.');
}

async function copy(
  owner: Client,
  { url, storage, archive }: { url: string; storage: FileStorage; archive: Archive },
): Promise<number> {
  const [reader, later] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  try {
    for (const client of [reader, later]) {
      client.on('error', () => {});
      await client.connect();
    }
    // One moment for all tables, and forms that every server reads alike.
    await reader.query(`begin isolation level repeatable read, read only;
                        set local timezone = 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = 0`);
    await refuseHidden(reader);
    const migrations = await appliedMigrations(reader);
    const tables = [];
    for (const { name, columns } of await tablesOf(reader)) {
      const copied = await archive.addTable(
        { name },
        reader.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)),
      );
      const { rows } = await reader.query<{ rows: string }>(`select count(*) as rows from ${name}`);
      if (Number(rows[0]!.rows) !== copied)
        throw new Error(`Of the table ${name} ${copied} rows were copied instead of ${rows[0]!.rows}.`);
      tables.push({ name, columns, rows: copied });
    }
    const { pieces, lost } = await copyPieces(reader, later, { storage, archive });
    await archive.finish({
      madeAt: new Date().toISOString(),
      postgres: (await reader.query<{ server_version: string }>('show server_version')).rows[0]!
        .server_version,
      migrations,
      queue: (await installedVersion(reader)) ?? 0,
      partitions: await partitionsOf(reader),
      tables,
      sequences: await sequencesOf(reader),
      pieces,
    });
    return lost;
  } finally {
    await Promise.all([reader.end(), later.end()]);
  }
}

/** A table whose rows are kept from this role would look empty, and count as empty, too. */
async function refuseHidden(reader: Client): Promise<void> {
  const { rows } = await reader.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
      where c.relnamespace::regnamespace::text = any ($1) and c.relkind in ('r', 'p')
        and (not has_table_privilege(c.oid, 'select')
             or c.relrowsecurity
                and (not exists (select from pg_policy p
                                  where p.polrelid = c.oid and p.polpermissive and p.polcmd = 'r'
                                    and pg_get_expr(p.polqual, p.polrelid) = 'true'
                                    and p.polroles @> array[current_user::regrole::oid])
                     or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)))`,
    [BACKED_UP],
  );
  if (rows.length > 0)
    throw new StartupError(
      `Rows of ${rows.map(({ table }) => table).join(', ')} are hidden from the backup. Nothing was kept. ` +
        'Stop Muster, start it again, and repeat the backup.',
    );
}

async function tablesOf(reader: Client): Promise<Omit<BackedUpTable, 'rows'>[]> {
  const { rows } = await reader.query<Omit<BackedUpTable, 'rows'>>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            array(select quote_ident(a.attname) from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ($1) and c.relkind = 'r' order by 1`,
    [BACKED_UP],
  );
  return rows;
}

async function partitionsOf(reader: Client): Promise<Contents['partitions']> {
  const { rows } = await reader.query<Contents['partitions'][number]>(
    `select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', pn.nspname, p.relname) as parent,
            pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
       join pg_namespace pn on pn.oid = p.relnamespace
      where n.nspname = any ($1) and c.relispartition and c.relkind in ('r', 'p') order by c.oid`,
    [BACKED_UP],
  );
  return rows;
}

async function sequencesOf(reader: Client): Promise<Contents['sequences']> {
  const { rows } = await reader.query<Contents['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
       from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`,
    [BACKED_UP],
  );
  return rows;
}

/** A film that was made of another is made again where it is not there. */
const isKept = `part not in ('film', 'poster')`;

/** What the moment's rows name. A piece that is gone since then is lost only if it is still named. */
async function copyPieces(
  reader: Client,
  later: Client,
  { storage, archive }: { storage: FileStorage; archive: Archive },
): Promise<{ pieces: number; lost: number }> {
  interface Named {
    account_id: string;
    key: string;
  }
  let [pieces, lost] = [0, 0];
  await reader.query(
    `declare pieces no scroll cursor for select distinct account_id, key from file_pieces where ${isKept} order by account_id, key`,
  );
  for (;;) {
    const { rows } = await reader.query<Named>(`fetch ${PIECES_AT_ONCE} from pieces`);
    if (rows.length === 0) return { pieces, lost };
    const found = await Promise.all(
      rows.map(async (named) => ({ named, piece: await storage.get(accountNamedBy(named), named.key) })),
    );
    for (const { named, piece } of found) {
      if (piece === undefined) {
        const still = await later.query('select from file_pieces where account_id = $1 and key = $2', [
          named.account_id,
          named.key,
        ]);
        lost += still.rowCount === 0 ? 0 : 1;
      } else {
        await archive.addPiece(named.account_id, named.key, piece);
        pieces += 1;
      }
    }
  }
}

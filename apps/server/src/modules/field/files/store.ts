import type { FileQuery, FileRecord, NamedFile } from '@muster/domain/field/files/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    files: TableOf<'files'>;
    file_pieces: TableOf<'file_pieces'>;
  }
}

export type Part = TableOf<'file_pieces'>['part'];

export interface Piece {
  readonly start: number;
  readonly bytes: number;
  readonly key: string;
}

/** Of whom somebody may see files: a technician of these visits, and of what belongs to them; null: of everything. */
export type Reach = readonly string[] | null;

/** What is attached to a thing and not deleted, the latest last. */
export async function listFiles(
  db: Tx,
  table: TrackedTable<FileRecord>,
  query: FileQuery,
  reach: Reach,
): Promise<NamedFile[]> {
  const { visit, job, customer, site } = query;
  const conditions = [
    visit === undefined ? undefined : sql`files.visit_id = ${visit}`,
    job === undefined
      ? undefined
      : sql`(files.job_id = ${job} or files.visit_id in (select id from visits where job_id = ${job}))`,
    customer === undefined ? undefined : sql`files.customer_id = ${customer}`,
    site === undefined
      ? undefined
      : sql`(files.site_id = ${site} or files.visit_id in
              (select v.id from visits v join jobs j on j.id = v.job_id where j.site_id = ${site}))`,
  ].filter((condition) => condition !== undefined);
  const { rows } = await sql<{ row: NamedFile }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)},
                   coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = created_by), '') as author,
                   ${filmOfFile} as film
              from files
             where deleted_at is null and ${sql.join(conditions, sql` and `)} and ${within(reach)}
             order by created_at, id limit 1000) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** What was made of a film. */
const filmOfFile = sql`(
  select jsonb_build_object(
           'id', m.id, 'version', m.version, 'state', m.state, 'refusal', m.refusal, 'milliseconds', m.milliseconds, 'width', m.width,
           'height', m.height, 'bytes', m.bytes, 'captions', m.captions, 'is_shared', m.is_shared, 'progress', m.progress)
    from films m where m.id = files.id)`;

export async function findFile(
  db: Tx,
  table: TrackedTable<FileRecord>,
  id: string,
  reach: Reach,
): Promise<FileRecord | undefined> {
  const { rows } = await sql<{ row: FileRecord }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from files where id = ${id} and ${within(reach)}) r`.execute(db);
  return rows[0]?.row;
}

/** What was done at the sites of somebody's own visits, too. */
function within(reach: Reach): RawBuilder<unknown> {
  if (reach === null) return sql`true`;
  const jobs = sql`select job_id from visits where id = any(${reach}::uuid[])`;
  const sites = sql`select site_id from jobs where id in (${jobs})`;
  return sql`(files.job_id in (${jobs}) or files.site_id in (${sites}) or files.visit_id in
               (select v.id from visits v join jobs j on j.id = v.job_id where j.site_id in (${sites})))`;
}

export async function readUsage(db: Tx): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: string }>`
    select count(*) filter (where f.deleted_at is null)::int as files,
           coalesce(sum(f.bytes + case when f.bytes > 0 then coalesce(m.bytes, 0) else 0 end), 0) as bytes
      from files f left join films m on m.account_id = f.account_id and m.id = f.id`.execute(db);
  return { files: rows[0]!.files, bytes: Number(rows[0]!.bytes) };
}

/** How much is on its way, and how many uploads that are. */
export async function readWaiting(db: Tx, now: Date): Promise<{ bytes: number; uploads: number }> {
  const { rows } = await sql<{ bytes: string; uploads: number }>`
    select coalesce(sum(length), 0) as bytes, count(*)::int as uploads
      from uploads where received < length and expires_at > ${now}`.execute(db);
  const { bytes, uploads } = rows[0]!;
  return { bytes: Number(bytes), uploads };
}

export async function listPieces(db: Tx, file: string, part: Part): Promise<Piece[]> {
  const { rows } = await sql<{ start: string; bytes: number; key: string }>`
    select start, bytes, key from file_pieces where file_id = ${file} and part = ${part} order by start`.execute(
    db,
  );
  return rows.map(({ start, bytes, key }) => ({ start: Number(start), bytes, key }));
}

/** The same of the contents of several files, those alone that are ready and not deleted. */
export async function listContents(db: Tx, files: readonly string[]): Promise<Map<string, Piece[]>> {
  const { rows } = await sql<{ file: string; start: string; bytes: number; key: string }>`
    select p.file_id as file, p.start, p.bytes, p.key
      from file_pieces p join files f on f.account_id = p.account_id and f.id = p.file_id
     where p.file_id = any(${files}::uuid[]) and p.part = 'content' and f.state = 'ready' and f.deleted_at is null
     order by p.file_id, p.start`.execute(db);
  const contents = new Map<string, Piece[]>();
  for (const { file, start, bytes, key } of rows)
    contents.set(file, [...(contents.get(file) ?? []), { start: Number(start), bytes, key }]);
  return contents;
}

export async function insertPiece(db: Tx, file: string, part: Part, { start, bytes, key }: Piece) {
  await sql`
    insert into file_pieces (account_id, file_id, part, start, bytes, key)
    values (current_account(), ${file}, ${part}, ${start}, ${bytes}, ${key})`.execute(db);
}

/** What was received is what is kept. */
export async function keepReceived(db: Tx, file: string): Promise<void> {
  await sql`update file_pieces set part = 'content' where file_id = ${file} and part = 'received'`.execute(
    db,
  );
}

/** Takes pieces of files out of the list, and says where they lie. */
export async function deletePieces(
  db: Tx,
  files: readonly string[],
  parts: readonly Part[] = ['received', 'content', 'thumbnail', 'film', 'poster'],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from file_pieces where file_id = any(${files}::uuid[]) and part = any(${parts}::text[]) returning key`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

/**
 * The files that were deleted before that moment, or came before it and were refused, and are given up for good now. Their rows stay,
 * without room, so that an erasure finds what the log tells of them.
 */
export async function giveUpOld(db: Tx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update files set bytes = 0
     where bytes > 0 and (deleted_at < ${before} or (state = 'refused' and created_at < ${before}))
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function knownKeys(db: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from file_pieces where key = any(${keys}::uuid[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Whose rows this transaction sees, as the database was told by who opened it. */
export async function accountSeen(db: Tx): Promise<AccountId> {
  const { rows } = await sql<{ account: AccountId }>`select current_account() as account`.execute(db);
  return rows[0]!.account;
}

/** Whether there is such a thing to attach files to. */
export async function isThere(db: Tx, table: 'visits' | 'jobs' | 'customers' | 'sites', id: string) {
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** The logos that a business has uploaded and not deleted: the one that it uses, and what was not saved. */
export async function listLogos(db: Tx): Promise<Pick<FileRecord, 'id' | 'state'>[]> {
  const { rows } = await sql<Pick<FileRecord, 'id' | 'state'>>`
    select id, state from files where kind = 'logo' and deleted_at is null order by id`.execute(db);
  return rows;
}

/** The files that lie with customers or sites, deleted ones too. */
export async function listFilesOf(
  db: Tx,
  customers: readonly string[],
  sites: readonly string[],
): Promise<{ id: string; customer_id: string | null; site_id: string | null }[]> {
  const { rows } = await sql<{ id: string; customer_id: string | null; site_id: string | null }>`
    select id, customer_id, site_id from files where customer_id = any(${customers}::uuid[])
    union all
    select id, customer_id, site_id from files where site_id = any(${sites}::uuid[])`.execute(db);
  return rows;
}

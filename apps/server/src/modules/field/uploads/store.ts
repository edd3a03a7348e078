import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    uploads: TableOf<'uploads'>;
    sweeps: TableOf<'sweeps'>;
  }
}

/** What is being sent. */
export interface Upload {
  readonly id: string;
  readonly user_id: string | null;
  readonly api_key_id: string | null;
  readonly length: number;
  readonly received: number;
  readonly file: object;
  readonly expires_at: Date;
}

/** "upld" as a number. */
const ROOM_LOCK = 0x75706c64;

/** Whoever takes room waits for whoever does so in the same account, so that two never take the last of it. */
export async function lockRoom(db: Tx, account: AccountId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account}, ${ROOM_LOCK}))`.execute(db);
}

export async function insertUpload(
  db: Tx,
  { id, user_id, api_key_id, length, file, expires_at }: Omit<Upload, 'received'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into uploads (account_id, id, user_id, api_key_id, length, file, created_at, expires_at)
    values (current_account(), ${id}, ${user_id}, ${api_key_id}, ${length}, ${JSON.stringify(file)}, ${now}, ${expires_at})`.execute(
    db,
  );
}

export async function findUpload(db: Tx, id: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload & { length: string; received: string }>`
    select id, user_id, api_key_id, length, received, file, expires_at from uploads where id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  return row && { ...row, length: Number(row.length), received: Number(row.received) };
}

/** Notes a piece if it goes on where the last one ended. False: somebody else has sent that part already. */
export async function advance(
  db: Tx,
  id: string,
  { start: from, bytes, expires_at }: { start: number; bytes: number; expires_at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update uploads set received = received + ${bytes}, expires_at = ${expires_at}
     where id = ${id} and received = ${from} and received + ${bytes} <= length`.execute(db);
  return numAffectedRows === 1n;
}

export async function deleteUpload(db: Tx, id: string): Promise<void> {
  await sql`delete from uploads where id = ${id}`.execute(db);
}

/** Takes away what is on its way to these things, and says which uploads that were. */
export async function deleteAbout(db: Tx, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from uploads where (file ->> 'subject_id')::uuid = any(${subjects}::uuid[]) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Forgets uploads that ended long ago, and says which of them never became a file. */
export async function deleteExpired(db: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string; is_whole: boolean }>`
    delete from uploads where expires_at < ${now} returning id, received = length as is_whole`.execute(db);
  return rows.filter(({ is_whole }) => !is_whole).map(({ id }) => id);
}

/** Whether the account that is seen is one of this database. */
export async function isAccountKnown(db: Tx): Promise<boolean> {
  const { rows } = await sql`select from accounts where id = current_account()`.execute(db);
  return rows.length > 0;
}

/** Behind what a sweep ended the last time; empty: it begins. */
export async function readSweep(db: Tx, name: string): Promise<string> {
  const { rows } = await sql<{ after: string }>`select after from sweeps where name = ${name}`.execute(db);
  return rows[0]?.after ?? '';
}

export async function writeSweep(db: Tx, name: string, after: string, at: Date): Promise<void> {
  await sql`
    insert into sweeps (name, after, at) values (${name}, ${after}, ${at})
    on conflict (name) do update set after = excluded.after, at = excluded.at`.execute(db);
}

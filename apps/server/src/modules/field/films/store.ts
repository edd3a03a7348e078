import type { FilmRecord, ShownFilm } from '@muster/domain/field/films/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    films: TableOf<'films'>;
  }
}

export async function findFilm(
  db: Tx,
  table: TrackedTable<FilmRecord>,
  id: string,
): Promise<ShownFilm | undefined> {
  const { rows } = await sql<{ row: ShownFilm }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)}, progress from films where id = ${id}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

/** How long it may be, in seconds, as it was sent by a technician; null: by the office, which nobody limits. */
export async function limitOf(db: Tx, id: string): Promise<number | null> {
  const { rows } = await sql<{ limit: number }>`
    select a.film_seconds as limit
      from files f join users u on u.account_id = f.account_id and u.id = f.created_by join accounts a on a.id = f.account_id
     where f.id = ${id} and u.role = 'technician'`.execute(db);
  return rows[0]?.limit ?? null;
}

/** The films of a visit that its customer sees and that can be played. */
export async function listShared(
  db: Tx,
  table: TrackedTable<FilmRecord>,
  visit: string,
): Promise<FilmRecord[]> {
  const { rows } = await sql<{ row: FilmRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from films join files f on f.account_id = films.account_id and f.id = films.id
       where f.visit_id = ${visit} and f.deleted_at is null and films.is_shared and films.state in ('ready', 'as sent')
       order by f.created_at, f.id limit 50) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Somebody begins to make it: how often that was so by now. */
export async function beginMaking(db: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update films set tries = tries + 1, progress = 0 where id = ${id} returning tries`.execute(db);
  return rows[0]!.tries;
}

/** Of a server that was stopped nobody can tell whether it would have been made. */
export async function forgetTry(db: Tx, id: string): Promise<void> {
  await sql`update films set tries = greatest(0, tries - 1) where id = ${id}`.execute(db);
}

export async function forgetTries(db: Tx, id: string): Promise<void> {
  await sql`update films set tries = 0, progress = 0 where id = ${id}`.execute(db);
}

export async function writeProgress(db: Tx, id: string, progress: number): Promise<void> {
  await sql`update films set progress = ${progress} where id = ${id} and state = 'waiting'`.execute(db);
}

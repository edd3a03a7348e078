import type { FilmLink } from '@muster/domain/field/film-links/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    film_links: TableOf<'film_links'>;
    film_link_tokens: TableOf<'film_link_tokens'>;
  }
}

/** A link with the key that its token follows from; null: it has none any more. */
export interface KeptLink extends FilmLink {
  readonly key_id: string | null;
  readonly first_read_at: string | null;
}

/** Those that can still be opened, the latest first. */
export async function listOpenLinks(
  db: Tx,
  table: TrackedTable<FilmLink>,
  film: string,
  now: Date,
): Promise<KeptLink[]> {
  const { rows } = await sql<{ row: KeptLink }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, t.key_id, t.first_read_at
        from film_links left join lateral (
          select key_id, first_read_at from film_link_tokens
           where account_id = current_account() and link_id = film_links.id limit 1) t on true
       where film_links.film_id = ${film} and film_links.revoked_at is null and film_links.ends_at > ${now}
       order by made_at desc, film_links.id desc) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function findLink(
  db: Tx,
  table: TrackedTable<FilmLink>,
  id: string,
): Promise<FilmLink | undefined> {
  const { rows } = await sql<{ row: FilmLink }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)} from film_links where id = ${id}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

interface NewToken {
  readonly hash: Buffer;
  readonly link: string;
  readonly film: string;
  readonly key: string;
  readonly ends: Date;
}

export async function insertToken(db: Tx, { hash, link, film, key, ends }: NewToken): Promise<void> {
  await sql`
    insert into film_link_tokens (token_hash, account_id, link_id, film_id, key_id, ends_at)
    values (${hash}, current_account(), ${link}, ${film}, ${key}, ${ends})`.execute(db);
}

export async function deleteTokens(db: Tx, link: string): Promise<void> {
  await sql`delete from film_link_tokens where account_id = current_account() and link_id = ${link}`.execute(
    db,
  );
}

export async function deleteTokensOf(db: Tx, films: readonly string[]): Promise<void> {
  await sql`
    delete from film_link_tokens where account_id = current_account() and film_id = any(${films}::uuid[])`.execute(
    db,
  );
}

interface StoredToken {
  readonly account_id: string;
  readonly link_id: string;
  readonly film_id: string;
  readonly ends_at: Date;
  readonly first_read_at: Date | null;
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findToken(db: Db, hash: Buffer): Promise<StoredToken | undefined> {
  return db
    .selectFrom('film_link_tokens')
    .select(['account_id', 'link_id', 'film_id', 'ends_at', 'first_read_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

export async function noteRead(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('film_link_tokens')
    .set({ first_read_at: at })
    .where('token_hash', '=', hash)
    .where('first_read_at', 'is', null)
    .execute();
}

export async function deleteEnded(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('film_link_tokens').where('ends_at', '<=', now).execute();
}

/** Whose film it is, as their letters say it. */
export interface OwnerRow {
  readonly name: string;
  readonly phone: string;
  readonly zone: string;
  readonly colour: string | null;
  readonly logo_id: string | null;
  readonly abn: string | null;
  readonly trade_licence: string;
}

export async function readOwner(db: Tx): Promise<OwnerRow> {
  const { rows } = await sql<OwnerRow>`
    select name, phone, zone, colour, logo_id, abn, trade_licence from accounts where id = current_account()`.execute(
    db,
  );
  return rows[0]!;
}

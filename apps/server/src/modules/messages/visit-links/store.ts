import type { ShownVisitLink, VisitLink } from '@muster/domain/messages/visit-links/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    visit_link_tokens: TableOf<'visit_link_tokens'>;
  }
}

/** The link of a visit that works. */
export async function findOpenLink(
  db: Tx,
  table: TrackedTable<VisitLink>,
  visit: string,
): Promise<VisitLink | undefined> {
  const { rows } = await sql<{ row: VisitLink }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from visit_links where visit_id = ${visit} and revoked_at is null) r`.execute(
    db,
  );
  return rows[0]?.row;
}

export async function listOpenLinks(db: Tx, visits: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from visit_links where visit_id = any(${visits}::uuid[]) and revoked_at is null order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The latest link of each visit of a job that has one, with when somebody outside the office opened its page. */
export async function listLatestLinks(
  db: Tx,
  table: TrackedTable<VisitLink>,
  job: string,
): Promise<ShownVisitLink[]> {
  const { rows } = await sql<{ row: ShownVisitLink }>`
    select to_jsonb(r) as row from (
      select distinct on (visit_links.visit_id) ${columnsOf(table)},
             (select min(t.first_read_at) from visit_link_tokens t
               where t.account_id = visit_links.account_id and t.link_id = visit_links.id) as first_read_at
        from visit_links join visits v on v.id = visit_links.visit_id
       where v.job_id = ${job}
       order by visit_links.visit_id, made_at desc, visit_links.id desc) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** The master keys that tokens of a link follow from, the latest first. */
export async function listKeysOf(db: Tx, link: string): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from visit_link_tokens
     where account_id = current_account() and link_id = ${link} and not is_revoked order by due_at desc, key_id`.execute(
    db,
  );
  return rows.map(({ key_id }) => key_id);
}

export async function insertToken(
  db: Tx,
  { hash, link, key, due }: { hash: Buffer; link: string; key: string; due: Date },
): Promise<void> {
  await sql`
    insert into visit_link_tokens (token_hash, account_id, link_id, key_id, due_at)
    values (${hash}, current_account(), ${link}, ${key}, ${due}) on conflict do nothing`.execute(db);
}

export async function revokeTokens(db: Tx, link: string): Promise<void> {
  await sql`
    update visit_link_tokens set is_revoked = true
     where account_id = current_account() and link_id = ${link}`.execute(db);
}

interface StoredToken {
  readonly account_id: string;
  readonly link_id: string;
  readonly last_read_at: Date | null;
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findToken(db: Db, hash: Buffer): Promise<StoredToken | undefined> {
  return db
    .selectFrom('visit_link_tokens')
    .select(['account_id', 'link_id', 'last_read_at'])
    .where('token_hash', '=', hash)
    .where('is_revoked', '=', false)
    .executeTakeFirst();
}

export async function noteRead(db: Db, hash: Buffer, at: Date): Promise<void> {
  await sql`
    update visit_link_tokens set last_read_at = ${at}, first_read_at = coalesce(first_read_at, ${at})
     where token_hash = ${hash}`.execute(db);
}

/**
 * Since when the visit of a link is over: cancelled, ended by somebody, or simply past, and where nobody has said that they are done, a
 * day later. Null where it waits for a time. And whether the business has such pages.
 */
export async function readVisitOfLink(
  db: Tx,
  link: string,
): Promise<{ visit: string; over: Date | null; isOn: boolean } | undefined> {
  const { rows } = await sql<{ visit: string; over: Date | null; isOn: boolean }>`
    select v.id as visit, (select (b.customer_page -> 'is_on')::boolean from accounts b where b.id = v.account_id) as "isOn",
           coalesce(v.cancelled_at,
                    (select max(greatest(a.ends_at, a.done_at)) from assignments a where a.visit_id = v.id)
                    + case when v.state in ('en route', 'on site') then interval '1 day' else interval '0' end) as over
      from visit_links l join visits v on v.account_id = l.account_id and v.id = l.visit_id
     where l.id = ${link}`.execute(db);
  return rows[0];
}

/** Tokens whose visits may have been over for long, of whichever account, those first at which nobody has looked for longest. */
export async function listDue(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ token_hash: Buffer; account_id: string; link_id: string }[]> {
  return db
    .selectFrom('visit_link_tokens')
    .select(['token_hash', 'account_id', 'link_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

export async function putOff(db: Tx, hash: Buffer, due: Date): Promise<void> {
  await db.updateTable('visit_link_tokens').set({ due_at: due }).where('token_hash', '=', hash).execute();
}

export async function deleteToken(db: Tx, hash: Buffer): Promise<void> {
  await db.deleteFrom('visit_link_tokens').where('token_hash', '=', hash).execute();
}

import type { CalendarFeed, CalendarFeedSummary } from '@muster/domain/messages/calendar-feeds/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    calendar_feed_secrets: TableOf<'calendar_feed_secrets'>;
  }
}

/** Which of the feeds that work: of one calendar, of one person, or both. */
export interface FeedFilter {
  /** Null: the calendar of the whole business. */
  readonly technician?: string | null;
  readonly user?: string;
}

function open({ technician, user }: FeedFilter) {
  return sql`calendar_feeds.revoked_at is null
    ${technician === undefined ? sql`` : technician === null ? sql`and technician_id is null` : sql`and technician_id = ${technician}`}
    ${user === undefined ? sql`` : sql`and created_by = ${user}`}`;
}

/** The latest first, each with who made it and when it was last read. */
export async function listFeeds(
  db: Tx,
  table: TrackedTable<CalendarFeed>,
  filter: FeedFilter,
): Promise<CalendarFeedSummary[]> {
  const { rows } = await sql<{ row: CalendarFeedSummary }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, u.first_name || ' ' || u.last_name as created_by_name, s.last_read_at
        from calendar_feeds
        join users u on u.account_id = calendar_feeds.account_id and u.id = calendar_feeds.created_by
        join calendar_feed_secrets s on s.account_id = calendar_feeds.account_id and s.feed_id = calendar_feeds.id
       where ${open(filter)}
       order by calendar_feeds.created_at desc, calendar_feeds.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function findOpenFeeds(
  db: Tx,
  filter: FeedFilter,
): Promise<{ id: string; technician_id: string | null }[]> {
  const { rows } = await sql<{ id: string; technician_id: string | null }>`
    select id, technician_id from calendar_feeds where ${open(filter)} order by id`.execute(db);
  return rows;
}

/** Who made the feed, as they are now; undefined where they cannot sign in any more. */
export async function readMaker(db: Tx, user: string): Promise<{ role: Role } | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${user} and disabled_at is null`.execute(db);
  return rows[0];
}

export async function insertSecret(db: Tx, hash: Buffer, account: AccountId, feed: string): Promise<void> {
  await db
    .insertInto('calendar_feed_secrets')
    .values({ token_hash: hash, account_id: account, feed_id: feed, is_revoked: false })
    .execute();
}

export async function revokeSecrets(db: Tx, feeds: readonly string[]): Promise<void> {
  await sql`
    update calendar_feed_secrets set is_revoked = true
     where account_id = current_account() and feed_id = any(${feeds}::uuid[])`.execute(db);
}

/** Outside every account: whoever knows the secret names the account by it. */
export async function findSecret(
  db: Db,
  hash: Buffer,
): Promise<{ account_id: string; feed_id: string; last_read_at: Date | null } | undefined> {
  return db
    .selectFrom('calendar_feed_secrets')
    .select(['account_id', 'feed_id', 'last_read_at'])
    .where('token_hash', '=', hash)
    .where('is_revoked', '=', false)
    .executeTakeFirst();
}

export async function noteRead(db: Db, hash: Buffer, at: Date): Promise<void> {
  await db
    .updateTable('calendar_feed_secrets')
    .set({ last_read_at: at })
    .where('token_hash', '=', hash)
    .execute();
}

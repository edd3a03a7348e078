import type { Site, SiteQuery, SiteSummary } from '@muster/domain/sites/schema';
import { sql } from 'kysely';
import { listPage } from '../../platform/changes/list.ts';
import { columnsOf } from '../../platform/changes/rows.ts';
import { matchesWords } from '../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';

const customerName = sql`
  (select c.name from customers c where c.account_id = sites.account_id and c.id = sites.customer_id) as customer_name`;

/** The oldest first. */
export async function listSites(
  db: Tx,
  table: TrackedTable<Site>,
  { search = '', customer, region, suburb, archived = false, cursor, limit }: SiteQuery,
): Promise<{ rows: SiteSummary[]; next: string | null }> {
  return listPage(db, {
    columns: sql<SiteSummary>`${columnsOf(table)}, ${customerName}`,
    from: sql`sites`,
    id: sql`sites.id`,
    where: [
      archived ? sql<boolean>`sites.archived_at is not null` : sql<boolean>`sites.archived_at is null`,
      matchesWords('sites', search),
      customer === undefined ? undefined : sql<boolean>`sites.customer_id = ${customer}`,
      region === undefined ? undefined : sql<boolean>`sites.region = ${region}`,
      suburb === undefined ? undefined : sql<boolean>`sites.suburb_id = ${suburb}`,
    ],
    order: { by: sql`sites.created_at`, type: 'timestamptz' },
    cursor,
    limit,
  });
}

export async function readSite(
  db: Tx,
  table: TrackedTable<Site>,
  id: string,
): Promise<SiteSummary | undefined> {
  const { rows } = await sql<{ row: SiteSummary }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)}, ${customerName} from sites where id = ${id}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

export async function countTechnicians(db: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from technicians where id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!.count;
}

export async function hasCustomer(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customers where id = ${id}`.execute(db);
  return rows.length === 1;
}

/** Of the business, for a site that is in no suburb. */
export async function readZone(db: Tx): Promise<string> {
  const { rows } = await sql<{
    zone: string;
  }>`select zone from accounts where id = current_account()`.execute(db);
  return rows[0]!.zone;
}

import type { KnownStreet, Site, SiteQuery, SiteSummary } from '@muster/domain/work/sites/schema';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { matchesWords, wordRange, wordsOf } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import { inPortions } from '../../../platform/changes/portions.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    address_lookups: TableOf<'address_lookups'>;
    lookup_queue: TableOf<'lookup_queue'>;
  }
}

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

/** Of the business, for a site that is in no suburb. */
export async function readZone(db: Tx): Promise<string> {
  const { rows } = await sql<{
    zone: string;
  }>`select zone from accounts where id = current_account()`.execute(db);
  return rows[0]!.zone;
}

/** Whether somebody else's job is done at one of these. */
export async function hasForeignJobs(db: Tx, sites: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from jobs j join sites s on s.id = j.site_id
     where j.site_id = any(${sites}::uuid[]) and s.customer_id <> j.customer_id limit 1`.execute(db);
  return rows.length > 0;
}

/** More than these are not looked through while somebody types: the street is found by typing on. */
const MOST_LOOKED_THROUGH = 5_000;
const MOST_ADDRESSES = 500;

/** Addresses with such a word whose street begins so, with how many sites each has. */
export async function listAtStreets(
  db: Tx,
  { word, first }: { readonly word: string; readonly first: string },
): Promise<(Omit<KnownStreet, 'street'> & { address: string })[]> {
  const { rows } = await sql<Omit<KnownStreet, 'street'> & { address: string }>`
    with named as materialized (
      select row_id from search_words where table_name = 'sites' and ${wordRange(wordsOf(word)[0] ?? word)}
       order by word, row_id limit ${MOST_LOOKED_THROUGH}),
    there as (
      select address, suburb_id, count(*)::int as sites from sites
       where id in (select row_id from named) and archived_at is null and suburb_id is not null
         and address ~* ${`(^|[0-9][a-z]?[ ,]+)${first}`}
       group by address, suburb_id order by sites desc, address, suburb_id limit ${MOST_ADDRESSES})
    select address, sites, p.id as suburb_id, p.name as suburb, p.region, p.postcode, p.zone
      from there join suburbs p on p.id = suburb_id order by sites desc, address, p.id`.execute(db);
  return rows;
}

/** These wait to be looked up from now on. */
export async function queueLookups(db: Tx, sites: readonly string[]): Promise<void> {
  await inPortions(sites, async (sites) => {
    const done = await sql`
      insert into lookup_queue (account_id, site_id)
      select current_account(), id from unnest(${sites}::uuid[]) as s (id) order by id
          on conflict (account_id, site_id) do update set due_at = excluded.due_at, tries = 0`.execute(db);
    return done.rows;
  });
}

/** The account whose turn it is: the next behind the last one with something due, or else the first. */
export async function nextWithLookups(db: Db, at: Date, after: string | null): Promise<string | undefined> {
  // From account to account by the index, however much one of them has waiting.
  const { rows } = await sql<{ account_id: string }>`
    with recursive account as (
      (select account_id as id from lookup_queue order by account_id limit 1)
      union all
      select (select q.account_id from lookup_queue q where q.account_id > a.id order by q.account_id limit 1)
        from account a where a.id is not null)
    select id as account_id from account
     where exists (select from lookup_queue q where q.account_id = account.id and q.due_at <= ${at})
       and not exists (select from read_only_of(account.id))
     order by id > ${after}::uuid desc nulls last, id limit 1`.execute(db);
  return rows[0]?.account_id;
}

/** Takes some that are due, those that have waited longest, and keeps others from them until then. */
export async function claimLookups(
  db: Tx,
  { at, until, most }: { at: Date; until: Date; most: number },
): Promise<{ site_id: string; tries: number }[]> {
  const { rows } = await sql<{ site_id: string; tries: number }>`
    update lookup_queue set due_at = ${until}
     where account_id = current_account() and site_id in (
       select q.site_id from lookup_queue q
        where q.account_id = current_account() and q.due_at <= ${at}
        order by q.due_at, q.site_id limit ${most} for update of q skip locked)
    returning site_id, tries`.execute(db);
  return rows;
}

/** What was claimed until a moment, and nothing that somebody has changed the address of since. */
interface Claim {
  readonly sites: readonly string[];
  readonly until: Date;
}

/** They were not asked for, or in vain: from that moment on, then. */
export async function putOffLookups(
  db: Tx,
  { sites, until }: Claim,
  { to, tries }: { to: Date; tries: number },
): Promise<void> {
  await sql`
    update lookup_queue set due_at = ${to}, tries = tries + ${tries}
     where account_id = current_account() and site_id = any(${sites}::uuid[]) and due_at = ${until}`.execute(
    db,
  );
}

export async function endLookups(db: Tx, { sites, until }: Claim): Promise<void> {
  await sql`
    delete from lookup_queue
     where account_id = current_account() and site_id = any(${sites}::uuid[]) and due_at = ${until}`.execute(
    db,
  );
}

export async function countLookups(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lookup_queue where account_id = current_account()`.execute(db);
  return rows[0]!.count;
}

/** What is known of an address: null where the geocoder knows none, undefined where it was not asked yet. */
export async function readLookup(
  db: Tx,
  address: string,
): Promise<{ latitude: number; longitude: number } | null | undefined> {
  const known = await db
    .selectFrom('address_lookups')
    .select(['latitude', 'longitude'])
    .where('address', '=', address)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const { latitude, longitude } = known;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Keeps the site as it is meanwhile: whoever erases somebody waits for this, and then forgets it. */
export async function holdSite(db: Tx, id: string): Promise<void> {
  await sql`select from sites where id = ${id} for share`.execute(db);
}

export async function saveLookup(
  db: Tx,
  address: string,
  found: { readonly latitude: number; readonly longitude: number } | undefined,
  at: Date,
): Promise<void> {
  await sql`
    insert into address_lookups (account_id, address, latitude, longitude, asked_at)
    values (current_account(), ${address}, ${found?.latitude ?? null}, ${found?.longitude ?? null}, ${at})
        on conflict (account_id, address) do update
       set latitude = excluded.latitude, longitude = excluded.longitude, asked_at = excluded.asked_at`.execute(
    db,
  );
}

/** Where people live is among the addresses. */
export async function forgetLookups(db: Tx): Promise<void> {
  await sql`delete from address_lookups`.execute(db);
}

import type { Contact } from '@muster/domain/contacts/schema';
import type {
  Customer,
  CustomerQuery,
  CustomerRecord,
  CustomerSummary,
} from '@muster/domain/customers/schema';
import type { Site } from '@muster/domain/sites/schema';
import { sql } from 'kysely';
import { listPage, type Order } from '../../platform/changes/list.ts';
import { columnsOf } from '../../platform/changes/rows.ts';
import { matchesWords, wordsOf } from '../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';

const orders: Record<NonNullable<CustomerQuery['sort']>, Order> = {
  name: { by: sql`customers.sort_name`, type: 'text' },
  '-name': { by: sql`customers.sort_name`, type: 'text', descending: true },
  created: { by: sql`customers.created_at`, type: 'timestamptz' },
  '-created': { by: sql`customers.created_at`, type: 'timestamptz', descending: true },
};

const suburbOf = sql`
  (select s.suburb || ' ' || s.region from sites s where s.customer_id = customers.id and s.archived_at is null
    order by s.created_at, s.id limit 1) as suburb`;

export async function listCustomers(
  db: Tx,
  table: TrackedTable<Customer>,
  { search = '', region, suburb, tag, archived = false, sort = 'name', cursor, limit }: CustomerQuery,
): Promise<{ rows: CustomerSummary[]; next: string | null }> {
  return listPage(db, {
    columns: sql<CustomerSummary>`${columnsOf(table)}, ${suburbOf},
      (select count(*)::int from sites s where s.customer_id = customers.id and s.archived_at is null) as site_count`,
    from: sql`customers`,
    id: sql`customers.id`,
    where: [
      archived
        ? sql<boolean>`customers.archived_at is not null`
        : sql<boolean>`customers.archived_at is null`,
      ...wordsOf(search).map(hasWord),
      region === undefined
        ? undefined
        : sql<boolean>`customers.id in (select s.customer_id from sites s where s.region = ${region} and s.archived_at is null)`,
      suburb === undefined
        ? undefined
        : sql<boolean>`customers.id in (select s.customer_id from sites s where s.suburb_id = ${suburb} and s.archived_at is null)`,
      // The words of a tag find it by an index, which no look into an array may use here.
      tag === undefined ? undefined : matchesWords('customers', tag),
      tag === undefined ? undefined : sql<boolean>`${tag.trim()} = any(customers.tags)`,
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

/** A customer is found by words of its own and of its contacts, and by the suburbs of its sites. */
function hasWord(word: string) {
  const begins = sql`w.word >= ${word} and w.word < ${word + '\u{10ffff}'}`;
  return sql<boolean>`customers.id in (
    select w.row_id from search_words w where w.table_name = 'customers' and ${begins}
    union all
    select c.customer_id from search_words w join contacts c on c.account_id = w.account_id and c.id = w.row_id
     where w.table_name = 'contacts' and ${begins}
    union all
    select s.customer_id from suburbs b join sites s on s.suburb_id = b.id
     where lower(b.name) like ${word + '%'} or lower(b.name) like ${'% ' + word + '%'} or b.postcode = ${word})`;
}

const SHOWN_JOBS = 10;

export async function readCustomer(
  db: Tx,
  tables: {
    customers: TrackedTable<Customer>;
    contacts: TrackedTable<Contact>;
    sites: TrackedTable<Site>;
  },
  id: string,
): Promise<CustomerRecord | undefined> {
  const { rows } = await sql<{ row: CustomerRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(tables.customers)},
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from
          (select ${columnsOf(tables.contacts)} from contacts where customer_id = customers.id order by sort_name, id) c) as contacts,
        (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from
          (select ${columnsOf(tables.sites)} from sites where customer_id = customers.id
            order by archived_at is not null, created_at, id) s) as sites,
        (select coalesce(jsonb_agg(to_jsonb(j)), '[]') from
          (select id, number, site_id, description, priority, state, due_on, created_at from jobs
            where customer_id = customers.id order by number desc limit ${SHOWN_JOBS}) j) as jobs
        from customers where id = ${id}) r`.execute(db);
  return rows[0]?.row;
}

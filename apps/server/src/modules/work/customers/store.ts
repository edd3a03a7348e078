import type { Contact } from '@muster/domain/work/contacts/schema';
import type {
  Customer,
  CustomerQuery,
  CustomerRecord,
  CustomerSummary,
} from '@muster/domain/work/customers/schema';
import type { Site } from '@muster/domain/work/sites/schema';
import { isWholePhone, soughtPhone } from '@muster/domain/work/search/rules';
import { type RawBuilder, sql } from 'kysely';
import { listKept } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { matchesWords, phoneRanges, wordsOf } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

const beside = sql<CustomerSummary>`
  (select s.suburb || ' ' || s.region from sites s where s.customer_id = customers.id and s.archived_at is null
    order by s.created_at, s.id limit 1) as suburb,
  (select count(*)::int from sites s where s.customer_id = customers.id and s.archived_at is null) as site_count`;

export async function listCustomers(
  db: Tx,
  table: TrackedTable<Customer>,
  { region, suburb, tag, search, ...query }: CustomerQuery,
): Promise<{ rows: CustomerSummary[]; next: string | null }> {
  const hasSite = (condition: RawBuilder<unknown>) => sql<boolean>`
    customers.id in (select s.customer_id from sites s where ${condition} and s.archived_at is null)`;
  const phone = search === undefined ? undefined : soughtPhone(search);
  const isPhone = phone !== undefined && isWholePhone(phone);
  return listKept(
    db,
    table,
    { ...query, ...(search !== undefined && !isPhone && { search }) },
    {
      beside,
      found: hasWord,
      where: [
        isPhone ? hasPhone(phone) : undefined,
        region === undefined ? undefined : hasSite(sql`s.region = ${region}`),
        suburb === undefined ? undefined : hasSite(sql`s.suburb_id = ${suburb}`),
        // The words of a tag find it by an index, which no look into an array may use here.
        tag === undefined || wordsOf(tag).length === 0 ? undefined : matchesWords('customers', tag),
        tag === undefined ? undefined : sql<boolean>`${tag.trim()} = any(customers.tags)`,
      ],
    },
  );
}

/** By the number of a customer or a contact, however it was typed. */
function hasPhone(digits: string) {
  const found = phoneRanges(digits).map(
    (range) =>
      sql`select id from customers where ${range} union all select customer_id from contacts where ${range}`,
  );
  return sql<boolean>`customers.id in (${sql.join(found, sql` union all `)})`;
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

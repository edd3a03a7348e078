import type { Duplicate, DuplicateQuery } from '@muster/domain/customers/schema';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

const MOST = 10;

/** Customers who may be the one that is being typed, by what they or their contacts have in common with it. */
export async function findDuplicates(
  db: Tx,
  { name = '', phone = '', email = '', suburb_id, except }: DuplicateQuery,
): Promise<Duplicate[]> {
  const alike = [
    ...(phone === '' ? [] : samePhone(phone)),
    ...(email === '' ? [] : sameEmail(email)),
    ...(name === '' || suburb_id === undefined ? [] : sameName(name, suburb_id)),
  ];
  if (alike.length === 0) return [];
  const { rows } = await sql<{ row: Duplicate }>`
    select to_jsonb(r) as row from (
      select c.id, c.name, min(a.contact) as contact, array_agg(distinct a.reason) as reasons, c.archived_at,
             (select s.suburb || ' ' || s.region from sites s where s.customer_id = c.id order by s.created_at, s.id limit 1) as suburb
        from (${sql.join(alike, sql` union all `)}) a
        join customers c on c.account_id = current_account() and c.id = a.id
       where c.id is distinct from ${except ?? null}::uuid
       group by c.account_id, c.id
       order by count(distinct a.reason) desc, c.sort_name, c.id
       limit ${MOST}) r`.execute(db);
  return rows.map(({ row }) => row);
}

interface Typed {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly suburb_id: number | null;
}

interface Alike {
  /** Which of those that were asked for. */
  readonly place: number;
  readonly name: string;
  readonly suburb: string | null;
  readonly reason: string;
  readonly archived_at: string | null;
}

/** The same for any number of them, with one statement: whom each looks like, the first of them. */
export async function findAlike(db: Tx, list: readonly Typed[]): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    with wanted as materialized (
      select place::int - 1 as place, lower(trim(name)) as name, phone_digits(phone) as phone, lower(trim(email)) as email, suburb_id
        from unnest(${list.map(({ name }) => name)}::text[], ${list.map(({ phone }) => phone)}::text[],
                    ${list.map(({ email }) => email)}::text[], ${list.map(({ suburb_id }) => suburb_id)}::int[])
             with ordinality w(name, phone, email, suburb_id, place)),
    alike as (
      select w.place, c.id, 1 as rank, 'phone' as reason from wanted w join customers c on c.phone_digits = w.phone and c.phone_digits <> ''
      union all
      select w.place, k.customer_id, 1, 'phone' from wanted w join contacts k on k.phone_digits = w.phone and k.phone_digits <> ''
      union all
      select w.place, c.id, 2, 'email' from wanted w join customers c on c.email = w.email and c.email <> ''
      union all
      select w.place, k.customer_id, 2, 'email' from wanted w join contacts k on k.email = w.email and k.email <> ''
      union all
      select w.place, c.id, 3, 'name and suburb' from wanted w join customers c on c.sort_name = w.name
        join sites s on s.account_id = c.account_id and s.customer_id = c.id and s.suburb_id = w.suburb_id
      union all
      select w.place, k.customer_id, 3, 'name and suburb' from wanted w join contacts k on k.sort_name = w.name
        join sites s on s.account_id = k.account_id and s.customer_id = k.customer_id and s.suburb_id = w.suburb_id)
    select distinct on (a.place) a.place, c.name, a.reason, c.archived_at,
           (select s.suburb || ' ' || s.region from sites s where s.customer_id = c.id order by s.created_at, s.id limit 1) as suburb
      from alike a join customers c on c.account_id = current_account() and c.id = a.id
     order by a.place, a.rank, c.sort_name, c.id`.execute(db);
  return rows;
}

type Found = RawBuilder<{ id: string; contact: string | null; reason: string }>;

function samePhone(phone: string): Found[] {
  const same = sql`phone_digits = phone_digits(${phone}) and phone_digits <> ''`;
  return [
    sql`select id, null as contact, 'phone' as reason from customers where ${same}`,
    sql`select customer_id, name, 'phone' from contacts where ${same}`,
  ];
}

function sameEmail(email: string): Found[] {
  const same = sql`email = lower(trim(${email})) and email <> ''`;
  return [
    sql`select id, null as contact, 'email' as reason from customers where ${same}`,
    sql`select customer_id, name, 'email' from contacts where ${same}`,
  ];
}

function sameName(name: string, suburb: number): Found[] {
  const same = sql`sort_name = lower(trim(${name}))`;
  return [
    sql`select id, null as contact, 'name and suburb' as reason from customers where ${same}
           and exists (select from sites s where s.customer_id = customers.id and s.suburb_id = ${suburb})`,
    sql`select customer_id, name, 'name and suburb' from contacts where ${same}
           and exists (select from sites s where s.customer_id = contacts.customer_id and s.suburb_id = ${suburb})`,
  ];
}

import type { Duplicate, DuplicateQuery } from '@muster/domain/work/customers/schema';
import { type RawBuilder, sql } from 'kysely';
import { inPortions } from '../../../platform/changes/portions.ts';
import type { Tx } from '../../../platform/db/executor.ts';

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
  readonly abn: string;
  readonly suburb_id: number | null;
}

interface Alike {
  /** Which of those that were asked for. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly abn: string | null;
  readonly phone: string;
  readonly email: string;
  readonly suburb: string | null;
  readonly reason: string;
  readonly archived_at: string | null;
}

/** The same for any number of them, with few statements: whom each looks like, the first of them. */
export async function findAlike(db: Tx, list: readonly Typed[]): Promise<Alike[]> {
  const placed = list.map((typed, place) => ({ typed, place }));
  return inPortions(placed, async (placed) => {
    const found = await findAlikeOf(
      db,
      placed.map(({ typed }) => typed),
    );
    return found.map((alike) => Object.assign(alike, { place: placed[0]!.place + alike.place }));
  });
}

async function findAlikeOf(db: Tx, list: readonly Typed[]): Promise<Alike[]> {
  const { rows } = await sql<Alike>`
    with wanted as materialized (
      select place::int - 1 as place, lower(trim(name)) as name, phone_digits(phone) as phone, lower(trim(email)) as email, abn, suburb_id
        from unnest(${list.map(({ name }) => name)}::text[], ${list.map(({ phone }) => phone)}::text[],
                    ${list.map(({ email }) => email)}::text[], ${list.map(({ abn }) => abn)}::text[],
                    ${list.map(({ suburb_id }) => suburb_id)}::int[])
             with ordinality w(name, phone, email, abn, suburb_id, place)),
    -- By name first, and one by one in which suburb: a suburb may have thousands of sites, a name has few customers.
    named as materialized (
      select w.place, c.id, w.suburb_id = any(array(select s.suburb_id from sites s where s.customer_id = c.id)) as is_near,
             c.archived_at is null and (w.phone = '' or c.phone_digits in ('', w.phone)) and (w.email = '' or c.email in ('', w.email))
               and (w.abn = '' or coalesce(c.abn, '') in ('', w.abn)) as is_alike
        from wanted w join customers c on c.sort_name = w.name
      union all
      select w.place, k.customer_id, w.suburb_id = any(array(select s.suburb_id from sites s where s.customer_id = k.customer_id)), false
        from wanted w join contacts k on k.sort_name = w.name),
    alike as (
      select w.place, c.id, 1 as rank, 'phone' as reason from wanted w join customers c on c.phone_digits = w.phone and c.phone_digits <> ''
      union all
      select w.place, k.customer_id, 1, 'phone' from wanted w join contacts k on k.phone_digits = w.phone and k.phone_digits <> ''
      union all
      select w.place, c.id, 2, 'email' from wanted w join customers c on c.email = w.email and c.email <> ''
      union all
      select w.place, k.customer_id, 2, 'email' from wanted w join contacts k on k.email = w.email and k.email <> ''
      union all
      select place, id, 3, 'name and suburb' from named where is_near
      union all
      -- Where the name alone is the same, it may be one unless anything else that both say is different.
      select place, id, 4, 'name' from named where is_alike)
    select first.*, (select s.suburb || ' ' || s.region from sites s where s.customer_id = first.id order by s.created_at, s.id limit 1) as suburb
      from (
        select distinct on (a.place) a.place, c.id, c.name, c.abn, c.phone, c.email, a.reason, c.archived_at
          from alike a join wanted w on w.place = a.place join customers c on c.account_id = current_account() and c.id = a.id
         order by a.place, a.rank = 4, c.sort_name = w.name desc, c.archived_at is not null, a.rank, c.sort_name, c.id) first`.execute(
    db,
  );
  return rows;
}

/** Where customers have sites. */
export async function readPlaces(
  db: Tx,
  customers: readonly string[],
): Promise<{ customer_id: string; address: string; suburb_id: number | null }[]> {
  return inPortions(customers, async (customers) => {
    const { rows } = await sql<{ customer_id: string; address: string; suburb_id: number | null }>`
      select customer_id, address, suburb_id from sites where customer_id = any(${customers}::uuid[])`.execute(
      db,
    );
    return rows;
  });
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

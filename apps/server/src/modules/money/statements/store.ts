import type {
  OwedQuery,
  OwedRow,
  OwedTotals,
  Statement,
  StatementEntry,
  StatementQuery,
} from '@muster/domain/money/statements/schema';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { eachWord, wordRange } from '../../../platform/changes/search-words.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Whether an allocation counted at the end of a day. */
const counted = (on: string) =>
  sql`a.on_date <= ${on}::date and (a.released_on is null or a.released_on > ${on}::date)`;

/**
 * What was owed at the end of a day, and what customers had with the business, one row for each document. What was given back beyond
 * what somebody had is owed from that day on. What is settled now and
 * nothing was put to since was settled then: so only what is open is looked at, and what has changed since that day.
 */
function openOn(on: string, customer?: string): RawBuilder<unknown> {
  const of = (column: string) =>
    customer === undefined ? sql`` : sql`and ${sql.ref(column)} = ${customer}::uuid`;
  const paidOf = (column: 'invoice_id' | 'credit_note_id' | 'payment_id' | 'refund_id', id: string) =>
    sql`coalesce((select sum(a.amount) from allocations a where ${sql.ref(`a.${column}`)} = ${sql.ref(id)} and ${counted(on)}), 0)`;
  return sql`
    select i.bill_to_id as customer_id, i.due_on, i.total - ${paidOf('invoice_id', 'i.id')} as owed, 0 as credit, true as is_invoice
      from invoices i
     where i.id in (
       select id from invoices where kind = 'invoice' and state = 'issued' and outstanding > 0 ${of('bill_to_id')}
       union select a.invoice_id from allocations a where a.on_date > ${on}::date and a.invoice_id is not null)
       and i.issued_on <= ${on}::date ${of('i.bill_to_id')}
    union all
    select i.bill_to_id, null, 0, i.total - ${paidOf('credit_note_id', 'i.id')}, false
      from invoices i
     where i.id in (
       select id from invoices where kind = 'credit note' and state = 'issued' and outstanding > 0 ${of('bill_to_id')}
       union select a.credit_note_id from allocations a where a.on_date > ${on}::date and a.credit_note_id is not null)
       and i.issued_on <= ${on}::date ${of('i.bill_to_id')}
    union all
    select p.customer_id, p.received_on, p.amount - ${paidOf('refund_id', 'p.id')}, 0, false
      from payments p
     where p.id in (
       select id from payments where kind = 'refund' and used < amount and taken_back_at is null ${of('customer_id')}
       union select id from payments where kind = 'refund' and taken_back_on > ${on}::date ${of('customer_id')}
       union select a.refund_id from allocations a where a.on_date > ${on}::date and a.refund_id is not null)
       and p.kind = 'refund' and p.received_on <= ${on}::date
       and (p.taken_back_on is null or p.taken_back_on > ${on}::date) ${of('p.customer_id')}
    union all
    select p.customer_id, null, 0, p.amount - ${paidOf('payment_id', 'p.id')}, false
      from payments p
     where p.id in (
       select id from payments where unused > 0 ${of('customer_id')}
       union select id from payments where taken_back_on > ${on}::date ${of('customer_id')}
       union select a.payment_id from allocations a where a.on_date > ${on}::date and a.payment_id is not null)
       and p.kind = 'payment' and p.received_on <= ${on}::date
       and (p.taken_back_on is null or p.taken_back_on > ${on}::date) ${of('p.customer_id')}`;
}

/** The sums of such rows, by how long they have been due at the end of that day. */
function byAge(on: string): RawBuilder<unknown> {
  const sum = (name: string, days: RawBuilder<boolean>) =>
    sql`coalesce(sum(owed) filter (where ${days}), 0)::float8 as ${sql.ref(name)}`;
  const late = sql`${on}::date - due_on`;
  return sql`
    ${sum('not_due', sql`${late} <= 0`)}, ${sum('to_30', sql`${late} between 1 and 30`)},
    ${sum('to_60', sql`${late} between 31 and 60`)}, ${sum('to_90', sql`${late} between 61 and 90`)},
    ${sum('older', sql`${late} > 90`)}, coalesce(sum(owed), 0)::float8 as owed, coalesce(sum(credit), 0)::float8 as credit,
    coalesce(sum(owed - credit), 0)::float8 as balance`;
}

const orders: Record<NonNullable<OwedQuery['sort']>, Order> = {
  '-balance': { by: sql`owing.balance::bigint`, type: 'bigint', descending: true },
  name: { by: sql`owing.sort_name`, type: 'text' },
  oldest: { by: sql`coalesce(owing.oldest_due_on, 'infinity'::date)`, type: 'date' },
};

export async function listOwing(
  db: Tx,
  on: string,
  { search = '', sort = '-balance', cursor, limit }: OwedQuery,
): Promise<{ rows: OwedRow[]; next: string | null }> {
  return listPage(db, {
    columns: sql<OwedRow>`owing.id, owing.name, owing.not_due, owing.to_30, owing.to_60, owing.to_90, owing.older, owing.owed,
      owing.credit, owing.balance, owing.invoices, owing.oldest_due_on`,
    from: sql`(
      select c.id, c.name, c.sort_name, ${byAge(on)}, (count(*) filter (where open.owed > 0 and is_invoice))::int as invoices,
             min(due_on) filter (where open.owed > 0) as oldest_due_on
        from (${openOn(on)}) open join customers c on c.id = open.customer_id
       where open.owed > 0 or open.credit > 0
       group by c.id, c.name, c.sort_name) owing`,
    id: sql`owing.id`,
    where: eachWord(
      search,
      (word) => sql<boolean>`owing.id in (
        select row_id from search_words where table_name = 'customers' and ${wordRange(word)})`,
    ),
    order: orders[sort],
    cursor,
    limit,
  });
}

export async function sumOwing(db: Tx, on: string): Promise<OwedTotals> {
  const { rows } = await sql<OwedTotals>`
    select ${on} as on, ${byAge(on)}, count(distinct customer_id)::int as customers
      from (${openOn(on)}) open where owed > 0 or credit > 0`.execute(db);
  return rows[0]!;
}

/** What makes a customer owe more or less, with its day. What was taken back on its own day never counted. */
const movesOf = (customer: string) => sql`(
  select id, issued_on as day, kind, number, title as text, due_on,
         case kind when 'invoice' then total else -total end as amount
    from invoices where bill_to_id = ${customer} and state = 'issued'
  union all
  select id, received_on, kind, null, reference, null, case kind when 'payment' then -amount else amount end
    from payments where customer_id = ${customer} and taken_back_on is distinct from received_on
  union all
  select id, taken_back_on, kind || ' taken back', null, reference, null, case kind when 'payment' then amount else -amount end
    from payments where customer_id = ${customer} and taken_back_on > received_on)`;

export async function readStatement(
  db: Tx,
  customer: string,
  { from, to }: StatementQuery,
): Promise<Statement | undefined> {
  const sum = (name: string, kind: string) =>
    sql`coalesce(sum(amount) filter (where day >= ${from}::date and kind like ${kind}), 0)::float8 as ${sql.ref(name)}`;
  const { rows } = await sql<Statement>`
    select c.id as customer_id, c.name as customer_name, ${from} as from, ${to} as to, m.*, o.*
      from customers c
      cross join (
        select coalesce(sum(amount) filter (where day < ${from}::date), 0)::float8 as opening,
               ${sum('invoiced', 'invoice')}, ${sum('credited', 'credit note')}, ${sum('paid', 'payment%')},
               ${sum('refunded', 'refund%')}, coalesce(sum(amount), 0)::float8 as closing,
               (count(*) filter (where day >= ${from}::date))::int as entries
          from ${movesOf(customer)} moves where day <= ${to}::date) m
      cross join (select ${byAge(to)} from (${openOn(to, customer)}) open) o
     where c.id = ${customer}`.execute(db);
  return rows[0];
}

/** Day by day, each with what is owed after it. */
export async function listEntries(
  db: Tx,
  customer: string,
  { from, to }: StatementQuery,
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: StatementEntry[]; next: string | null }> {
  return listPage(db, {
    columns: sql<StatementEntry>`entries.id, entries.day as on, entries.kind, entries.number, entries.text, entries.due_on, entries.amount,
      entries.balance`,
    from: sql`(
      select moves.*, sum(amount) over (order by day, id)::float8 as balance
        from ${movesOf(customer)} moves where day <= ${to}::date) entries`,
    id: sql`entries.id`,
    where: [sql<boolean>`entries.day >= ${from}::date`],
    order: { by: sql`entries.day`, type: 'date' },
    cursor,
    limit,
  });
}

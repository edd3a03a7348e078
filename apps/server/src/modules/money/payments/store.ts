import type {
  Credit,
  CreditPart,
  InvoicePayment,
  Payment,
  PaymentQuery,
  PaymentRecord,
  PaymentSummary,
} from '@muster/domain/money/payments/schema';
import type { PaymentKind, PaymentMethod } from '@muster/domain/money/payments/rules';
import { readCents } from '@muster/domain/values/cents';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { eachWord, wordRange } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    payments: TableOf<'payments', { kind: PaymentKind; method: PaymentMethod }>;
  }
}

/** Whoever records what this customer paid, or uses what they have with us, goes one after the other. */
export async function holdCustomer(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customers where id = ${id} for no key update`.execute(db);
  return rows.length === 1;
}

/** An issued invoice that is to be paid. */
export interface Payable {
  readonly id: string;
  readonly number: string | null;
  readonly kind: 'invoice' | 'credit note';
  readonly bill_to_id: string;
  readonly issued_on: string | null;
  readonly outstanding: number;
}

const payable = sql`id, number, kind, bill_to_id, issued_on::text, outstanding`;

export async function readPayables(db: Tx, ids: readonly string[]): Promise<Payable[]> {
  const { rows } = await sql<Payable>`select ${payable} from invoices where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** What a customer owes, the longest due first. */
export async function listOwed(db: Tx, customer: string, most: number): Promise<Payable[]> {
  const { rows } = await sql<Payable>`
    select ${payable} from invoices
     where bill_to_id = ${customer} and state = 'issued' and outstanding > 0 and kind = 'invoice'
     order by due_on, issued_on, id limit ${most}`.execute(db);
  return rows;
}

/** What a customer has with us, the oldest first. */
export async function listCredit(db: Tx, customer: string, most: number): Promise<CreditPart[]> {
  const { rows } = await sql<CreditPart>`
    select id, kind, number, "on"::text, amount from (
      select id, 'payment' as kind, null as number, received_on as "on", unused as amount
        from payments where customer_id = ${customer} and unused > 0
      union all
      select id, kind, number, issued_on, outstanding
        from invoices where bill_to_id = ${customer} and state = 'issued' and outstanding > 0 and kind = 'credit note') r
     order by "on", id limit ${most}`.execute(db);
  return rows;
}

/** What of these payments is on its way back to the card, so that nobody else gives it away. */
export async function listOnWayBack(
  db: Tx,
  ids: readonly string[],
): Promise<{ id: string; amount: number }[]> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select payment_id as id, sum(amount)::float8 as amount from card_refunds
     where payment_id = any(${ids}::uuid[]) and state in ('waiting', 'pending') group by payment_id`.execute(
    db,
  );
  return rows;
}

/** Refunds by which a customer got more back than they had, with what they owe of each, the oldest first. */
export async function listGivenBeyond(db: Tx, customer: string): Promise<{ id: string; amount: number }[]> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select id, amount - used as amount from payments
     where customer_id = ${customer} and kind = 'refund' and used < amount and taken_back_at is null
     order by received_on, id`.execute(db);
  return rows;
}

/** The payments of a customer that pay for invoices, but this one, the latest first. */
export async function listPaying(db: Tx, customer: string, except: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments p
     where customer_id = ${customer} and id <> ${except}
       and exists (select from allocations where payment_id = p.id and invoice_id is not null and released_on is null)
     order by received_on desc, id desc`.execute(db);
  return rows.map(({ id }) => id);
}

export async function sumCredit(db: Tx, customer: string): Promise<Pick<Credit, 'credit' | 'owed'>> {
  const { rows } = await sql<{ credit: number; owed: number }>`
    select (coalesce((select sum(unused) from payments where customer_id = ${customer} and unused > 0), 0)
             + coalesce(sum(outstanding) filter (where kind = 'credit note'), 0))::float8 as credit,
           (coalesce(sum(outstanding) filter (where kind = 'invoice'), 0)
             + coalesce((select sum(amount - used) from payments
                          where customer_id = ${customer} and kind = 'refund' and used < amount and taken_back_at is null), 0))::float8 as owed
      from invoices where bill_to_id = ${customer} and state = 'issued' and outstanding > 0`.execute(db);
  return rows[0]!;
}

/** The last day on which something of this payment was put to an invoice, or was given back. */
export async function lastUse(db: Tx, payment: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(on_date)::text as day from allocations where payment_id = ${payment} and released_on is null`.execute(
    db,
  );
  return rows[0]!.day;
}

/** What of this payment was given back by hand, in cents. What went back to a card is owed where nothing makes up for it. */
export async function sumGivenBack(db: Tx, payment: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(a.amount), 0)::float8 as sum from allocations a join payments back on back.id = a.refund_id
     where a.payment_id = ${payment} and a.released_on is null and back.provider is null`.execute(db);
  return rows[0]!.sum;
}

/** What of payments is used, as allocations that count say. */
export async function writeUsed(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    update payments set used = n.used
      from (select p.id, coalesce(sum(a.amount), 0)::int as used
              from payments p
              left join allocations a on (a.payment_id = p.id or a.refund_id = p.id) and a.released_on is null
             where p.id = any(${ids}::uuid[]) group by p.id) n
     where payments.id = n.id and payments.used <> n.used`.execute(db);
}

const derived = sql`payments.used, payments.unused`;

export async function readPayment(
  db: Tx,
  table: TrackedTable<Payment>,
  id: string,
): Promise<PaymentRecord | undefined> {
  const { rows } = await sql<{ row: PaymentRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, ${derived}, c.name as customer_name,
             (select coalesce(jsonb_agg(to_jsonb(part) order by part.on_date, part.id), '[]') from (
                select a.id, a.amount, a.on_date, a.released_on,
                       case when i.id is not null then i.kind when a.refund_id = payments.id then 'payment' else 'refund' end as kind,
                       coalesce(i.id, case when a.refund_id = payments.id then a.payment_id else a.refund_id end) as of_id, i.number
                  from allocations a
                  left join invoices i on i.id = coalesce(a.invoice_id, a.credit_note_id)
                 where a.payment_id = payments.id or a.refund_id = payments.id) part) as parts
        from payments join customers c on c.id = payments.customer_id
       where payments.id = ${id}) r`.execute(db);
  return rows[0]?.row;
}

const orders: Record<NonNullable<PaymentQuery['sort']>, Order> = {
  received: { by: sql`payments.received_on`, type: 'date' },
  '-received': { by: sql`payments.received_on`, type: 'date', descending: true },
  amount: { by: sql`payments.amount`, type: 'int' },
  '-amount': { by: sql`payments.amount`, type: 'int', descending: true },
};

const inView: Record<NonNullable<PaymentQuery['view']>, RawBuilder<boolean>> = {
  received: sql<boolean>`payments.kind = 'payment' and payments.taken_back_at is null`,
  unused: sql<boolean>`payments.unused > 0`,
  refunds: sql<boolean>`payments.kind = 'refund'`,
  'taken back': sql<boolean>`payments.taken_back_at is not null`,
};

export async function listPayments(
  db: Tx,
  table: TrackedTable<Payment>,
  { search = '', view, method, customer, from, to, sort = '-received', cursor, limit }: PaymentQuery,
): Promise<{ rows: PaymentSummary[]; next: string | null }> {
  return listPage(db, {
    columns: sql<PaymentSummary>`${columnsOf(table)}, ${derived}, c.name as customer_name, paid.invoices, paid.numbers`,
    from: sql`payments`,
    details: sql`
      join customers c on c.id = payments.customer_id
      cross join lateral (
        select count(*)::int as invoices,
               coalesce((array_agg(number order by issued_on, number))[1:3], '{}') as numbers
          from (select distinct i.number, i.issued_on from allocations a join invoices i on i.id = a.invoice_id
                 where a.payment_id = payments.id and (a.released_on is null or payments.taken_back_at is not null)) i) paid`,
    id: sql`payments.id`,
    where: [
      view && inView[view],
      method === undefined ? undefined : sql<boolean>`payments.method = ${method}`,
      customer === undefined ? undefined : sql<boolean>`payments.customer_id = ${customer}`,
      from === undefined ? undefined : sql<boolean>`payments.received_on >= ${from}::date`,
      to === undefined ? undefined : sql<boolean>`payments.received_on <= ${to}::date`,
      ...matchesAmountOrWords(search),
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

/** Whoever goes through a statement of their bank looks for an amount; anything else is words. */
function matchesAmountOrWords(search: string): RawBuilder<boolean>[] {
  const cents = /[$.]/.test(search) ? readCents(search) : undefined;
  return cents === undefined ? eachWord(search, matchesPayments) : [sql<boolean>`payments.amount = ${cents}`];
}

/** A payment is found by its own words, by those of who paid, and by the numbers of what it paid. */
function matchesPayments(word: string): RawBuilder<boolean> {
  const inRange = wordRange(word);
  return sql<boolean>`payments.id in (
    select w.row_id from search_words w where w.table_name = 'payments' and ${inRange}
    union all
    select p.id from search_words w join payments p on p.customer_id = w.row_id where w.table_name = 'customers' and ${inRange}
    union all
    select a.payment_id from search_words w join allocations a on a.invoice_id = w.row_id
     where w.table_name = 'invoices' and ${inRange} and a.payment_id is not null)`;
}

/** What paid for an invoice or was credited of it; of a credit note, what it was used for. */
export async function listInvoicePayments(db: Tx, invoice: string): Promise<InvoicePayment[]> {
  const { rows } = await sql<{ row: InvoicePayment }>`
    select to_jsonb(r) as row from (
      select a.id, a.amount, a.on_date, a.released_on, i.number, p.method, p.reference,
             coalesce(p.created_at, n.issued_at) as recorded_at,
             case when i.id is not null then i.kind else p.kind end as kind, coalesce(i.id, p.id) as of_id,
             case when p.taken_back_at is not null then p.taken_back_reason end as taken_back_reason
        from allocations a
        left join invoices i on i.id = case when a.invoice_id = ${invoice} then a.credit_note_id else a.invoice_id end
        left join payments p on p.id = coalesce(a.payment_id, a.refund_id)
        left join invoices n on n.id = a.credit_note_id
       where a.invoice_id = ${invoice} or a.credit_note_id = ${invoice}
       order by a.on_date, a.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** All payments and refunds of a customer. */
export async function idsOfCustomer(db: Tx, customer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('customer_id', '=', customer)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

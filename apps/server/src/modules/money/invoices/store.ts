import {
  Invoice,
  type InvoicedWork,
  type InvoiceQuery,
  type InvoiceRecord,
  type InvoiceSummary,
  type InvoiceTotals,
  type InvoiceTotalsQuery,
  type Supplier,
  type Buyer,
} from '@muster/domain/money/invoices/schema';
import type { InvoiceKind } from '@muster/domain/money/invoices/rules';
import type { InvoiceLine } from '@muster/domain/money/lines/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Side } from '@muster/domain/money/payments/free-days';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { foundByAll, wordRange } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    charged_visits: TableOf<'charged_visits'>;
    invoices: TableOf<'invoices', { kind: InvoiceKind; state: 'draft' | 'issued' }>;
    allocations: TableOf<'allocations'>;
  }
}

const derived = sql`invoices.settled, invoices.outstanding, invoices.sent_at, invoices.seen_at,
  (select coalesce(sum(a.amount), 0)::int
     from allocations a join invoices n on n.id = a.credit_note_id
    where a.invoice_id = invoices.id and n.credits_id = invoices.id and a.released_on is null) as credited`;

/** Documents with what follows from payments and from what was sent, in the order of their ids. */
export async function readInvoices(
  db: Tx,
  table: TrackedTable<Invoice>,
  ids: readonly string[],
): Promise<Omit<InvoiceRecord, 'pay_to'>[]> {
  const { rows } = await sql<{ row: Omit<InvoiceRecord, 'pay_to'> }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)}, ${derived} from invoices where id = any(${ids}::uuid[]) order by id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

const byCreated: Order = { by: sql`invoices.created_at`, type: 'timestamptz' };
const byNumber: Order = { by: sql`invoices.sort_number`, type: 'bigint' };
const byDue: Order = { by: sql`invoices.sort_due`, type: 'date' };
const byIssued: Order = { by: sql`invoices.sort_issued`, type: 'date' };
const orders: Record<NonNullable<InvoiceQuery['sort']>, Order> = {
  '-created': { ...byCreated, descending: true },
  number: byNumber,
  '-number': { ...byNumber, descending: true },
  due: byDue,
  '-due': { ...byDue, descending: true },
  issued: byIssued,
  '-issued': { ...byIssued, descending: true },
  '-total': { by: sql`invoices.total`, type: 'int', descending: true },
};

const isIssued = sql`invoices.kind = 'invoice' and invoices.state = 'issued'`;

function inView(view: NonNullable<InvoiceQuery['view']>, today: LocalDate): RawBuilder<boolean> {
  if (view === 'draft') return sql<boolean>`invoices.state = 'draft'`;
  if (view === 'paid') return sql<boolean>`(${isIssued} and invoices.outstanding <= 0)`;
  if (view === 'unpaid') return sql<boolean>`(${isIssued} and invoices.outstanding > 0)`;
  return sql<boolean>`(${isIssued} and invoices.outstanding > 0 and invoices.sort_due < ${today}::date)`;
}

/** What a row of the list has no use for, and could be long. */
const leftOut = new Set(['lines', 'supplier', 'buyer', 'work', 'visits', 'note']);
const listed = {
  name: 'invoices',
  columns: Object.keys(Invoice.properties).filter(
    (name) => name !== 'id' && name !== 'version' && !leftOut.has(name),
  ),
};

export async function listInvoices(
  db: Tx,
  query: InvoiceQuery,
  today: LocalDate,
): Promise<{ rows: InvoiceSummary[]; next: string | null }> {
  const {
    search = '',
    view,
    kind,
    job,
    credits,
    from,
    to,
    sort = '-created',
    cursor,
    limit,
    ...ofWhom
  } = query;
  return listPage(db, {
    columns: sql<InvoiceSummary>`${columnsOf(listed as never)}, ${derived},
      c.name as customer_name, b.name as bill_to_name`,
    from: sql`invoices`,
    details: sql`join customers c on c.id = invoices.customer_id join customers b on b.id = invoices.bill_to_id`,
    id: sql`invoices.id`,
    where: [
      view && inView(view, today),
      kind === undefined ? undefined : sql<boolean>`invoices.kind = ${kind}`,
      ...ofThem(ofWhom),
      job === undefined ? undefined : sql<boolean>`invoices.jobs @> array[${job}]::uuid[]`,
      credits === undefined ? undefined : sql<boolean>`invoices.credits_id = ${credits}`,
      from === undefined ? undefined : sql<boolean>`invoices.issued_on >= ${from}::date`,
      to === undefined ? undefined : sql<boolean>`invoices.issued_on <= ${to}::date`,
      foundByAll(sql`invoices.id`, search, invoicesWith),
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

/** An invoice is found by its own words, and by those of its customer and of whoever pays. */
function invoicesWith(word: string): RawBuilder<unknown> {
  const inRange = wordRange(word);
  return sql`
    select w.row_id from search_words w where w.table_name = 'invoices' and ${inRange}
    union all
    select i.id from search_words w join invoices i on i.customer_id = w.row_id where w.table_name = 'customers' and ${inRange}
    union all
    select i.id from search_words w join invoices i on i.bill_to_id = w.row_id where w.table_name = 'customers' and ${inRange}`;
}

/** What is overdue, without looking at anything that is not owed. */
export async function sumOverdue(db: Tx, today: LocalDate): Promise<InvoiceTotals['overdue']> {
  const { rows } = await sql<InvoiceTotals['overdue']>`
    select count(*)::int as count, coalesce(sum(outstanding), 0)::float8 as sum from invoices
     where ${isIssued} and outstanding > 0 and sort_due < ${today}::date`.execute(db);
  return rows[0]!;
}

/** Of one customer, or of the work at one site. */
function ofThem({ customer, site }: InvoiceTotalsQuery): RawBuilder<boolean>[] {
  return [
    ...(customer === undefined
      ? []
      : [sql<boolean>`(invoices.customer_id = ${customer} or invoices.bill_to_id = ${customer})`]),
    ...(site === undefined
      ? []
      : [sql<boolean>`invoices.jobs && array(select id from jobs where site_id = ${site})`]),
  ];
}

/** What was taken back of invoices of which nothing is owed any more: nobody paid that. */
const creditedOfPaid = sql`(
  select coalesce(sum(a.amount), 0) from invoices n
    join allocations a on a.credit_note_id = n.id and a.invoice_id = n.credits_id and a.released_on is null
    join (select id from shown where outstanding <= 0) i on i.id = n.credits_id
   where n.credits_id is not null)`;

export async function sumInvoices(
  db: Tx,
  query: InvoiceTotalsQuery,
  today: LocalDate,
): Promise<InvoiceTotals> {
  const { rows } = await sql<{ totals: InvoiceTotals }>`
    with shown as not materialized (
      select * from invoices where ${sql.join([sql`true`, ...ofThem(query)], sql` and `)})
    select jsonb_build_object(
      'draft', jsonb_build_object('count', count(*) filter (where state = 'draft'),
                 'sum', coalesce(sum(case kind when 'invoice' then total else -total end) filter (where state = 'draft'), 0)),
      'unpaid', jsonb_build_object('count', count(*) filter (where ${isIssued} and outstanding > 0),
                  'sum', coalesce(sum(outstanding) filter (where ${isIssued}), 0)),
      'overdue', jsonb_build_object('count', count(*) filter (where ${isIssued} and outstanding > 0 and due_on < ${today}::date),
                   'sum', coalesce(sum(outstanding) filter (where ${isIssued} and due_on < ${today}::date), 0)),
      'paid', jsonb_build_object('count', count(*) filter (where ${isIssued} and outstanding <= 0),
                'sum', coalesce(sum(total) filter (where ${isIssued} and outstanding <= 0), 0) - ${creditedOfPaid}),
      'credit', jsonb_build_object('count', count(*) filter (where kind = 'credit note' and state = 'issued' and outstanding > 0),
                  'sum', coalesce(sum(outstanding) filter (where kind = 'credit note' and state = 'issued'), 0))) as totals
      from shown as invoices`.execute(db);
  return rows[0]!.totals;
}

export async function listDraftsOf(db: Tx, customers: readonly string[]): Promise<{ id: string }[]> {
  return db
    .selectFrom('invoices')
    .select('id')
    .where('state', '=', 'draft')
    .where((is) => is.or([is('customer_id', 'in', customers), is('bill_to_id', 'in', customers)]))
    .orderBy('id')
    .execute();
}

/** So many at most that are for a customer, or that they pay. */
export async function listOfCustomer(
  db: Tx,
  customer: string,
  most: number,
): Promise<{ id: string; customer_id: string; bill_to_id: string }[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'customer_id', 'bill_to_id'])
    .where((is) => is.or([is('customer_id', '=', customer), is('bill_to_id', '=', customer)]))
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Drafts of invoices, held. */
export async function listDrafts(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices where state = 'draft' and kind = 'invoice' order by id for no key update`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The lines of all issued credit notes of an invoice. */
export async function listCreditedLines(db: Tx, id: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<{ line: InvoiceLine }>`
    select line from invoices c cross join lateral jsonb_array_elements(c.lines) as line
     where c.credits_id = ${id} and c.state = 'issued'`.execute(db);
  return rows.map(({ line }) => line);
}

/** Whose jobs these visits are of. Visits that are not there are not among them. */
export async function findVisits(
  db: Tx,
  ids: readonly string[],
): Promise<{ id: string; job_id: string; customer_id: string }[]> {
  const { rows } = await sql<{ id: string; job_id: string; customer_id: string }>`
    select v.id, v.job_id, j.customer_id from visits v join jobs j on j.id = v.job_id where v.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** Jobs as they are named on paper; done on the day of the last of these visits, or of any where none is named. */
export async function describeWork(
  db: Tx,
  jobs: readonly string[],
  visits: readonly string[],
): Promise<{ customer_id: string; job: InvoicedWork }[]> {
  const { rows } = await sql<{ customer_id: string; job: InvoicedWork }>`
    select customer_id, to_jsonb(r) - 'customer_id' as job from (
      select j.id as job_id, j.customer_id, j.number, left(coalesce(nullif(split_part(j.description, E'\n', 1), ''), t.name, ''), 200) as title,
             concat_ws(', ', nullif(s.address, ''), nullif(concat_ws(' ', nullif(s.suburb, ''), nullif(s.region, ''), nullif(s.postcode, '')), '')) as address,
             (select max((coalesce(a.done_at, a.ends_at) at time zone s.zone)::date)
                from visits v join assignments a on a.visit_id = v.id
               where v.job_id = j.id and v.state in ('completed', 'needs return', 'could not complete')
                 and (v.id = any(${visits}::uuid[]) or not exists (
                   select from visits w where w.job_id = j.id and w.id = any(${visits}::uuid[])))) as done_on
        from jobs j join sites s on s.id = j.site_id left join job_types t on t.id = j.job_type_id
       where j.id = any(${jobs}::uuid[]) order by j.number) r`.execute(db);
  return rows;
}

/** Who had the jobs of these invoices and may show them to customers: any technician, where the owner lets them; else who is more than that. */
export async function listShowers(db: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ technician_id: string }>`
    select distinct a.technician_id
      from invoices i
      join visits v on v.job_id = any(i.jobs)
      join assignments a on a.visit_id = v.id
      join technicians t on t.id = a.technician_id
      join users u on u.id = t.user_id
     where i.id = any(${ids}::uuid[]) and i.kind = 'invoice' and i.state = 'issued'
       and (u.role <> 'technician' or exists (select from money_settings where technicians_show_invoices))`.execute(
    db,
  );
  return rows.map(({ technician_id }) => technician_id);
}

/** "invv" as a number. */
const VISIT_LOCK = 0x696e7676;

/** Whoever charges these visits goes one after the other, in the order of their ids. */
export async function lockVisits(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(id, ${VISIT_LOCK}))
      from (select id from unnest(${ids.toSorted()}::text[]) with ordinality as t (id, place) order by place offset 0) o`.execute(
    db,
  );
}

/** A visit that another document charges as well, one that was not credited as a whole. */
export async function findChargedTwice(
  db: Tx,
  id: string,
  visits: readonly string[],
): Promise<{ visit: string; number: string | null } | undefined> {
  const { rows } = await sql<{ visit: string; number: string | null }>`
    select 'J-' || j.number || '/' || v.number as visit, i.number
      from invoices i join visits v on v.id = any(i.visits) and v.id = any(${visits}::uuid[]) join jobs j on j.id = v.job_id
     where i.kind = 'invoice' and i.id <> ${id} and i.visits && ${visits}::uuid[]
       and not (i.state = 'issued' and exists (
         select from invoices c where c.credits_id = i.id and c.state = 'issued' having count(*) > 0 and sum(c.total) >= i.total))
     order by 1 limit 1`.execute(db);
  return rows[0];
}

/** The visits of these documents as they are charged now. What was removed has none. */
export async function writeChargedVisits(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with charged as (
      select i.id, unnest(i.visits) as visit_id from invoices i
       where i.id = any(${ids}::uuid[]) and i.kind = 'invoice'
         and not (i.state = 'issued' and exists (select from invoices c where c.credits_id = i.id and c.state = 'issued')
           and i.total <= (select sum(c.total) from invoices c where c.credits_id = i.id and c.state = 'issued'))),
    gone as (
      delete from charged_visits v
       where v.invoice_id = any(${ids}::uuid[])
         and not exists (select from charged c where c.visit_id = v.visit_id and c.id = v.invoice_id))
    insert into charged_visits (account_id, visit_id, invoice_id)
    select current_account(), visit_id, id from charged c
     where not exists (select from charged_visits v where v.visit_id = c.visit_id and v.invoice_id = c.id)`.execute(
    db,
  );
}

/** The business, as papers name it. */
export async function readSupplier(
  db: Tx,
): Promise<Omit<Supplier, 'is_gst_registered' | 'address' | 'bank'>> {
  const { rows } = await sql<Omit<Supplier, 'is_gst_registered' | 'address' | 'bank'>>`
    select name, abn, phone, email, trade_licence, region, colour, logo_id from accounts where id = current_account()`.execute(
    db,
  );
  return rows[0]!;
}

/** Customers, as papers name them: at their site, where they have only one. */
export async function readBuyers(db: Tx, customers: readonly string[]): Promise<Map<string, Buyer>> {
  const { rows } = await sql<Buyer & { id: string }>`
    select c.id, c.name, c.abn, c.email, c.phone, coalesce(s.address, '') as address
      from customers c
      left join lateral (
        select min(concat_ws(', ', nullif(s.address, ''), nullif(concat_ws(' ', nullif(s.suburb, ''), nullif(s.region, ''), nullif(s.postcode, '')), ''))) as address
          from sites s where s.customer_id = c.id and s.archived_at is null having count(*) = 1) s on true
     where c.id = any(${customers}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...buyer }) => [id, buyer]));
}

/** What pays and what is paid: nobody else allocates these until the transaction ends. In one order, so that two never wait for each other. */
export async function holdSides(
  db: Tx,
  invoices: readonly string[],
  payments: readonly string[],
): Promise<void> {
  await sql`select from invoices where id = any(${invoices}::uuid[]) order by id for no key update`.execute(
    db,
  );
  await sql`select from payments where id = any(${payments}::uuid[]) order by id for no key update`.execute(
    db,
  );
}

/** What settles, and what it settles, by number; money, which has none, by kind and amount. */
interface Torn {
  readonly by: string | null;
  readonly by_amount: number;
  readonly settled: string | null;
  readonly settled_amount: number;
}

/**
 * One of these invoices and payments with what it settles, or is settled by, where that is another customer's. What was reversed on
 * its own day never joined anything; a credit note belongs with its invoice even if all of it is credit of the customer.
 */
export async function findTorn(db: Tx, ids: readonly string[]): Promise<Torn | undefined> {
  const { rows } = await sql<Torn>`
    select note.number as by, payment.amount as by_amount, invoice.number as settled, refund.amount as settled_amount
      from allocations a
      left join invoices note on note.id = a.credit_note_id
      left join payments payment on payment.id = a.payment_id
      left join invoices invoice on invoice.id = a.invoice_id
      left join payments refund on refund.id = a.refund_id
     where (a.credit_note_id = any(${ids}::uuid[]) or a.payment_id = any(${ids}::uuid[])
            or a.invoice_id = any(${ids}::uuid[]) or a.refund_id = any(${ids}::uuid[]))
       and a.released_on is distinct from a.on_date
       and coalesce(note.bill_to_id, payment.customer_id) <> coalesce(invoice.bill_to_id, refund.customer_id)
    union all
    select note.number, 0, invoice.number, 0
      from invoices note join invoices invoice on invoice.id = note.credits_id
     where (note.id = any(${ids}::uuid[]) or note.credits_id = any(${ids}::uuid[])) and note.state = 'issued'
       and note.bill_to_id <> invoice.bill_to_id
    limit 1`.execute(db);
  return rows[0];
}

/** What allocations come to, beside what there is: of invoices and credit notes, and of payments and refunds. */
export interface Allocated {
  readonly id: string;
  readonly name: string;
  readonly kind: InvoiceKind | 'payment' | 'refund';
  readonly is_open: boolean;
  readonly whole: number;
  readonly settled: number;
}

export async function readAllocated(
  db: Tx,
  invoices: readonly string[],
  payments: readonly string[],
): Promise<Allocated[]> {
  const { rows } = await sql<{ row: Allocated }>`
    select to_jsonb(r) as row from (
      select i.id, i.kind, coalesce(i.number, '') as name, i.state = 'issued' as is_open, i.total as whole,
             (select coalesce(sum(amount), 0) from allocations where invoice_id = i.id and released_on is null)
               + (select coalesce(sum(amount), 0) from allocations where credit_note_id = i.id and released_on is null) as settled
        from invoices i where i.id = any(${invoices}::uuid[])
      union all
      select p.id, p.kind, '' as name, p.taken_back_at is null as is_open, p.amount as whole,
             (select coalesce(sum(amount), 0) from allocations where payment_id = p.id and released_on is null)
               + (select coalesce(sum(amount), 0) from allocations where refund_id = p.id and released_on is null) as settled
        from payments p where p.id = any(${payments}::uuid[])) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** What of these was ever taken, and from when until when: of invoices and credit notes, and of payments and refunds. */
export async function readSides(
  db: Tx,
  invoices: readonly string[],
  payments: readonly string[],
): Promise<(Side & { readonly id: string })[]> {
  const { rows } = await sql<{ row: Side & { id: string } }>`
    select to_jsonb(s) || jsonb_build_object('taken', (
             select coalesce(jsonb_agg(jsonb_build_object('amount', a.amount, 'on_date', a.on_date, 'released_on', a.released_on)), '[]')
               from allocations a
              where a.invoice_id = s.id or a.credit_note_id = s.id or a.payment_id = s.id or a.refund_id = s.id)) as row
      from (select id, total as whole from invoices where id = any(${invoices}::uuid[])
            union all select id, amount from payments where id = any(${payments}::uuid[])) s`.execute(db);
  return rows.map(({ row }) => row);
}

/** What is paid of invoices, and what is used of credit notes. */
export async function writeSettled(
  db: Tx,
  rows: readonly { readonly id: string; readonly settled: number }[],
): Promise<void> {
  await sql`
    update invoices set settled = n.settled
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, settled int)
     where invoices.id = n.id and invoices.settled <> n.settled`.execute(db);
}

/** Allocations that count, by what they are of. */
export async function listAllocations(
  db: Tx,
  {
    ids = [],
    payments = [],
    invoices = [],
  }: { ids?: readonly string[]; payments?: readonly string[]; invoices?: readonly string[] },
): Promise<{ id: string; version: number; on_date: string }[]> {
  const { rows } = await sql<{ id: string; version: number; on_date: string }>`
    select id, version, on_date::text from allocations
     where released_on is null
       and (id = any(${ids}::uuid[]) or payment_id = any(${payments}::uuid[]) or refund_id = any(${payments}::uuid[])
            or invoice_id = any(${invoices}::uuid[]) or credit_note_id = any(${invoices}::uuid[]))
     order by id`.execute(db);
  return rows;
}

/** What a payment pays for at this time, the latest first. */
export async function listUses(
  db: Tx,
  payment: string,
): Promise<{ id: string; invoice_id: string; amount: number; on_date: string }[]> {
  const { rows } = await sql<{ id: string; invoice_id: string; amount: number; on_date: string }>`
    select id, invoice_id, amount, on_date::text from allocations
     where payment_id = ${payment} and invoice_id is not null and released_on is null
     order by on_date desc, id desc`.execute(db);
  return rows;
}

export async function writeSent(db: Tx, id: string, at: Date | null): Promise<void> {
  await sql`
    update invoices set sent_at = ${at}
     where id = ${id} and state = 'issued' and (sent_at is null or ${at}::timestamptz is null)`.execute(db);
}

export async function writeSeen(db: Tx, id: string, at: Date): Promise<void> {
  await sql`update invoices set seen_at = ${at} where id = ${id} and state = 'issued' and seen_at is null`.execute(
    db,
  );
}

export interface InvoiceEvent {
  readonly event: 'invoice issued' | 'invoice credited' | 'invoice paid' | 'invoice owed again';
  readonly invoice: string;
}

/** What entries of the log put to invoices, in cents: below zero where it counts no more, be it released or undone. */
function putToInvoices(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select e.position, (put.was ->> 'invoice_id')::uuid as invoice,
           (put.was ->> 'amount')::int * case
             when e.before is null then 1
             when e.after is null then case when e.before ->> 'released_on' is null then -1 else 0 end
             when e.after ? 'released_on' then case when e.after ->> 'released_on' is null then 1 else -1 end
             else 0 end as amount
      from change_entries e
      left join allocations a on a.id = e.row_id
      left join lateral (
        select g.before from change_entries g where a.id is null and g.row_id = e.row_id and g.after is null limit 1) gone on true
      cross join lateral (select coalesce(to_jsonb(a), gone.before) as was) put
     where e.table_name = 'allocations' and put.was ->> 'invoice_id' is not null and ${which}`;
}

/**
 * Invoices that a change issued, credited, paid in full, be it that the last cents were credited, or left owed again. What was owed then
 * is what is owed now and what has been put to it since, because a program may be told late. What came from another program was issued
 * there.
 */
export async function listInvoiceEvents(
  db: Tx,
  { number, month }: { number: number; month: string },
): Promise<InvoiceEvent[]> {
  const { rows } = await sql<InvoiceEvent>`
    with put as (${putToInvoices(sql`e.number = ${number} and e.month = ${month}::date`)}),
    since as (${putToInvoices(sql`e.month >= ${month}::date and e.number in (
      select s.number from change_subjects s where s.number > ${number} and s.subject_id in (select invoice from put))`)}),
    owed as (
      select i.id, put.position, put.amount,
             i.outstanding + coalesce((select sum(amount) from since where invoice = i.id), 0) as cents
        from (select invoice, min(position) as position, sum(amount) as amount from put group by invoice) put
        join invoices i on i.id = put.invoice)
    select event, invoice from (
      select min(e.position) as position, coalesce(i.credits_id, i.id) as invoice,
             case i.kind when 'invoice' then 'invoice issued' else 'invoice credited' end as event
        from change_entries e join invoices i on e.table_name = 'invoices' and i.id = e.row_id and not i.is_imported
       where e.number = ${number} and e.month = ${month}::date and e.after ->> 'state' = 'issued'
       group by 2, 3
      union all
      select position, id, 'invoice paid' from owed
       where cents = 0 and amount > 0
         and (exists (select from since where invoice = owed.id and amount < 0)
           or exists (
             select from allocations p left join invoices c on c.id = p.credit_note_id
              where p.invoice_id = owed.id and p.released_on is null and c.credits_id is distinct from owed.id))
      union all
      select position, id, 'invoice owed again' from owed where cents > 0 and cents + amount = 0) happened
     order by position`.execute(db);
  return rows;
}

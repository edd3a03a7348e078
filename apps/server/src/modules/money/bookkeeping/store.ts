import type { BookTotals, GstEntry, GstSummary } from '@muster/domain/money/bookkeeping/schema';
import type { Paid, Sales, Sold } from '@muster/domain/money/bookkeeping/gst';
import type { Invoice } from '@muster/domain/money/invoices/schema';
import { type RawBuilder, sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Days of the business, both included. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}
export interface Part {
  readonly cursor?: string | undefined;
  readonly limit: number;
}
interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | null;
}

/** An issued document, as books take it in. */
export type Booked = Pick<
  Invoice,
  'id' | 'kind' | 'is_imported' | 'due_on' | 'terms_days' | 'order_number' | 'title' | 'lines'
> & {
  readonly number: string;
  readonly issued_on: string;
  readonly supplier: NonNullable<Invoice['supplier']>;
  readonly buyer: NonNullable<Invoice['buyer']>;
  /** The number of the invoice that it corrects. */
  readonly credits: string | null;
};

const inside = ({ from, to }: Stretch) =>
  sql<boolean>`invoices.state = 'issued' and invoices.issued_on between ${from} and ${to}`;

/** `own`: without those from another program, whose books have them already. */
export async function listBooked(
  db: Tx,
  { own, ...stretch }: Stretch & { readonly own: boolean },
  page: Part,
): Promise<Page<Booked>> {
  return listPage<Booked>(db, {
    columns: sql<Booked>`invoices.id, invoices.kind, invoices.is_imported, invoices.number, invoices.issued_on, invoices.due_on,
      invoices.terms_days, invoices.order_number, invoices.title, invoices.lines, invoices.supplier, invoices.buyer,
      credited.number as credits`,
    from: sql`invoices`,
    details: sql`left join invoices credited on credited.id = invoices.credits_id`,
    id: sql`invoices.id`,
    where: [inside(stretch), own ? sql<boolean>`not invoices.is_imported` : undefined],
    order: { by: sql`invoices.issued_on`, type: 'date' },
    ...page,
  });
}

/** What paid for an invoice, as another program takes payments in: also for one that came from it, because its books know that as owed. */
export interface BookedPayment {
  readonly id: string;
  readonly payment_id: string;
  readonly customer: string;
  /** When it was put to the invoice: money that waited comes in no period that may be closed there. */
  readonly on_date: string;
  readonly method: string;
  readonly reference: string;
  readonly amount: number;
  readonly number: string;
  readonly issued_on: string;
  readonly order_number: string;
}

/** In the order in which they were applied; those of a payment that was taken back are left out. */
export async function listBookedPayments(
  db: Tx,
  { from, to }: Stretch,
  page: Part,
): Promise<Page<BookedPayment>> {
  return listPage<BookedPayment>(db, {
    columns: sql<BookedPayment>`allocations.id, allocations.payment_id, i.buyer->>'name' as customer, allocations.on_date, p.method, p.reference,
      allocations.amount, i.number, i.issued_on, i.order_number`,
    from: sql`allocations`,
    details: sql`join payments p on p.id = allocations.payment_id join invoices i on i.id = allocations.invoice_id`,
    id: sql`allocations.id`,
    where: [
      sql<boolean>`allocations.on_date between ${from} and ${to}`,
      sql<boolean>`allocations.released_on is null and allocations.payment_id is not null and allocations.invoice_id is not null`,
    ],
    order: { by: sql`allocations.on_date`, type: 'date' },
    ...page,
  });
}

/** Money that came in or went back, or was taken back, with what it paid for. */
export interface MoneyRow {
  readonly id: string;
  readonly kind: 'payment' | 'refund';
  readonly customer: string;
  readonly method: string;
  readonly amount: number;
  readonly received_on: string;
  readonly is_received: boolean;
  readonly is_taken_back: boolean;
  readonly reference: string;
  readonly note: string;
  readonly taken_back_on: string | null;
  readonly taken_back_reason: string;
  readonly unused: number;
  readonly paid: readonly { readonly number: string; readonly amount: number }[];
}

export async function listMoney(db: Tx, { from, to }: Stretch, page: Part): Promise<Page<MoneyRow>> {
  const isReceived = sql<boolean>`payments.received_on between ${from} and ${to}`;
  const isTakenBack = sql<boolean>`coalesce(payments.taken_back_on between ${from} and ${to}, false)`;
  return listPage<MoneyRow>(db, {
    columns: sql<MoneyRow>`payments.id, payments.kind, c.name as customer, payments.method, payments.amount, payments.received_on,
      ${isReceived} as is_received, ${isTakenBack} as is_taken_back, payments.reference,
      payments.note, payments.taken_back_on, payments.taken_back_reason, payments.unused,
      (select coalesce(jsonb_agg(jsonb_build_object('number', i.number, 'amount', a.amount) order by i.issued_on, a.id), '[]')
         from allocations a join invoices i on i.id = a.invoice_id
        where a.payment_id = payments.id and (a.released_on is null or payments.taken_back_on is not null)) as paid`,
    from: sql`payments`,
    details: sql`join customers c on c.id = payments.customer_id`,
    id: sql`payments.id`,
    where: [sql<boolean>`(${isReceived} or payments.taken_back_on between ${from} and ${to})`],
    order: { by: sql`payments.received_on`, type: 'date' },
    ...page,
  });
}

export async function addUp(db: Tx, stretch: Stretch): Promise<BookTotals> {
  const { from, to } = stretch;
  const { rows } = await sql<BookTotals>`
    with booked as (
      select kind, is_imported, count(*)::int as many, sum(net)::float8 as net, sum(gst)::float8 as gst, sum(total)::float8 as total
        from invoices where ${inside(stretch)} group by kind, is_imported),
    own as (select *, case kind when 'invoice' then 1 else -1 end as sign from booked where not is_imported),
    money as (
      select (select count(*)::int from payments where received_on between ${from} and ${to}) as payments,
             (select count(*)::int from payments where taken_back_on between ${from} and ${to}) as taken_back,
             coalesce((select sum(case kind when 'payment' then amount else -amount end) from payments
                        where received_on between ${from} and ${to}), 0)
             - coalesce((select sum(case kind when 'payment' then amount else -amount end) from payments
                          where taken_back_on between ${from} and ${to}), 0) as received)
    select coalesce((select sum(many)::int from own where kind = 'invoice'), 0) as invoices,
           coalesce((select sum(many)::int from own where kind = 'credit note'), 0) as credit_notes,
           coalesce((select sum(many)::int from booked where is_imported), 0) as imported,
           coalesce((select sum(sign * net) from own), 0) as net,
           coalesce((select sum(sign * gst) from own), 0) as gst,
           coalesce((select sum(sign * total) from own), 0) as total,
           money.payments, money.taken_back, money.received::float8 as received
      from money`.execute(db);
  return rows[0]!;
}

/** What of a document is taxable, with its GST, and what is not. */
const salesOf = sql`jsonb_build_object('taxable', invoices.taxable, 'gst', invoices.gst, 'gst_free', invoices.gst_free,
  'input_taxed', invoices.input_taxed)`;

/** A deposit, unless it was taken back before it paid for anything. */
const deposited = sql`a.deposit_on is not null and a.released_on is distinct from a.on_date`;

/** When a sale counts where it is reported as it is invoiced: on the day of its invoice, or before, when money for it came in. */
const accruedOn = sql`least(invoices.issued_on, (
  select min(a.deposit_on) from allocations a where a.invoice_id = invoices.id and ${deposited}))`;

export type Accrued = Omit<GstEntry, 'sales' | 'gst' | 'gst_free' | 'input_taxed'> & {
  readonly sold: Sales;
};

/**
 * Invoices and credit notes whose day is in the stretch; what came from another program was reported from there. Looked for among
 * those that were issued in it and those that money of it paid, because both have an index.
 */
const accrued = ({ from, to }: Stretch) => sql`(
  select invoices.id, ${accruedOn} as day from invoices join (
    select id from invoices where ${inside({ from, to })} and not is_imported
    union
    select i.id from allocations a join invoices i on i.id = a.invoice_id
     where a.deposit_on between ${from} and ${to} and ${deposited} and i.issued_on > ${to} and not i.is_imported) found on found.id = invoices.id
) accrued join invoices on invoices.id = accrued.id`;

export async function listAccrued(db: Tx, { from, to }: Stretch, page: Part): Promise<Page<Accrued>> {
  return listPage<Accrued>(db, {
    columns: sql<Accrued>`invoices.id, day as on, invoices.kind, invoices.id as document_id, invoices.kind as document_kind, invoices.number,
      invoices.buyer->>'name' as bill_to_name, ${salesOf} as sold`,
    from: accrued({ from, to }),
    id: sql`accrued.id`,
    where: [sql<boolean>`day between ${from} and ${to}`],
    order: { by: sql`day`, type: 'date' },
    ...page,
  });
}

export async function sumAccrued(db: Tx, { from, to }: Stretch): Promise<GstSummary> {
  const sum = (amount: RawBuilder<unknown>) =>
    sql`coalesce(sum(case invoices.kind when 'invoice' then ${amount} else -(${amount}) end), 0)::float8`;
  const { rows } = await sql<GstSummary>`
    select ${sum(sql`invoices.total`)} as sales, ${sum(sql`invoices.gst`)} as gst, ${sum(sql`invoices.gst_free`)} as gst_free,
           ${sum(sql`invoices.input_taxed`)} as input_taxed, count(*)::int as invoices
      from ${accrued({ from, to })} where day between ${from} and ${to}`.execute(db);
  return rows[0]!;
}

/** What pays or is given back on a day of the stretch, or counts no more from that day on. */
export interface Move {
  readonly id: string;
  readonly on: string;
  readonly is_released: boolean;
  readonly kind: GstEntry['kind'];
  readonly document_id: string;
}

/** Money that is not for an invoice is none of them: it is the customer's until it is. */
export async function listMoves(db: Tx, { from, to }: Stretch, page: Part): Promise<Page<Move>> {
  const counts = sql`(a.invoice_id is not null or a.credit_note_id is not null)
    and a.on_date is distinct from a.released_on`;
  return listPage<Move>(db, {
    columns: sql<Move>`moves.id, moves.day as on, moves.is_released,
      case when moves.is_released then 'taken back' when moves.refund_id is not null then 'refund'
           when moves.credit_note_id is not null then 'credit used' else 'payment' end as kind,
      coalesce(moves.invoice_id, moves.credit_note_id) as document_id`,
    from: sql`(
      select a.*, a.on_date as day, false as is_released from allocations a
       where a.on_date between ${from} and ${to} and ${counts}
      union all
      select a.*, a.released_on, true from allocations a
       where a.released_on between ${from} and ${to} and ${counts}) moves`,
    id: sql`moves.id`,
    where: [],
    order: { by: sql`moves.day`, type: 'date' },
    ...page,
  });
}

/** An invoice or a credit note, by which it is known to people. */
export type NamedSold = Sold & Pick<GstEntry, 'document_kind' | 'number' | 'bill_to_name'>;

/**
 * All that has happened to the documents of these allocations, up to a day, and what the documents are. Looked for by arrays, so that
 * the index of the documents is read and never all that was ever paid.
 */
export async function readPaid(
  db: Tx,
  allocations: readonly string[],
  to: string,
): Promise<{ documents: NamedSold[]; paid: Paid[] }> {
  const { rows } = await sql<{ documents: NamedSold[]; paid: Paid[] }>`
    with asked as materialized (select * from allocations where id = any(${allocations}::uuid[])),
    of_invoices as materialized (
      select * from allocations where invoice_id = any(array(select invoice_id from asked)) and on_date <= ${to}),
    credits as materialized (
      select credit_note_id as id from asked where credit_note_id is not null
      union select credit_note_id from of_invoices where credit_note_id is not null),
    paid as (
      select * from of_invoices
      union
      select * from allocations where credit_note_id = any(array(select id from credits)) and on_date <= ${to}),
    documents as (select invoice_id as id from asked where invoice_id is not null union select id from credits)
    select (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'credits_id', credits_id, 'sales', ${salesOf},
                     'document_kind', kind, 'number', number, 'bill_to_name', buyer->>'name')), '[]')
              from invoices where id = any(array(select id from documents))) as documents,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'amount', amount, 'invoice_id', invoice_id,
                     'credit_note_id', credit_note_id, 'on_date', on_date, 'released_on', released_on)), '[]')
              from paid) as paid`.execute(db);
  return rows[0]!;
}

import type { InvoiceAttention, ReminderStop } from '@muster/domain/messages/payment-reminders/schema';
import type { Owed } from '@muster/domain/messages/payment-reminders/rules';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Channel } from '../../../platform/live/event-log.ts';

/** Which accounts remind of what is overdue. A read-only one comes up again when it is paid. */
export async function listReminding(db: Db): Promise<Channel[]> {
  const { rows } = await sql<{ channel: Channel }>`
    select 'account ' || account_id as channel from payment_reminding_accounts
     where not exists (select from read_only_of(account_id)) order by account_id`.execute(db);
  return rows.map(({ channel }) => channel);
}

export interface OwedInvoice extends Owed {
  readonly id: string;
}

/** Nobody is told to pay whose money lies here: a deposit, what they paid too much, a credit note. */
const owesMoreThanWeHave = sql`
  (select sum(case o.kind when 'invoice' then o.outstanding else -o.outstanding end)
     from invoices o where o.bill_to_id = i.bill_to_id and o.state = 'issued' and o.outstanding > 0)
  > (select coalesce(sum(p.unused), 0) from payments p where p.customer_id = i.bill_to_id and p.unused > 0)`;

/** Whoever has paid, and says to their bank that they have not, is not reminded while the bank decides. */
const isDisputed = sql`exists (
  select from card_disputes d join card_payments p on p.payment_id = d.payment_id
   where p.invoice_id = i.id and d.state in ('asked', 'open', 'answered'))`;

const owedWhere = (where: RawBuilder<unknown>) => sql<{ row: OwedInvoice }>`
  select to_jsonb(r) as row from (
    select i.id, i.due_on, (i.sent_at at time zone b.zone)::date as sent_on,
           (select (max(l.at) at time zone b.zone)::date from invoice_letters l
             where l.invoice_id = i.id and l.kind = 'reminder') as reminded_on
      from invoices i join accounts b on b.id = i.account_id
     where i.kind = 'invoice' and i.state = 'issued' and i.outstanding > 0 and i.due_on is not null
       and not exists (select from reminder_stops s where s.invoice_id = i.id)
       and not ${isDisputed}
       and ${where} and ${owesMoreThanWeHave}
     order by i.due_on, i.id) r`;

/** Invoices that are owed, went out and of which one of these days has come within the last week. */
export async function listAbout(db: Tx, days: readonly number[], today: string): Promise<OwedInvoice[]> {
  const { rows } = await owedWhere(sql`
    i.sent_at is not null and i.due_on = any(
      select ${today}::date - d - ago from unnest(${days}::int[]) d, generate_series(0, 6) ago)`).execute(db);
  return rows.map(({ row }) => row);
}

/** The same of one, while it is owed and nobody has stopped its reminders. */
export async function findOwed(db: Tx, invoice: string): Promise<OwedInvoice | undefined> {
  const { rows } = await owedWhere(sql`i.id = ${invoice}`).execute(db);
  return rows[0]?.row;
}

export async function findStop(
  db: Tx,
  table: TrackedTable<ReminderStop>,
  invoice: string,
): Promise<ReminderStop | undefined> {
  const { rows } = await sql<{ row: ReminderStop }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from reminder_stops where invoice_id = ${invoice}) r`.execute(db);
  return rows[0]?.row;
}

/** As many as somebody looks through, and as long as a weekend and a bit. */
const MOST_SHOWN = 20;
const KEPT_DAYS = 5;

/** Letters of the last days that did not arrive, of each invoice only one of the latest moment. */
export async function listLost(db: Tx, at: Date): Promise<InvoiceAttention['lost']> {
  const { rows } = await sql<{ row: InvoiceAttention['lost'][number] }>`
    select row from (select distinct on (i.id) l.at, jsonb_build_object('invoice_id', i.id, 'number', i.number, 'customer', c.name, 'way', l.way,
                              'to_address', l.to_address, 'why', coalesce(t.error, m.refusal, '')) as row
      from invoice_letters l
      join invoices i on i.id = l.invoice_id
      join customers c on c.id = i.bill_to_id
      left join texts t on l.way = 'text' and t.id = l.message_id
      left join mails m on l.way = 'email' and m.id = l.message_id and m.refused_at is not null
     where l.at > ${at}::timestamptz - make_interval(days => ${KEPT_DAYS}) and i.outstanding > 0
       and (t.state in ('failed', 'expired', 'unknown') or m.id is not null)
       and not exists (select from invoice_letters n where n.invoice_id = l.invoice_id and n.at > l.at)
     order by i.id, l.id) lost
     order by at desc, row ->> 'number' limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ row }) => row);
}

/** What Stripe refused of paying by card since it was last tried, and what the books refuse of what it did. */
export async function listCardProblems(db: Tx): Promise<InvoiceAttention['cards']> {
  const { rows } = await sql<{ row: InvoiceAttention['cards'][number] }>`
    select jsonb_build_object('what', r.what, 'invoice_id', i.id, 'number', i.number, 'customer', c.name,
                              'amount', r.amount, 'why', r.why) as row
      from (
        select case when s.taken_at is null then 'refused' else 'taken' end as what, s.invoice_id, s.amount,
               s.problem as why, s.made_at as at
          from card_sessions s join invoices i on i.id = s.invoice_id
         where s.problem <> '' and (i.outstanding > 0 or s.taken_at is not null)
           and not exists (select from card_sessions l where l.invoice_id = s.invoice_id and l.made_at > s.made_at)
        union all
        select distinct on (p.id) 'returned', p.invoice_id, p.amount, e.problem, e.received_at
          from inbound_events e
          join card_payments p on p.charge = e.content->>'charge' or p.payment_intent = e.content->>'intent'
         where e.problem <> '' and e.done_at is null and e.content->>'object' in ('refund', 'dispute', 'charge')) r
      join invoices i on i.id = r.invoice_id
      join customers c on c.id = i.bill_to_id
     order by r.at limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ row }) => row);
}

/** Disputes that somebody has to answer at Stripe. */
export async function listDisputes(db: Tx): Promise<InvoiceAttention['disputes']> {
  const { rows } = await sql<{ row: InvoiceAttention['disputes'][number] }>`
    select jsonb_build_object('invoice_id', i.id, 'number', i.number, 'customer', c.name, 'amount', d.amount,
                              'answer_by', d.answer_by) as row
      from card_disputes d
      join card_payments p on p.payment_id = d.payment_id
      join invoices i on i.id = p.invoice_id
      join customers c on c.id = i.bill_to_id
     where d.state in ('asked', 'open') order by d.answer_by, d.id limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ row }) => row);
}

import { refundable } from '@muster/domain/money/card-refunds/rules';
import type { CardDispute, CardMoney, CardRefund } from '@muster/domain/money/card-refunds/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    card_refunds: TableOf<'card_refunds'>;
    card_disputes: TableOf<'card_disputes'>;
  }
}

/** A payment by card as whoever gives it back has to know it. */
export interface PaidByCard {
  readonly payment_id: string;
  readonly invoice_id: string;
  readonly stripe_account: string;
  readonly payment_intent: string;
  readonly amount: number;
}

const paidByCard = sql`payment_id, invoice_id, stripe_account, payment_intent, amount`;

/** Nobody else gives anything of it back until the transaction ends, to the card or otherwise: both hold who paid. A test moved no money. */
export async function holdPaid(
  db: Tx,
  by: { readonly payment: string } | { readonly intent: string; readonly account: string },
): Promise<PaidByCard | undefined> {
  const isIt =
    'payment' in by
      ? sql`payment_id = ${by.payment}`
      : sql`payment_intent = ${by.intent} and stripe_account = ${by.account} and payment_id is not null`;
  await sql`
    select from customers where id in (
      select p.customer_id from card_payments c join payments p on p.id = c.payment_id where ${isIt}) for no key update`.execute(
    db,
  );
  const { rows } = await sql<PaidByCard>`
    select ${paidByCard} from card_payments where ${isIt} for no key update`.execute(db);
  return rows[0];
}

/** Whether it is about a payment of ours: its account of Stripe may sell elsewhere as well. */
export async function isPaidHere(
  db: Tx,
  { charge, intent, account }: { charge: string | null; intent: string | null; account: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from card_payments
     where stripe_account = ${account} and (charge = ${charge} or payment_intent = ${intent}) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function readCardMoney(
  db: Tx,
  { refunds, disputes }: { refunds: TrackedTable<CardRefund>; disputes: TrackedTable<CardDispute> },
  { payment_id, amount }: Pick<PaidByCard, 'payment_id' | 'amount'>,
): Promise<CardMoney> {
  const { rows } = await sql<Pick<CardMoney, 'refunds' | 'disputes'> & { otherwise: number }>`
    select coalesce((select jsonb_agg(to_jsonb(r) order by r.made_at, r.id) from (
             select ${columnsOf(refunds)} from card_refunds where payment_id = ${payment_id}) r), '[]') as refunds,
           coalesce((select jsonb_agg(to_jsonb(d) order by d.opened_at, d.id) from (
             select ${columnsOf(disputes)} from card_disputes where payment_id = ${payment_id}) d), '[]') as disputes,
           coalesce((
             select sum(a.amount) from allocations a join payments back on back.id = a.refund_id
              where a.payment_id = ${payment_id} and a.released_on is null and back.provider is null), 0)::float8 as otherwise`.execute(
    db,
  );
  const { otherwise, ...found } = rows[0]!;
  return { refundable: refundable(amount, { ...found, otherwise }), ...found };
}

/** The payment of a refund that Stripe may not know yet, and how much it gives back. */
export type WaitingRefund = PaidByCard;

/** Nobody else writes down what becomes of it until the transaction ends. */
export async function holdWaiting(db: Tx, id: string): Promise<WaitingRefund | undefined> {
  const { rows } = await sql<WaitingRefund>`
    select p.payment_id, p.invoice_id, p.stripe_account, p.payment_intent, r.amount
      from card_refunds r join card_payments p on p.payment_id = r.payment_id
     where r.id = ${id} and r.state = 'waiting' for no key update of r`.execute(db);
  return rows[0];
}

/**
 * The key with which Stripe is asked for a refund now: the same for all who ask within that time of each other, and another one after
 * that. Returns its number.
 */
export async function takeKey(
  db: Tx,
  id: string,
  { now, lastsMs }: { now: Date; lastsMs: number },
): Promise<number> {
  const over = new Date(now.getTime() - lastsMs);
  const { rows } = await sql<{ key_number: number }>`
    update card_refunds set key_number = key_number + case when key_asked_at < ${over} then 1 else 0 end, key_asked_at = ${now}
     where id = ${id} returning key_number`.execute(db);
  return rows[0]!.key_number;
}

/** What a change says of the money of cards, with the invoice and the payment that it is about. */
export interface CardMoneyEvent {
  readonly event:
    | 'card payment received'
    | 'card payment refunded'
    | 'card refund returned'
    | 'card payment disputed'
    | 'card dispute won'
    | 'card dispute lost';
  readonly invoice: string;
  readonly payment: string;
}

/** A test moves no money, and is none. */
export async function listCardEvents(
  db: Tx,
  { number, month }: { number: number; month: string },
): Promise<CardMoneyEvent[]> {
  const entries = (table: 'card_payments' | 'card_refunds' | 'card_disputes') =>
    sql`(select position, row_id, before, after from change_entries
          where number = ${number} and month = ${month}::date and table_name = ${table})`;
  const { rows } = await sql<CardMoneyEvent>`
    select event, c.invoice_id as invoice, c.payment_id as payment from (
      select e.position, 'card payment received' as event, c.payment_id
        from ${entries('card_payments')} e join card_payments c on c.id = e.row_id where e.before is null
      union all
      select e.position, case e.after ->> 'state' when 'succeeded' then 'card payment refunded' else 'card refund returned' end, r.payment_id
        from ${entries('card_refunds')} e join card_refunds r on r.id = e.row_id
       where e.after ->> 'state' = 'succeeded' or (e.after ->> 'state' = 'failed' and e.before ->> 'state' = 'succeeded')
      union all
      select e.position, 'card payment disputed', d.payment_id
        from ${entries('card_disputes')} e join card_disputes d on d.id = e.row_id where e.before is null
      union all
      select e.position, 'card dispute ' || (e.after ->> 'state'), d.payment_id
        from ${entries('card_disputes')} e join card_disputes d on d.id = e.row_id
       where e.after ->> 'state' in ('won', 'lost')) happened
      join card_payments c on c.payment_id = happened.payment_id
     order by position, event desc`.execute(db);
  return rows;
}

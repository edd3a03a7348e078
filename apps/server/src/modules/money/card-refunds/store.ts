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

/** A refund that Stripe may not know yet, with what it gives back; nobody else writes down what becomes of it until the transaction ends. */
export async function holdWaiting(
  db: Tx,
  id: string,
): Promise<(PaidByCard & Pick<CardRefund, 'amount'>) | undefined> {
  const { rows } = await sql<PaidByCard>`
    select p.payment_id, p.invoice_id, p.stripe_account, p.payment_intent, r.amount
      from card_refunds r join card_payments p on p.payment_id = r.payment_id
     where r.id = ${id} and r.state = 'waiting' for no key update of r`.execute(db);
  return rows[0];
}

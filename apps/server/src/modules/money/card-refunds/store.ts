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

/** Nobody else gives anything of it back until the transaction ends. A test moved no money. */
export async function holdPaid(
  db: Tx,
  by: { readonly payment: string } | { readonly intent: string; readonly account: string },
): Promise<PaidByCard | undefined> {
  const isIt =
    'payment' in by
      ? sql`payment_id = ${by.payment}`
      : sql`payment_intent = ${by.intent} and stripe_account = ${by.account} and payment_id is not null`;
  const { rows } = await sql<PaidByCard>`
    select ${paidByCard} from card_payments where ${isIt} for no key update`.execute(db);
  return rows[0];
}

export async function readCardMoney(
  db: Tx,
  { refunds, disputes }: { refunds: TrackedTable<CardRefund>; disputes: TrackedTable<CardDispute> },
  { payment_id, amount }: Pick<PaidByCard, 'payment_id' | 'amount'>,
): Promise<CardMoney> {
  const { rows } = await sql<Pick<CardMoney, 'refunds' | 'disputes'>>`
    select coalesce((select jsonb_agg(to_jsonb(r) order by r.made_at, r.id) from (
             select ${columnsOf(refunds)} from card_refunds where payment_id = ${payment_id}) r), '[]') as refunds,
           coalesce((select jsonb_agg(to_jsonb(d) order by d.opened_at, d.id) from (
             select ${columnsOf(disputes)} from card_disputes where payment_id = ${payment_id}) d), '[]') as disputes`.execute(
    db,
  );
  const found = rows[0]!;
  return { refundable: refundable(amount, found.refunds, found.disputes), ...found };
}

/** A refund that is still to be told to Stripe, with what it gives back. */
export async function findWaiting(
  db: Tx,
  id: string,
): Promise<(PaidByCard & Pick<CardRefund, 'amount'>) | undefined> {
  const { rows } = await sql<PaidByCard>`
    select p.payment_id, p.invoice_id, p.stripe_account, p.payment_intent, r.amount
      from card_refunds r join card_payments p on p.payment_id = r.payment_id
     where r.id = ${id} and r.state = 'waiting'`.execute(db);
  return rows[0];
}

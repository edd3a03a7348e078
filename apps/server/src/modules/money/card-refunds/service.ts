import { disputeState, isTooLate, isUndecided } from '@muster/domain/money/card-refunds/rules';
import {
  CardDispute,
  type CardMoney,
  CardRefund,
  type NewCardRefund,
} from '@muster/domain/money/card-refunds/schema';
import { pauseSeconds } from '@muster/domain/basics/deliveries/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { MINUTE_MS } from '@muster/domain/values/minutes';
import type { AccountId } from '@muster/domain/values/ids';
import type { Stripe } from 'stripe';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import { type AskStripe, momentOf, StripeFailure } from '../../../platform/stripe.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { cardLine, cardServiceOf, writeHeard } from '../card-services/service.ts';
import { paymentOf, refundToCard, returnRefund } from '../payments/service.ts';
import {
  holdPaid,
  holdWaiting,
  type PaidByCard,
  readCardMoney,
  takeKey,
  type WaitingRefund,
} from './store.ts';

export const cardRefunds: TrackedTable<CardRefund> = {
  name: 'card_refunds',
  columns: columnsIn('card_refunds', CardRefund),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: ({ amount }) => `refund of ${centsInWords(amount)} to the card`,
  subjects: ({ payment_id }) => [payment_id],
};

export const cardDisputes: TrackedTable<CardDispute> = {
  name: 'card_disputes',
  columns: columnsIn('card_disputes', CardDispute),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: ({ amount }) => `dispute over ${centsInWords(amount)}`,
  subjects: ({ payment_id }) => [payment_id],
};

const tables = { refunds: cardRefunds, disputes: cardDisputes };

export { type CardMoneyEvent, listCardEvents as eventsOfCards } from './store.ts';

type Around = Pick<Deps, 'database' | 'settings' | 'now'>;

/** What has become of a payment by card; nothing is refundable of one that was made otherwise. */
export async function cardMoneyOf(db: Tx, payment: string): Promise<CardMoney> {
  await paymentOf(db, payment);
  const paid = await holdPaid(db, { payment });
  return paid ? readCardMoney(db, tables, paid) : { refundable: 0, refunds: [], disputes: [] };
}

/** The task that tells Stripe of a refund. */
export const CARD_REFUND = 'outside card refund';

export interface CardRefundTask {
  account: Channel;
  refund: string;
  tries: number;
}

/** Somebody wants a payment given back to its card. Stripe hears of it once this is written down, and once. */
export async function askForRefund(
  write: Writer,
  account: AccountId,
  payment: string,
  { amount }: NewCardRefund,
): Promise<CardMoney> {
  const { db, at } = write;
  const { customer_id } = await paymentOf(db, payment);
  const paid = await holdPaid(db, { payment });
  if (!paid)
    throw new Failure('conflict', 'This wasn’t paid by card through Stripe. Record a refund instead.');
  const service = await cardServiceOf(db);
  if (service?.stripe_account !== paid.stripe_account)
    throw new Failure(
      'conflict',
      'The Stripe account that this was paid into isn’t connected. Refund it at Stripe, or connect that account again.',
    );
  const { refundable, disputes } = await readCardMoney(db, tables, paid);
  if (disputes.some(isUndecided))
    throw new Failure(
      'conflict',
      'This payment is disputed, so it can’t be refunded. Answer the dispute at Stripe.',
    );
  if (refundable === 0) throw new Failure('conflict', 'All of this payment has gone back already.');
  const wanted = amount ?? refundable;
  if (wanted > refundable)
    throw new Failure(
      'conflict',
      `Only ${centsInWords(refundable)} of this payment can still be refunded. Choose a smaller amount.`,
    );
  write.concern([customer_id, paid.invoice_id]);
  const [added] = await write.insert(cardRefunds, [
    {
      payment_id: payment,
      refund_id: null,
      amount: wanted,
      state: 'waiting',
      reference: null,
      problem: '',
      is_ours: true,
      made_at: at.toISOString(),
    },
  ]);
  const task: CardRefundTask = { account: channelOf(account), refund: added!.id, tries: 0 };
  await enqueue(db, CARD_REFUND, task);
  return readCardMoney(db, tables, paid);
}

/**
 * Tells Stripe of a refund. Whatever became of an earlier try, the money goes back once: whoever asks at the same time has the same
 * key, and what was asked before is looked for. Where nobody can look, it waits: an earlier try may have been made.
 */
export async function sendRefund(
  deps: Around,
  account: AccountId,
  { refund, tries }: Omit<CardRefundTask, 'account'>,
): Promise<void> {
  const waiting = await readWaiting(deps, account, refund);
  if (!waiting) return;
  const { paid, ask } = waiting;
  try {
    if (!ask)
      throw new StripeFailure('key', 'The Stripe account that this was paid into isn’t connected any more.');
    const number = await withAccount(deps.database.db, account, (db) =>
      takeKey(db, refund, { now: new Date(deps.now()), lastsMs: KEY_MS }),
    );
    const made =
      (await findOurs(ask, paid, refund)) ??
      (await makeRefund(ask, paid, { id: refund, key: number === 0 ? refund : `${refund} ${number}` }));
    if (made instanceof StripeFailure) return await endRefund(deps, account, refund, made);
    await followRefund(deps, account, made, paid.stripe_account);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    const task: CardRefundTask = { account: channelOf(account), refund, tries: tries + 1 };
    const pause = pauseSeconds(tries + 1, error.retryAfterSeconds);
    await writeHeard(deps, account, { kind: 'card refund followed', body: refund }, async (write) => {
      if (!(await holdWaiting(write.db, refund))) return;
      await write.update(cardRefunds, refund, { problem: `${error.message} We’re asking again.` });
      await enqueue(write.db, CARD_REFUND, task, pause);
    });
  }
}

/** One that Stripe may not know yet, with the line to the account that it was paid into; undefined: Stripe has said what became of it. */
async function readWaiting(
  deps: Around,
  account: AccountId,
  refund: string,
): Promise<{ paid: WaitingRefund; ask: AskStripe | undefined } | undefined> {
  return withAccount(deps.database.db, account, async (db) => {
    const paid = await holdWaiting(db, refund);
    const line = await cardLine(db, deps, account);
    return paid && { paid, ask: line?.service.stripe_account === paid.stripe_account ? line.ask : undefined };
  });
}

/** Before somebody stops a refund: what Stripe has made of it counts. Says whether Stripe could be asked. */
export async function lookForRefund(deps: Around, account: AccountId, refund: string): Promise<boolean> {
  const waiting = await readWaiting(deps, account, refund);
  if (!waiting?.ask) return false;
  const { paid, ask } = waiting;
  try {
    const made = await findOurs(ask, paid, refund);
    if (made) await followRefund(deps, account, made, paid.stripe_account);
    return true;
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.kind === 'key' || error.kind === 'permission') return false;
    throw new Failure(
      'conflict',
      `${error.message} So we can’t tell whether it has made this refund. Try again in a minute.`,
    );
  }
}

/** Nobody asks Stripe for it any more. Should Stripe have made it all the same, it counts once we hear of it. */
export async function stopRefund(
  write: Writer,
  payment: string,
  refund: string,
  { isLookedFor }: { isLookedFor: boolean },
): Promise<CardMoney> {
  const { db } = write;
  const paid = await holdPaid(db, { payment });
  const money = paid && (await readCardMoney(db, tables, paid));
  const found = money?.refunds.find(({ id }) => id === refund);
  if (!found) throw new Failure('notFound');
  if (found.state !== 'waiting')
    throw new Failure('conflict', 'Stripe has answered this refund already, so there is nothing to stop.');
  const problem = isLookedFor
    ? 'Stopped here before Stripe made it.'
    : 'Stopped here. We couldn’t ask Stripe, so check there that it wasn’t made.';
  write.concern([paid!.invoice_id]);
  await write.update(cardRefunds, refund, { state: 'failed', problem });
  return cardMoneyOf(db, payment);
}

async function endRefund(
  deps: Around,
  account: AccountId,
  refund: string,
  { message }: StripeFailure,
): Promise<void> {
  await writeHeard(deps, account, { kind: 'card refund followed', body: refund }, async (write) => {
    if (await holdWaiting(write.db, refund))
      await write.update(cardRefunds, refund, { problem: message, state: 'failed' });
  });
}

const MOST_LISTED = 100;
/** Stripe repeats an error to the same key for a day. Whoever asks answers or has died long before that. */
const KEY_MS = 2 * MINUTE_MS;

async function findOurs(
  ask: AskStripe,
  { payment_intent }: PaidByCard,
  id: string,
): Promise<Stripe.Refund | undefined> {
  const { data } = await ask((stripe) => stripe.refunds.list({ payment_intent, limit: MOST_LISTED }));
  return data.find(({ metadata }) => metadata?.['refund'] === id);
}

/** It, or why Stripe will not: of these failures alone it is certain that nothing was done, and that asking again would change nothing. */
async function makeRefund(
  ask: AskStripe,
  { payment_intent, amount }: WaitingRefund,
  { id, key }: { id: string; key: string },
): Promise<Stripe.Refund | StripeFailure> {
  try {
    return await ask((stripe) =>
      stripe.refunds.create({ payment_intent, amount, metadata: { refund: id } }, { idempotencyKey: key }),
    );
  } catch (error) {
    const isCertain =
      error instanceof StripeFailure && ['refused', 'gone', 'permission'].includes(error.kind);
    if (isCertain) return error;
    throw error;
  }
}

const intentOf = (of: { payment_intent: string | Stripe.PaymentIntent | null }) =>
  typeof of.payment_intent === 'string' ? of.payment_intent : (of.payment_intent?.id ?? '');

/** Writes down what Stripe says of a refund, whoever made it and whoever hears of it first. What is none of ours changes nothing. */
export async function followRefund(
  deps: Around,
  account: AccountId,
  found: Stripe.Refund,
  stripe_account: string,
): Promise<void> {
  await writeHeard(deps, account, { kind: 'card refund followed', body: found.id }, async (write) => {
    const paid = await holdPaid(write.db, { intent: intentOf(found), account: stripe_account });
    if (!paid) return;
    const { refunds } = await readCardMoney(write.db, tables, paid);
    const ours = refunds.find(({ id }) => id === found.metadata?.['refund']);
    const known = ours ?? refunds.find(({ reference }) => reference === found.id);
    const state = stateOf(found);
    if (known?.state === state && known.reference === found.id) return;
    // What was told late is older than what is known; what we called failed and Stripe has made is not failed.
    const isFailed = known?.state === 'failed' && known.reference !== null;
    if (isFailed || (known?.state === 'succeeded' && state === 'pending')) return;
    write.concern([paid.invoice_id]);
    const problem = state === 'failed' ? 'The bank didn’t take it, and the money came back.' : '';
    const refund_id =
      state === 'succeeded'
        ? (
            await refundToCard(write, paid.payment_id, {
              amount: found.amount,
              reference: '',
              told: found.id,
            })
          ).id
        : (known?.refund_id ?? null);
    if (state === 'failed' && refund_id !== null)
      await returnRefund(write, {
        refund: refund_id,
        payment: paid.payment_id,
        invoice: paid.invoice_id,
        reason: problem,
      });
    const said = { state, refund_id, problem, reference: found.id };
    if (known) await write.update(cardRefunds, known.id, said);
    else
      await write.insert(cardRefunds, [
        {
          ...said,
          payment_id: paid.payment_id,
          amount: found.amount,
          is_ours: false,
          made_at: momentOf(found.created),
        },
      ]);
  });
}

function stateOf({ status }: Stripe.Refund): CardRefund['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** The same of a dispute. Whether the money is gone, and the invoice owed again, follows from what moved at Stripe, and from no word for it. */
export async function followDispute(
  deps: Around,
  account: AccountId,
  found: Stripe.Dispute,
  stripe_account: string,
): Promise<void> {
  await writeHeard(deps, account, { kind: 'card dispute followed', body: found.id }, async (write) => {
    const paid = await holdPaid(write.db, { intent: intentOf(found), account: stripe_account });
    if (!paid) return;
    const { disputes } = await readCardMoney(write.db, tables, paid);
    const known = disputes.find(({ reference }) => reference === found.id);
    const isGone = found.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;
    const state = disputeState(found.status, isGone) ?? known?.state ?? (isGone ? 'open' : 'asked');
    const taken = known?.refund_id ?? null;
    if (known?.state === state && isGone === (taken !== null)) return;
    if (known && isTooLate(known.state, found.status, state)) return;
    write.concern([paid.invoice_id]);
    const { payment_id: payment, invoice_id: invoice } = paid;
    if (taken !== null && !isGone)
      await returnRefund(write, { refund: taken, payment, invoice, reason: 'The disputed money came back.' });
    const refund_id = isGone ? (taken ?? (await takeDisputed(write, payment, found)).id) : null;
    const { due_by } = found.evidence_details;
    const said = { state, refund_id, answer_by: due_by === null ? null : momentOf(due_by) };
    if (known) await write.update(cardDisputes, known.id, said);
    else
      await write.insert(cardDisputes, [
        {
          ...said,
          payment_id: paid.payment_id,
          amount: found.amount,
          reason: found.reason,
          reference: found.id,
          opened_at: momentOf(found.created),
        },
      ]);
  });
}

async function takeDisputed(write: Writer, payment: string, { id, amount }: Stripe.Dispute) {
  return refundToCard(write, payment, { amount, reference: 'Disputed', told: id });
}

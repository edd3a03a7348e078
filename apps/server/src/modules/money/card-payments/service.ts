import { setTimeout as sleep } from 'node:timers/promises';
import { CardPayment, type CardState } from '@muster/domain/money/card-payments/schema';
import type { CardService } from '@muster/domain/money/card-services/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { AccountId } from '@muster/domain/values/ids';
import { isPaidByCard } from '@muster/domain/money/card-services/rules';
import { HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import type { Stripe } from 'stripe';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { type AskStripe, isCheckoutAddress, StripeFailure } from '../../../platform/stripe.ts';
import { insertEvent } from '../../basics/deliveries/service.ts';
import {
  type CardLine,
  cardLine,
  cardServiceOf,
  dropEndpoint,
  holdOff,
  isHeldOff,
  readAccountSoon,
  takesCards,
  wakeCards,
  writeHeard,
} from '../card-services/service.ts';
import { readInvoice } from '../invoices/service.ts';
import { moneySettingsOf, today } from '../money-settings/service.ts';
import { holdCustomer, recordPayment } from '../payments/service.ts';
import {
  askAgain,
  type CardSession,
  endChanged,
  endOpen,
  endUnmade,
  findSession,
  holdActive,
  holdPayable,
  holdSession,
  insertSession,
  listActive,
  listFees,
  noteDeclined,
  noteEnded,
  noteEnding,
  noteMade,
  notePaid,
  noteTaken,
  type Payable,
  readCardState,
  readLatest,
  reopenUnclear,
} from './store.ts';

export const cardPayments: TrackedTable<CardPayment> = {
  name: 'card_payments',
  columns: columnsIn('card_payments', CardPayment),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: ({ amount, is_test }) => `${is_test ? 'test payment' : 'card payment'} of ${centsInWords(amount)}`,
  subjects: ({ invoice_id }) => [invoice_id],
  erased: () => ({ card: '' }),
};

/** A customer has paid by card: whoever writes to customers thanks them. */
export const paidByCard = createHook<
  [write: Writer, account: AccountId, paid: { readonly payment: string; readonly email: string }],
  void
>('paid by card');

type Around = Pick<Deps, 'database' | 'settings' | 'now'>;

/** What came of pressing Pay: where to pay, or why not, for the customer's page to say. */
export type PayStep =
  | { readonly to: string }
  | { readonly said: 'settled' | 'off' | 'changed' | 'later' | 'refused' };

/** A page to pay on lives so long at Stripe, whose clock may differ from ours by hours; a day is the most, and half an hour the least. */
const SESSION_MS = 12 * HOUR_MS;
/** Somebody who pays waits for their page: after so many steps they may press again. */
const MOST_STEPS = 5;
/** Whoever makes one for longer has died. */
const MAKING_MS = MINUTE_MS;
/** Somebody else is making the same page at this moment. */
const BUSY_MS = 400;
/** Stripe is asked so long after somebody has gone there to pay. */
const PAYING_SECONDS = 5;

/** Somebody presses Pay on the page of an invoice. */
interface Pressed {
  readonly invoice: string;
  /** The amount that they saw. */
  readonly seen: number;
  readonly returnTo: string;
}

/** What is to be done with the page on which an invoice is paid. */
type Next =
  | {
      readonly step: 'make' | 'look' | 'end';
      readonly session: CardSession;
      readonly payable: Payable;
      readonly ask: AskStripe;
    }
  | { readonly said: 'settled' | 'off' | 'changed' | 'refused' };

/**
 * Opens the one page on which an invoice is paid, or finds the one that is open: two who press at once come to the same. What is owed
 * may have changed since it was made: then it is ended first.
 */
export async function payByCard(
  deps: Around,
  account: AccountId,
  { invoice, seen, returnTo }: Pressed,
): Promise<PayStep> {
  const { settings } = deps;
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const next = await nextOf(deps, account, { invoice, seen });
    if ('said' in next) return next;
    const { step, session, ask } = next;
    try {
      if (step === 'end') {
        await endSession(deps, account, ask, session);
        continue;
      }
      const found =
        step === 'make'
          ? await makeSession(ask, session, { ...next.payable, returnTo })
          : await lookUp(deps, account, ask, session);
      if (found?.status !== 'open') {
        if (found) await settleCardPayment(deps, account, found);
        continue;
      }
      const address = found.url;
      if (!isCheckoutAddress(address, settings.STRIPE_CHECKOUT_URL)) return { said: 'later' };
      const isStillIt = await inAccount(deps, account, async (db) => {
        const made = await noteMade(db, session.id, found.id);
        await wakeCards(db, account, session.connection_id, new Date(deps.now()), PAYING_SECONDS);
        return made?.state === 'open';
      });
      if (isStillIt) return { to: address };
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      if (error.kind !== 'busy') return giveUp(deps, account, session, error);
      await sleep(BUSY_MS);
    }
  }
  return { said: 'later' };
}

async function nextOf(
  deps: Around,
  account: AccountId,
  { invoice, seen }: Omit<Pressed, 'returnTo'>,
): Promise<Next> {
  return inAccount(deps, account, async (db) => {
    const payable = await holdPayable(db, invoice);
    if (!payable || payable.kind === 'credit note') return { said: 'settled' };
    const made_at = new Date(deps.now());
    const line = await cardLine(db, deps, account);
    if (!line) return { said: 'off' };
    const { service, ask } = line;
    // Nobody pays twice because Stripe could not be asked for a while.
    await reopenUnclear(db, service, { invoice, most: 1 });
    const active = await holdActive(db, invoice);
    if (active?.taken_at) return { said: 'settled' };
    if (active && isMadeFor(service, active)) {
      const isOver = active.state === 'ending' || active.amount !== payable.outstanding;
      const step = isOver ? 'end' : active.state === 'making' ? 'make' : 'look';
      if (step === 'end') await noteEnding(db, active.id);
      return { step, session: active, payable, ask };
    }
    if (active) await noteEnded(db, active.id, { now: made_at, state: 'unclear' });
    if (payable.outstanding <= 0) return { said: 'settled' };
    if (!takesCards(service) || (await isHeldOff(db, service.id, made_at))) return { said: 'off' };
    if (payable.outstanding !== seen) return { said: 'changed' };
    if (!isPaidByCard(seen)) return { said: 'refused' };
    const session = await insertSession(db, {
      connection_id: service.id,
      stripe_account: service.stripe_account,
      is_test: service.is_test,
      invoice_id: invoice,
      amount: payable.outstanding,
      made_at,
      ends_at: new Date(made_at.getTime() + SESSION_MS),
    });
    // Whatever happens to this process, somebody asks what has become of it.
    await wakeCards(db, account, service.id, made_at, PAYING_SECONDS);
    return { step: 'make', session, payable, ask };
  });
}

/** Whether a page is one of this account of Stripe, which alone knows what became of it. */
function isMadeFor(
  { stripe_account, is_test }: Pick<CardService, 'stripe_account' | 'is_test'>,
  session: CardSession,
): boolean {
  return session.stripe_account === stripe_account && session.is_test === is_test;
}

/** One that could not be made is over: Stripe answers the same to whoever asks for it again. Of one that was made nobody knows yet. */
async function giveUp(
  deps: Around,
  account: AccountId,
  { id, connection_id }: CardSession,
  { kind, message }: StripeFailure,
): Promise<PayStep> {
  const at = new Date(deps.now());
  const isRefused = kind === 'refused' || kind === 'permission' || kind === 'key';
  await inAccount(deps, account, async (db) => {
    await endUnmade(db, id, { now: at, problem: kind === 'refused' ? message : '' });
    // Stripe may have stopped the account.
    if (isRefused) await readAccountSoon(db, account, connection_id, at);
  });
  return { said: isRefused ? 'refused' : 'later' };
}

const expand = ['payment_intent.latest_charge.balance_transaction'];

/** With the address of whoever pays, where Stripe takes that: otherwise they enter their own there. */
async function makeSession(
  ask: AskStripe,
  session: CardSession,
  wanted: Payable & Pick<Pressed, 'returnTo'>,
): Promise<Stripe.Checkout.Session> {
  try {
    return await makeOnce(ask, session, wanted, session.id);
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.code !== 'email_invalid') throw error;
    return makeOnce(ask, session, { ...wanted, email: '' }, `${session.id} without email`);
  }
}

/** The same key asks for the same page, however often: Stripe makes it once. */
async function makeOnce(
  ask: AskStripe,
  { id, amount, ends_at, invoice_id }: CardSession,
  { number, email, returnTo }: Payable & Pick<Pressed, 'returnTo'>,
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> {
  return ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        client_reference_id: id,
        success_url: `${returnTo}?card=done`,
        cancel_url: `${returnTo}?card=back`,
        expires_at: Math.floor(ends_at.getTime() / 1000),
        ...(email !== '' && { customer_email: email }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: amount,
              product_data: { name: `Invoice ${number}` },
            },
          },
        ],
        payment_intent_data: {
          description: `Invoice ${number}`,
          metadata: { invoice: invoice_id, session: id },
        },
        metadata: { invoice: invoice_id },
      },
      { idempotencyKey },
    ),
  );
}

const CURRENCY = 'aud';

/** What has become of one. On one that its account doesn’t know any more nobody can pay. */
async function lookUp(
  deps: Around,
  account: AccountId,
  ask: AskStripe,
  { id, reference }: CardSession,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await ask((stripe) => stripe.checkout.sessions.retrieve(reference!, { expand }));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.kind !== 'gone') throw error;
    await inAccount(deps, account, (db) => noteEnded(db, id, { now: new Date(deps.now()) }));
    return undefined;
  }
}

/** Nobody can pay on it from then on; unless somebody has, which is settled instead. */
async function endSession(
  deps: Around,
  account: AccountId,
  ask: AskStripe,
  session: CardSession,
): Promise<void> {
  const { id, reference } = session;
  if (reference === null)
    return inAccount(deps, account, (db) => endUnmade(db, id, { now: new Date(deps.now()) }));
  let found: Stripe.Checkout.Session | undefined;
  try {
    found = await ask((stripe) => stripe.checkout.sessions.expire(reference, { expand }));
  } catch (error) {
    // It was paid, or has ended before.
    if (!(error instanceof StripeFailure) || (error.kind !== 'refused' && error.kind !== 'gone')) throw error;
    found = await lookUp(deps, account, ask, session);
  }
  if (found) await settleCardPayment(deps, account, found);
}

/** Asks what has become of one, and writes it down. */
export async function askSession(
  deps: Around,
  account: AccountId,
  { service, ask }: CardLine,
  session: CardSession,
): Promise<void> {
  const isBeingMade = session.reference === null && deps.now() - session.made_at.getTime() < MAKING_MS;
  if (isBeingMade) return;
  if (!isMadeFor(service, session)) return noteUnclear(deps, account, session);
  if (session.state === 'ending' || session.reference === null)
    return endSession(deps, account, ask, session);
  const found = await lookUp(deps, account, ask, session);
  if (found) await settleCardPayment(deps, account, found);
}

/** Nobody can ask Stripe any more whether it was paid. */
async function noteUnclear(deps: Around, account: AccountId, { id }: CardSession): Promise<void> {
  await inAccount(deps, account, (db) => noteEnded(db, id, { now: new Date(deps.now()), state: 'unclear' }));
}

/**
 * Writes down what Stripe says of a page to pay on: the one way in which a card payment comes in, whoever hears of it first, and once.
 * What is not of this account, of another mode or of another page changes nothing.
 */
async function settleCardPayment(
  deps: Around,
  account: AccountId,
  found: Stripe.Checkout.Session,
): Promise<void> {
  const at = new Date(deps.now());
  const { client_reference_id: id } = found;
  if (id === null) return;
  const session = await inAccount(deps, account, (db) => findSession(db, { id }));
  if (!session || session.state === 'paid') return;
  const isSame = session.reference === null || session.reference === found.id;
  if (!isSame || found.livemode === session.is_test || found.currency !== CURRENCY) return;
  if (found.status === 'expired')
    return inAccount(deps, account, (db) => noteEnded(db, session.id, { now: at }));
  const intent = typeof found.payment_intent === 'object' ? found.payment_intent : null;
  if (found.status === 'open') {
    const declined = intent?.last_payment_error?.message ?? '';
    return inAccount(deps, account, (db) => noteDeclined(db, session.id, declined));
  }
  if (found.payment_status !== 'paid' || !intent || found.amount_total === null) return;
  const email = found.customer_details?.email ?? '';
  const paid = { account, session, intent, email, reference: found.id, amount: found.amount_total };
  const about = { id: session.id, kind: 'card payment received' as const, body: found.id };
  try {
    await writeHeard(deps, account, about, (write) => receive(write, paid));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // It stays to be asked for, and both sides read meanwhile what is so.
    const taken = { taken_at: paidAt(intent, at), problem: error.message };
    await inAccount(deps, account, (db) => noteTaken(db, session.id, taken));
  }
}

function paidAt({ latest_charge, created }: Stripe.PaymentIntent, at: Date): Date {
  const charged = typeof latest_charge === 'object' ? latest_charge?.created : undefined;
  return new Date(Math.min(at.getTime(), (charged ?? created) * 1000));
}

interface Paid {
  readonly account: AccountId;
  readonly session: CardSession;
  readonly intent: Stripe.PaymentIntent;
  /** As whoever paid has given it to Stripe. */
  readonly email: string;
  readonly reference: string;
  readonly amount: number;
}

async function receive(
  write: Writer,
  { account, session, intent, email, reference, amount }: Paid,
): Promise<null> {
  const { db, at } = write;
  const { id, invoice_id, is_test, stripe_account } = session;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const paid_at = paidAt(intent, at);
  const payment = is_test
    ? null
    : await recordReceived(write, { invoice_id, amount, paid_at, intent, charge });
  // The customer and the invoice are held by now, as everybody holds them before.
  const held = await holdSession(db, id);
  if (held?.state === 'paid') throw new Error('A page to pay on was settled twice.');
  await notePaid(db, id, { reference, now: at });
  await write.insert(cardPayments, [
    {
      session_id: id,
      invoice_id,
      payment_id: payment,
      stripe_account,
      is_test,
      amount,
      payment_intent: intent.id,
      charge: charge?.id ?? null,
      card: cardWords(charge),
      fee: feeOf(charge),
      paid_at: paid_at.toISOString(),
    },
  ]);
  if (payment !== null) await paidByCard.run(write, account, { payment, email });
  if (charge && (charge.amount_refunded > 0 || charge.disputed))
    await hearWhatWentBack(write, session, charge, intent.id);
  return null;
}

/** What went back before the payment was known here said nothing to anybody then: it is asked for now. */
async function hearWhatWentBack(
  { db, at }: Writer,
  { connection_id }: CardSession,
  { id }: Stripe.Charge,
  intent: string,
): Promise<void> {
  const key = `went back of ${id}`;
  const content = { type: key, object: 'charge', id, charge: id, intent };
  await insertEvent(db, connection_id, { key, digest: key, content, now: at, since: at });
}

/** It pays for what is still owed of the invoice; what arrives twice, or too late, stays with whoever pays as credit. */
async function recordReceived(
  write: Writer,
  {
    invoice_id,
    amount,
    paid_at,
    intent,
    charge,
  }: {
    invoice_id: string;
    amount: number;
    paid_at: Date;
    intent: Stripe.PaymentIntent;
    charge: Stripe.Charge | null;
  },
): Promise<string> {
  const { db, at } = write;
  // As whoever records a payment by hand: first who pays, then what is paid.
  const { bill_to_id } = await readInvoice(db, invoice_id);
  await holdCustomer(db, bill_to_id);
  const { outstanding } = (await holdPayable(db, invoice_id))!;
  const { lock_date } = await moneySettingsOf(db);
  const day = await today(db, paid_at);
  // Into a month that was closed meanwhile nothing is written.
  const received_on = lock_date !== null && day <= lock_date ? await today(db, at) : day;
  const owed = Math.min(outstanding, amount);
  const { id } = await recordPayment(write, {
    customer_id: bill_to_id,
    amount,
    method: 'card',
    received_on,
    reference: cardWords(charge),
    provider: 'stripe',
    provider_reference: intent.id,
    invoices: owed > 0 ? [{ invoice_id, amount: owed }] : [],
  });
  return id;
}

function cardWords(charge: Stripe.Charge | null): string {
  const card = charge?.payment_method_details?.card;
  if (!card?.brand || !card.last4) return '';
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ending ${card.last4}`;
}

function feeOf(charge: Stripe.Charge | null): number | null {
  const moved = charge?.balance_transaction;
  return typeof moved === 'object' && moved !== null ? moved.fee : null;
}

/** What Stripe keeps of payments may be known later than they are. */
export async function noteFees(
  write: Writer,
  stripe_account: string,
  fees: ReadonlyMap<string, number>,
): Promise<void> {
  const found = await listFees(write.db, stripe_account, [...fees.keys()]);
  const late = found.filter(({ charge, fee }) => fee !== fees.get(charge));
  await write.updateAll(
    cardPayments,
    late.map(({ id, charge }) => ({ id, fee: fees.get(charge)! })),
  );
}

/** What is owed of these invoices may have changed: what could be paid on a page that is open is ended. */
export async function followOwed({ db, at }: Writer, invoices: readonly string[]): Promise<void> {
  const [ended] = await endChanged(db, invoices);
  if (ended) await wakeCards(db, accountNamedBy(ended), ended.connection_id, at);
}

/** What the customer’s page says of paying by card. */
export interface CardOffer {
  readonly isOffered: boolean;
  readonly isTest: boolean;
  /** Somebody has gone to pay, and Stripe has not said yet what came of it. */
  readonly isUnderWay: boolean;
  readonly declined: string;
  /** What was paid on the last page, in test mode or really. */
  readonly paid: { readonly amount: number; readonly isTest: boolean } | null;
  /** What Stripe has taken, and the business has not entered yet. */
  readonly taken: { readonly amount: number; readonly on: string } | null;
  /** Nobody can say whether somebody has paid on the last page. */
  readonly isUnclear: boolean;
}

export async function cardOfferOf(db: Tx, invoice: string, owed: number): Promise<CardOffer> {
  const [service, latest] = [await cardServiceOf(db), await readLatest(db, invoice)];
  const isUnderWay = latest !== undefined && isPayable(latest);
  const taken =
    isUnderWay && latest.taken_at ? { amount: latest.amount, on: await today(db, latest.taken_at) } : null;
  return {
    taken,
    isOffered: taken === null && isPaidByCard(owed) && service !== undefined && takesCards(service),
    isTest: service?.is_test ?? false,
    isUnderWay,
    declined: isUnderWay ? latest.declined : '',
    paid: latest?.state === 'paid' ? { amount: latest.amount, isTest: latest.is_test } : null,
    isUnclear: latest?.state === 'unclear',
  };
}

/** Whether somebody may still pay on it. */
function isPayable({ state }: CardSession): boolean {
  return state === 'making' || state === 'open' || state === 'ending';
}

/** Whoever comes back from paying has Stripe asked at once. */
export async function wakeForInvoice(deps: Around, account: AccountId, invoice: string): Promise<void> {
  await inAccount(deps, account, async (db) => {
    const latest = await readLatest(db, invoice);
    if (!latest || !isPayable(latest)) return;
    await askAgain(db, latest.id, null);
    await wakeCards(db, account, latest.connection_id, new Date(deps.now()));
  });
}

export async function cardStateOf(db: Tx, invoice: string): Promise<CardState> {
  await readInvoice(db, invoice);
  return readCardState(db, cardPayments, invoice);
}

/** So long at most nobody can begin to pay; what fails in between opens the door again by itself. */
const CLOSED_MS = 2 * MINUTE_MS;
const MOST_AT_ONCE = 8;
/** Whoever presses waits for so many; the rest is ended by the task that asks. */
const MOST_WAITED = 16;

/**
 * Before a business pauses, disconnects or changes its key nobody may begin to pay, and what customers may be paying on is ended: with
 * the key that made it, or with another of the same account.
 */
export async function endAll(deps: Around, account: AccountId, other?: AskStripe): Promise<void> {
  const { service, line } = await inAccount(deps, account, async (db) => {
    const service = await cardServiceOf(db);
    if (service) await holdOff(db, service.id, new Date(deps.now() + CLOSED_MS));
    return { service, line: await cardLine(db, deps, account) };
  });
  if (!service) return;
  const ask = other ?? line?.ask;
  const tried = new Set<string>();
  for (;;) {
    const open = await inAccount(deps, account, (db) => listActive(db, service.id, MOST_AT_ONCE));
    if (open.length === 0) return;
    const stuck = open.find(({ id }) => tried.has(id));
    if (stuck?.taken_at)
      throw new Failure(
        'conflict',
        `Stripe has taken a card payment that isn’t in your books yet. ${stuck.problem} Then try again.`,
      );
    if (stuck) throw stillPaying('Their payment isn’t over yet.');
    if (tried.size >= MOST_WAITED) {
      const left = await inAccount(deps, account, async (db) => {
        await wakeCards(db, account, service.id, new Date(deps.now()));
        return endOpen(db, service.id);
      });
      throw new Failure(
        'conflict',
        `${tried.size} pages on which customers could pay have been ended, and ${left} are left. We’re ending them now, and nobody can begin to pay meanwhile. Try again in a minute.`,
      );
    }
    for (const { id } of open) tried.add(id);
    await Promise.all(open.map((session) => leaveSession(deps, account, ask, session)));
  }
}

function stillPaying(why: string): Failure {
  return new Failure(
    'conflict',
    `A customer may be paying at this moment, and Stripe doesn’t let us end that now. ${why} Try again in a minute.`,
  );
}

/** A key that opens nothing any more ends nothing either. */
async function leaveSession(
  deps: Around,
  account: AccountId,
  ask: AskStripe | undefined,
  session: CardSession,
): Promise<void> {
  if (!ask) return noteUnclear(deps, account, session);
  try {
    await endSession(deps, account, ask, session);
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.kind !== 'key' && error.kind !== 'permission') throw stillPaying(error.message);
    await noteUnclear(deps, account, session);
  }
}

/** The same before it is left for good: what we made at Stripe to be told goes as well. */
export async function leaveCards(deps: Around, account: AccountId): Promise<void> {
  await endAll(deps, account);
  const line = await inAccount(deps, account, (db) => cardLine(db, deps, account));
  if (line) await dropEndpoint(line.ask, line.service.endpoint);
}

function inAccount<T>(
  { database: { db } }: Around,
  account: AccountId,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  return withAccount(db, account, work);
}

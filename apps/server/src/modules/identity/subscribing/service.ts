import { randomUUID } from 'node:crypto';
import {
  costOf,
  firstCharge,
  INVOICE_DAYS,
  NOTICE_DAYS,
  type Standing,
} from '@muster/domain/identity/billing/rules';
import type { BillingChange, Cost, Preview, Wanted } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { abnInWords } from '@muster/domain/values/abn';
import type Stripe from 'stripe';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { Failure, unavailable } from '../../../platform/http/answers/errors.ts';
import { publicAddress } from '../../../platform/site/public-address.ts';
import { type AskStripe, StripeFailure } from '../../../platform/stripe.ts';
import { readAccount } from '../accounts/service.ts';
import {
  askBilling,
  billedAddress,
  type BillingDeps,
  type BillingRow,
  holdBilling,
  isAgreed,
  isInTestMode,
  itemsOf,
  keepCustomer,
  presentStanding,
  priceName,
  settleBilling,
  updateBilling,
} from '../billing/service.ts';
import { followSubscription, refuseFewerThanUsed } from '../licences/service.ts';
import { findPlan } from '../plans/service.ts';

type Settings = BillingDeps['settings'];

/** Stripe keeps a page open for 24 hours at most; this leaves room for a clock that is wrong. */
const SESSION_MS = 21 * HOUR_MS;
/** Until then a page that is open is worth sending somebody to. */
const SESSION_SPARE_MS = 10 * MINUTE_MS;
/** A preview counts for so long, because a price by the day moves. */
const PREVIEW_MS = HOUR_MS;

const BUSY = 'Someone else is confirming right now. Wait a minute, then reload this page.';
const UNCLEAR =
  'Stripe didn’t answer clearly, so we don’t know yet whether it’s done. We keep asking. Reload this page in a few minutes before you try again.';

/**
 * The page of Stripe on which an owner confirms. There is one at a time, and any other is closed before it: whatever is pressed twice,
 * in two windows, by two owners or before a process dies, there is one subscription.
 */
export async function confirmPrice(
  deps: BillingDeps,
  account: AccountId,
  wanted: Wanted,
): Promise<{ url: string }> {
  const { database, settings, now } = deps;
  const ask = askBilling(settings);
  await settleBilling(deps, account);
  const cost = await wantedCost(database.db, wanted);
  const inBilling = <T>(work: (db: Tx, held: BillingRow) => Promise<T>) =>
    withAccount(database.db, account, async (db) => work(db, await holdBilling(db, account)));
  const { known, chargedAt } = await inBilling(async (db, held) => {
    const standing = await presentStanding(db, held, now());
    refuseStart(held, standing);
    return { known: held, chargedAt: firstCharge(standing, now()) };
  });
  const isGood = ({ session_plan, session_licences, session_until }: BillingRow) =>
    session_plan === cost.plan_code &&
    session_licences === cost.licences &&
    (session_until?.getTime() ?? 0) > now() + SESSION_SPARE_MS;

  const customer = known.customer ?? (await newCustomer(deps, ask, account));
  const open = await ask((stripe) => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
  const kept = open.data.find(
    ({ id, metadata }) =>
      id === known.session_id && isGood(known) && metadata?.['charged'] === chargedWhen(chargedAt),
  );
  if (kept) return { url: known.session_url! };
  for (const { id } of open.data) await closeSession(deps, ask, account, id);

  const begun = await inBilling(async (db, held) => {
    refuseStart(held, await presentStanding(db, held, now()));
    if (held.session_id !== known.session_id) throw new Failure('conflict', BUSY);
    await refuseFewerThanUsed(db, cost.licences, `this is for ${cost.licences}`);
    return updateBilling(db, {
      session_number: held.session_number + 1,
      session_plan: cost.plan_code,
      session_licences: cost.licences,
      session_id: null,
      session_url: null,
      session_until: new Date(now() + SESSION_MS),
    });
  });
  const session = await openSession(ask, settings, { account, customer, begun, cost, chargedAt });
  const latest = await inBilling(async (db, held) =>
    held.session_number === begun.session_number
      ? updateBilling(db, {
          session_id: session.id,
          session_url: session.url,
          due_at: new Date(now() + SESSION_SPARE_MS),
        })
      : held,
  );
  if (latest.session_id === session.id) return { url: session.url };
  await closeSession(deps, ask, account, session.id);
  if (latest.session_url !== null && isGood(latest)) return { url: latest.session_url };
  throw new Failure('conflict', BUSY);
}

/** A page that charges at once is not for somebody who was told a later day, nor the other way round. */
function chargedWhen(chargedAt: number | null): string {
  return chargedAt === null ? 'at once' : 'later';
}

function refuseStart(row: BillingRow, { state }: Standing): void {
  if (isAgreed(row))
    throw new Failure(
      'conflict',
      'You pay by invoice, so there’s nothing to confirm. The first one is on its way.',
    );
  if (row.subscription !== null && !row.has_ended)
    throw new Failure('conflict', 'You’re subscribed already. Reload this page to see it.');
  if (row.unpaid_since !== null)
    throw new Failure('conflict', 'A payment is overdue. Pay it first, then subscribe.');
  // Nobody pays before they were told by mail, a month ahead.
  if (state === 'free')
    throw new Failure(
      'conflict',
      `It’s still early access, so there’s nothing to pay. We’ll email you ${NOTICE_DAYS} days before that ends.`,
    );
}

async function wantedCost(db: Db, { plan: code, licences }: Wanted): Promise<Cost> {
  const plan = await findPlan(db, code);
  if (!plan) throw new Failure('unprocessable', 'We don’t have this plan. Choose another one.');
  return costOf(plan, licences);
}

/** Whoever paid there in this moment is subscribed: then there is no other page. */
async function closeSession(
  deps: BillingDeps,
  ask: AskStripe,
  account: AccountId,
  session: string,
): Promise<void> {
  try {
    await ask((stripe) => stripe.checkout.sessions.expire(session));
  } catch (error) {
    if (!(error instanceof StripeFailure) || error.kind !== 'refused') throw error;
    // It was over already, or somebody has just paid.
    await settleBilling(deps, account);
  }
}

/**
 * Looked up first, because the answer to one that was made may have been lost, and made without a key of its own, because Stripe repeats
 * an error to the same key for a day. Of two the first is kept; one that nobody pays with costs nothing.
 */
async function newCustomer(
  { database, settings }: BillingDeps,
  ask: AskStripe,
  account: AccountId,
): Promise<string> {
  const { name, email } = await withAccount(database.db, account, async (db) => ({
    name: (await readAccount(db)).name,
    email: await billedAddress(db),
  }));
  const known =
    email === undefined ? [] : (await ask((stripe) => stripe.customers.list({ email, limit: 100 }))).data;
  const { id } =
    known.find(({ metadata }) => metadata['account'] === account) ??
    (await ask((stripe) =>
      stripe.customers.create({
        name,
        ...(email !== undefined && { email }),
        metadata: { account },
        invoice_settings: { footer: invoiceFooter(settings) },
      }),
    ));
  const customer = { customer: id, isTest: isInTestMode(settings) };
  return withAccount(database.db, account, (db) => keepCustomer(db, account, customer));
}

/** Below every invoice that Stripe itself shows, so that it says what the law wants. */
function invoiceFooter({ BILLING_NAME, BILLING_ABN = '', BILLING_GST }: Settings): string {
  const title = BILLING_GST === 'yes' ? 'Tax invoice' : 'Invoice';
  return `${title} from ${BILLING_NAME}, ABN ${abnInWords(BILLING_ABN)}`;
}

async function openSession(
  ask: AskStripe,
  settings: Settings,
  {
    account,
    customer,
    begun,
    cost,
    chargedAt,
  }: { account: AccountId; customer: string; begun: BillingRow; cost: Cost; chargedAt: number | null },
): Promise<{ id: string; url: string }> {
  const items = await pricedItems(ask, cost);
  const rates = await taxRates(ask, settings);
  const page = `${settings.SCHEDULER_URL ?? publicAddress(settings)}/licences`;
  const session = await ask((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        line_items: items.map(({ price, quantity }) => ({ price, quantity })),
        success_url: `${page}?confirmed=1`,
        cancel_url: page,
        expires_at: seconds(begun.session_until!.getTime()),
        metadata: { account, charged: chargedWhen(chargedAt) },
        subscription_data: {
          metadata: { account },
          ...(chargedAt !== null && { trial_end: seconds(chargedAt) }),
          ...(rates.length > 0 && { default_tax_rates: rates }),
        },
      },
      { idempotencyKey: `muster session ${account} ${begun.session_number}` },
    ),
  );
  return { id: session.id, url: pageOfStripe(session.url, settings) };
}

function seconds(at: number): number {
  return Math.floor(at / 1000);
}

/** Nobody is sent where Stripe has no pages. */
function pageOfStripe(url: string | null, { STRIPE_CHECKOUT_URL }: Settings): string {
  const found = URL.parse(url ?? '');
  const isStripes = found?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(found.hostname);
  if (url === null || !(isStripes || found?.origin === new URL(STRIPE_CHECKOUT_URL).origin))
    throw unavailable(60, 'Stripe answered with an address that isn’t its own. Try again later.');
  return url;
}

/** The prices of a plan with so many licences, which are made in the operator’s account the first time that they are needed. */
async function pricedItems(
  ask: AskStripe,
  cost: Cost,
): Promise<{ price: string; quantity: number; of: 'plan' | 'licence' }[]> {
  const { plan_code, plan_name, plan_cents, further_licences: further, licence_cents } = cost;
  const plan = await priceOf(ask, priceName(plan_code, 'plan', plan_cents), plan_cents, `${plan_name} plan`);
  const sold = [{ price: plan, quantity: 1, of: 'plan' as const }];
  if (further === 0) return sold;
  const name = priceName(plan_code, 'licence', licence_cents);
  const licence = await priceOf(ask, name, licence_cents, `Further licence (${plan_name})`);
  return [...sold, { price: licence, quantity: further, of: 'licence' as const }];
}

async function priceOf(ask: AskStripe, lookup_key: string, cents: number, name: string): Promise<string> {
  const find = async () =>
    (await ask((stripe) => stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 }))).data[0]
      ?.id;
  const found = await find();
  if (found !== undefined) return found;
  try {
    const made = await ask((stripe) =>
      stripe.prices.create({
        currency: 'aud',
        unit_amount: cents,
        recurring: { interval: 'month' },
        tax_behavior: 'inclusive',
        lookup_key,
        product_data: { name },
      }),
    );
    return made.id;
  } catch (error) {
    // Somebody else has just made it, or the answer to ours was lost.
    const theirs = await find();
    if (theirs === undefined) throw error;
    return theirs;
  }
}

const GST = { display_name: 'GST', percentage: 10, inclusive: true, country: 'AU' } as const;

async function taxRates(ask: AskStripe, { BILLING_GST }: Settings): Promise<string[]> {
  if (BILLING_GST !== 'yes') return [];
  const known = await ask((stripe) => stripe.taxRates.list({ active: true, inclusive: true, limit: 100 }));
  const found = known.data.find(
    ({ display_name, percentage }) => display_name === GST.display_name && percentage === GST.percentage,
  );
  const rate = found ?? (await ask((stripe) => stripe.taxRates.create(GST)));
  return [rate.id];
}

/** Longer than an answer of Stripe takes, and shorter than until it is tried again. */
const AGREED_TRY_MS = 4 * MINUTE_MS;

/**
 * Makes the subscription that is paid by invoice, where our own people have agreed on one, once there is somebody to send invoices to. To be
 * called after a look at how things stand: each try has a number, and there is one at a time, so that what an earlier one has made was seen
 * before the next begins.
 */
export async function subscribeAsAgreed(deps: BillingDeps, account: AccountId): Promise<void> {
  const { database, settings, now } = deps;
  const { held, email } = await withAccount(database.db, account, async (db) => ({
    held: await holdBilling(db, account),
    email: await billedAddress(db),
  }));
  if (!isAgreed(held) || email === undefined) return;
  const ask = askBilling(settings);
  const cost = await wantedCost(database.db, {
    plan: held.session_plan!,
    licences: held.session_licences!,
  });
  const customer = held.customer ?? (await newCustomer(deps, ask, account));
  const items = await pricedItems(ask, cost);
  const rates = await taxRates(ask, settings);
  const begun = await withAccount(database.db, account, async (db) => {
    const { session_number, session_until } = await holdBilling(db, account);
    if (session_number !== held.session_number || (session_until?.getTime() ?? 0) > now()) return undefined;
    return updateBilling(db, {
      session_number: session_number + 1,
      session_until: new Date(now() + AGREED_TRY_MS),
    });
  });
  if (!begun) return;
  await ask((stripe) =>
    stripe.subscriptions.create(
      {
        customer,
        items: items.map(({ price, quantity }) => ({ price, quantity })),
        collection_method: 'send_invoice',
        days_until_due: INVOICE_DAYS,
        metadata: { account },
        ...(rates.length > 0 && { default_tax_rates: rates }),
      },
      { idempotencyKey: `muster agreed ${account} ${begun.session_number}` },
    ),
  );
  await settleBilling(deps, account);
}

/** What is running now, as Stripe has it. */
async function presentSubscription(
  deps: BillingDeps,
  account: AccountId,
): Promise<{ ask: AskStripe; row: BillingRow; running: Stripe.Subscription }> {
  const ask = askBilling(deps.settings);
  await settleBilling(deps, account);
  const row = await withAccount(deps.database.db, account, (db) => holdBilling(db, account));
  if (row.subscription === null || row.has_ended)
    throw new Failure('conflict', 'There’s no subscription. Reload this page to see what to do.');
  const running = await ask((stripe) => stripe.subscriptions.retrieve(row.subscription!));
  return { ask, row, running };
}

/** What a change comes to, to the cent, while the clock stands still at the moment of the preview. */
export async function previewChange(
  deps: BillingDeps,
  account: AccountId,
  wanted: Wanted,
  asAt = new Date(Math.floor(deps.now() / 1000) * 1000),
): Promise<Preview> {
  const { ask, row, running } = await presentSubscription(deps, account);
  if (row.unpaid_since !== null)
    throw new Failure('conflict', 'A payment is overdue. Pay it first, then change the plan or licences.');
  if (row.cancels_at !== null)
    throw new Failure(
      'conflict',
      'The subscription is cancelled. Keep it first, then change the plan or licences.',
    );
  const cost = await wantedCost(deps.database.db, wanted);
  await withAccount(deps.database.db, account, (db) =>
    refuseFewerThanUsed(db, cost.licences, `this is for ${cost.licences}`),
  );
  const items = await changedItems(ask, running, cost);
  const preview = await ask((stripe) =>
    stripe.invoices.createPreview({
      customer: row.customer!,
      subscription: running.id,
      subscription_details: {
        items,
        proration_behavior: 'always_invoice',
        proration_date: reckonedFrom(running, asAt),
      },
    }),
  );
  const lines = preview.lines.data
    .filter(
      ({ parent }) =>
        parent?.invoice_item_details?.proration ?? parent?.subscription_item_details?.proration ?? false,
    )
    .map(({ description, amount }) => ({ text: description ?? '', cents: amount }));
  const priced = lines.reduce((sum, { cents }) => sum + cents, 0);
  // Below zero at Stripe is to the good of whoever pays.
  const credit = Math.min(Math.max(0, -preview.starting_balance), Math.max(0, priced));
  return {
    cost,
    due_now_cents: priced - credit,
    lines: credit === 0 ? lines : [...lines, { text: 'Your earlier credit', cents: -credit }],
    renews_at: row.renews_at?.toISOString() ?? null,
    as_at: asAt.toISOString(),
  };
}

/** The moment of the preview; by a clock that is behind, it may lie before what is paid for began. */
function reckonedFrom({ items }: Stripe.Subscription, asAt: Date): number {
  return Math.max(seconds(asAt.getTime()), ...items.data.map((item) => item.current_period_start));
}

/** What is sold already keeps its item, so that Stripe reckons the difference by the day. */
async function changedItems(ask: AskStripe, running: Stripe.Subscription, cost: Cost) {
  const present = itemsOf(running);
  const items = await pricedItems(ask, cost);
  const changed = items.map(({ of, price, quantity }) => ({
    ...(present[of] && { id: present[of].id }),
    price,
    quantity,
  }));
  const isLeft = items.some(({ of }) => of === 'licence');
  return present.licence && !isLeft ? [...changed, { id: present.licence.id, deleted: true }] : changed;
}

/** Makes the change that was previewed, at the price that was told or not at all. */
export async function changeSubscription(
  deps: BillingDeps,
  account: AccountId,
  { due_now_cents, as_at, ...wanted }: BillingChange,
): Promise<void> {
  const asAt = new Date(as_at);
  const age = deps.now() - asAt.getTime();
  if (!(age >= 0 && age <= PREVIEW_MS)) throw movedOn();
  const preview = await previewChange(deps, account, wanted, asAt);
  if (preview.due_now_cents !== due_now_cents) throw movedOn();
  const { ask, running } = await presentSubscription(deps, account);
  const { cost } = preview;
  const items = await changedItems(ask, running, cost);
  await lowerFirst(deps, account, cost.licences);
  try {
    await ask((stripe) =>
      stripe.subscriptions.update(
        running.id,
        {
          items,
          proration_behavior: 'always_invoice',
          proration_date: reckonedFrom(running, asAt),
          ...(running.collection_method === 'charge_automatically' && {
            payment_behavior: 'error_if_incomplete',
          }),
        },
        {
          idempotencyKey: `muster change ${running.id} ${cost.plan_code} ${cost.licences} ${seconds(asAt.getTime())}`,
        },
      ),
    );
  } catch (error) {
    // What Stripe has counts, whatever became of its answer.
    await settleBilling(deps, account);
    if (!(await isNow(deps, account, cost))) throw error;
    return;
  }
  await settleBilling(deps, account);
}

function movedOn(): Failure {
  return new Failure('conflict', 'The price has moved since you looked. Check it again, then confirm.');
}

async function isNow(deps: BillingDeps, account: AccountId, cost: Cost): Promise<boolean> {
  const row = await withAccount(deps.database.db, account, (db) => holdBilling(db, account));
  return row.plan_code === cost.plan_code && row.licences === cost.licences;
}

/** Nobody takes a licence that is about to go. Where Stripe refuses the change, what it has comes back with the next look. */
async function lowerFirst(
  { database, now }: BillingDeps,
  account: AccountId,
  licences: number,
): Promise<void> {
  const author = { user: null, apiKey: null, role: 'owner', money: 'all' } as const;
  const command = { account, id: randomUUID(), kind: 'licences changed', body: licences, author } as const;
  await runCommand(database.db, { ...command, at: new Date(now()) }, async (write) => {
    await refuseFewerThanUsed(write.db, licences, `this is for ${licences}`);
    const { licences: present, plan_code } = await readAccount(write.db);
    if (licences < present) await followSubscription(write, account, { plan_code, licences });
    return null;
  });
}

/** Cancels to the end of what is paid, or takes that back. */
export async function setCancelled(
  deps: BillingDeps,
  account: AccountId,
  isCancelled: boolean,
): Promise<void> {
  const { ask, running } = await presentSubscription(deps, account);
  await ask((stripe) => stripe.subscriptions.update(running.id, { cancel_at_period_end: isCancelled }));
  await settleBilling(deps, account);
}

/** Stripe's own page for the card, and for nothing else. */
export async function openPortal(deps: BillingDeps, account: AccountId): Promise<{ url: string }> {
  const { settings } = deps;
  const { ask, row } = await presentSubscription(deps, account);
  const page = `${settings.SCHEDULER_URL ?? publicAddress(settings)}/licences`;
  const session = await ask((stripe) =>
    stripe.billingPortal.sessions.create({
      customer: row.customer!,
      return_url: page,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: page } },
      },
    }),
  );
  return { url: pageOfStripe(session.url, settings) };
}

/** What somebody at a screen is told where Stripe does not do as it should. */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    if (error.kind === 'unknown') throw unavailable(60, UNCLEAR);
    if (error.kind === 'busy' || error.kind === 'unreachable')
      throw unavailable(
        Math.max(error.retryAfterSeconds, 30),
        'We can’t reach Stripe right now, so nothing has changed. Try again in a minute.',
      );
    if (error.code === 'card_declined')
      throw new Failure(
        'unprocessable',
        'Your card was declined, so nothing has changed. Update the card, then try again.',
      );
    if (error.kind === 'refused') throw new Failure('unprocessable', `${error.message} Nothing has changed.`);
    throw unavailable(
      600,
      'Payments to Muster don’t work right now, and nothing has changed. Please tell our support.',
    );
  }
}

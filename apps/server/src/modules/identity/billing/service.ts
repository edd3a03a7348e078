import { randomUUID } from 'node:crypto';
import {
  type BillingFacts,
  costOf,
  NOTICE_DAYS,
  REMINDED_DAYS,
  type Standing,
  standingOf,
} from '@muster/domain/identity/billing/rules';
import type { Billing, BillingInvoice, Cost } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import type Stripe from 'stripe';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import {
  type AskStripe,
  askStripe,
  isOnlyInTestMode,
  isTestKey,
  StripeFailure,
} from '../../../platform/stripe.ts';
import { channelOf } from '../../../platform/live/event-log.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { mailStates, sendMail } from '../../basics/mails/service.ts';
import { endReadOnly, readAccount, setReadOnly } from '../accounts/service.ts';
import { followSubscription } from '../licences/service.ts';
import { findPlan } from '../plans/service.ts';
import {
  beginRead,
  deleteInvoices,
  type BillingRow,
  findBilling,
  findInvoice,
  holdBilling,
  type InvoiceContents,
  keepInvoices,
  listInvoices,
  listOwners,
  listReadOnly,
  type StoredInvoice,
  updateBilling,
} from './store.ts';
import { type BillingNews, wordsOf } from './templates.ts';

export {
  holdBilling,
  keepCustomer,
  listBusinesses,
  listDue,
  updateBilling,
  type BillingRow,
} from './store.ts';

/** Looks for accounts that are due, and looks at one of them. */
export const BILLING_DUE = 'outside billing due';
export const BILLING_SETTLED = 'outside billing settled';

export type BillingDeps = Pick<Deps, 'database' | 'settings' | 'now'>;
type Settings = Deps['settings'];

/** The line to the operator's own account at Stripe. */
export function askBilling({ STRIPE_URL: url, BILLING_STRIPE_KEY: key }: Settings): AskStripe {
  if (key === undefined)
    throw new Failure('unprocessable', 'Nothing is charged here, so there’s nothing to subscribe to.');
  return askStripe({ url, key });
}

export function isBillingOn({ BILLING_STRIPE_KEY }: Settings): boolean {
  return BILLING_STRIPE_KEY !== undefined;
}

export function isInTestMode({ BILLING_STRIPE_KEY: key = '' }: Settings): boolean {
  return isTestKey(key);
}

/** The name of a price at Stripe, which says what it is for: prices there never change. */
export function priceName(plan: string, of: 'plan' | 'licence', cents: number): string {
  return ['muster', plan, of, cents].join(':');
}

function readPriceName(name: string | null | undefined): { plan: string; of: string } | undefined {
  const [muster, plan, of] = name?.split(':') ?? [];
  return muster === 'muster' && plan !== undefined && of !== undefined ? { plan, of } : undefined;
}

/** Of a subscription at Stripe the two things that are paid for. */
export function itemsOf({ items }: Stripe.Subscription) {
  const of = (wanted: string) =>
    items.data.find(({ price }) => readPriceName(price.lookup_key)?.of === wanted);
  return { plan: of('plan'), licence: of('licence') };
}

type Fields = Parameters<typeof updateBilling>[1];

const overStates: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
/** More than there are in eight years. */
const MOST_INVOICES = 100;

/** How things stand at Stripe at this moment. What became of them on the way there does not matter. */
async function look(
  { database: { db }, settings, now }: BillingDeps,
  account: AccountId,
  customer: string,
): Promise<{ fields: Fields; invoices: Parameters<typeof keepInvoices>[1] }> {
  const ask = askBilling(settings);
  const subscriptions = await ask((stripe) =>
    stripe.subscriptions.list({ customer, status: 'all', limit: 20 }),
  );
  const invoices = await ask((stripe) => stripe.invoices.list({ customer, limit: MOST_INVOICES }));
  // The first try of a payment may never become one.
  const begun = subscriptions.data.filter(({ status }) => status !== 'incomplete');
  const found =
    begun.filter(({ status }) => !overStates.has(status)).toSorted((a, b) => a.created - b.created)[0] ??
    begun.toSorted((a, b) => b.created - a.created)[0];
  const sold = found && {
    ...(await subscribed(db, found)),
    paid_until: overStates.has(found.status) ? paidUntil(invoices.data, found.id) : null,
  };
  return {
    fields: { ...overdueIn(invoices.data, now()), ...sold },
    invoices: invoices.data.flatMap((invoice) => invoiceAsKept(invoice, account, settings)),
  };
}

async function subscribed(db: Db, found: Stripe.Subscription): Promise<Fields> {
  const { plan: sold, licence } = itemsOf(found);
  const { id, status, collection_method, cancel_at, items } = found;
  const plan = await findPlan(db, readPriceName(sold?.price.lookup_key)?.plan ?? '');
  if (!sold || !plan) throw new Error(`The subscription ${id} at Stripe is for no plan of ours.`);
  return {
    subscription: id,
    has_ended: overStates.has(status),
    plan_code: plan.code,
    plan_cents: sold.price.unit_amount ?? 0,
    licences: plan.licences + (licence?.quantity ?? 0),
    licence_cents: licence?.price.unit_amount ?? plan.licence_cents,
    collection: collection_method === 'send_invoice' ? 'invoice' : 'card',
    renews_at: moment(Math.min(...items.data.map(({ current_period_end }) => current_period_end))),
    cancels_at: moment(cancel_at),
  };
}

/** The end of the last day that was paid of a subscription. */
function paidUntil(invoices: readonly Stripe.Invoice[], subscription: string): Date | null {
  const ends = invoices
    .filter(
      ({ status, total, parent }) =>
        status === 'paid' && total > 0 && parent?.subscription_details?.subscription === subscription,
    )
    .flatMap(({ lines }) => lines.data.map(({ period }) => period.end));
  return ends.length === 0 ? null : moment(Math.max(...ends));
}

/** What should have been paid by now: a card was refused, or the days of an invoice are over. */
function overdueIn(invoices: readonly Stripe.Invoice[], now: number): Fields {
  const late = invoices
    .filter(({ status, amount_remaining }) => status === 'open' && amount_remaining > 0)
    .map((invoice) => ({ invoice, since: lateSince(invoice) }))
    .filter(({ since }) => since !== null && since <= now)
    .toSorted((a, b) => a.since! - b.since!);
  return {
    unpaid_since: late[0] ? new Date(late[0].since!) : null,
    unpaid_cents: late.reduce((sum, { invoice }) => sum + invoice.amount_remaining, 0),
    // A page takes the payment of one.
    unpaid_url: late.length === 1 ? (late[0]!.invoice.hosted_invoice_url ?? null) : null,
  };
}

function lateSince(invoice: Stripe.Invoice): number | null {
  const { collection_method, due_date, attempt_count, status_transitions, created } = invoice;
  if (collection_method === 'send_invoice') return due_date === null ? null : due_date * 1000;
  return attempt_count > 0 ? (status_transitions.finalized_at ?? created) * 1000 : null;
}

/** A draft is no invoice yet, and one of nothing says nothing. */
function invoiceAsKept(invoice: Stripe.Invoice, account: AccountId, settings: Settings) {
  const { id, number, status, total, amount_due, due_date, hosted_invoice_url, lines, total_taxes } = invoice;
  if (!id || !number || status === null || status === 'draft' || total === 0) return [];
  const contents: InvoiceContents = {
    supplier: { name: settings.BILLING_NAME ?? settings.BRAND_NAME, abn: settings.BILLING_ABN ?? '' },
    buyer: { name: invoice.customer_name ?? '', email: invoice.customer_email ?? '' },
    lines: lines.data.map(({ description, amount }) => ({ text: description ?? '', cents: amount })),
    from_balance: Math.max(0, total - amount_due),
  };
  return [
    {
      account_id: account,
      id,
      number,
      state: status as StoredInvoice['state'],
      issued_at: moment(invoice.status_transitions.finalized_at ?? invoice.created)!,
      due_at: moment(due_date),
      paid_at: moment(invoice.status_transitions.paid_at),
      total_cents: total,
      gst_cents: (total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
      pay_url: status === 'open' ? (hosted_invoice_url ?? null) : null,
      contents: JSON.stringify(contents),
    },
  ];
}

function moment(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000);
}

/** Nobody in particular: what happened at Stripe is written down. */
const author = { user: null, apiKey: null, role: 'owner', money: 'all' } as const;

/**
 * Finds out how an account stands and follows it: its licences, whether it is read-only, what its owners are told. Whoever has a reason
 * to think that something is new calls this, in any order and as often as they wish. Throws a `StripeFailure` where Stripe does not
 * say, and then nothing has changed.
 */
export async function settleBilling(deps: BillingDeps, account: AccountId): Promise<void> {
  const { database, settings, now } = deps;
  if (!isBillingOn(settings)) return;
  const begun = await withAccount(database.db, account, async (db) => {
    await forgetTried(db, deps, account);
    return beginRead(db);
  });
  if (!begun) return;
  const { number, customer, isTest } = begun;
  // A test key that was set by mistake knows nothing of what was sold.
  if (customer !== null && isTest !== isInTestMode(settings)) return;
  const seen = customer === null ? undefined : await lookOrForget(deps, account, customer);
  if (seen === 'tried') return settleBilling(deps, account);
  const at = new Date(now());
  const command = { account, id: randomUUID(), kind: 'licences changed', body: number, author, at } as const;
  await runCommand(database.db, { ...command, whenReadOnly: true }, async (write) => {
    const held = await holdBilling(write.db, account);
    // Somebody who began to look later was faster, and knows as much or more.
    if (held.read > number) return null;
    const row = seen ? await updateBilling(write.db, { ...seen.fields, asked_at: at, read: number }) : held;
    if (seen) await keepInvoices(write.db, seen.invoices);
    await follow(deps, write, account, row);
    return null;
  });
}

/** Stripe says of a customer whom nobody here knew to be of a test key that it is: then it is known from now on. */
async function lookOrForget(deps: BillingDeps, account: AccountId, customer: string) {
  try {
    return await look(deps, account, customer);
  } catch (error) {
    if (isInTestMode(deps.settings) || !(error instanceof StripeFailure && isOnlyInTestMode(error)))
      throw error;
    await withAccount(deps.database.db, account, (db) => updateBilling(db, { customer_is_test: true }));
    return 'tried';
  }
}

/**
 * What was tried with a test key was never sold. With one that charges, the account begins where it was before, and what it was told would
 * end has all of its days again.
 */
async function forgetTried(db: Tx, { settings, now }: BillingDeps, account: AccountId): Promise<void> {
  if (isInTestMode(settings) || !(await findBilling(db))?.customer_is_test) return;
  const { notice, collection } = await holdBilling(db, account);
  await deleteInvoices(db);
  await updateBilling(db, {
    customer: null,
    customer_is_test: false,
    subscription: null,
    has_ended: false,
    // What our own people have agreed on is still to be sold.
    ...(collection === 'card' && { collection: null }),
    ...(collection !== 'invoice' && { session_plan: null, session_licences: null }),
    session_id: null,
    session_url: null,
    session_until: null,
    renews_at: null,
    cancels_at: null,
    paid_until: null,
    unpaid_since: null,
    unpaid_cents: 0,
    unpaid_url: null,
    notice_until: notice && endOfNotice(new Date(now())),
    notice_mails: [],
    told: '',
    reminded: '',
  });
}

/**
 * Without a key nobody could pay, so whoever was read-only is not any more. They are looked at again once there is a key. To be called
 * as the server starts.
 */
export async function endUnbilled({ database: { db }, settings, now }: BillingDeps): Promise<void> {
  if (isBillingOn(settings)) return;
  for (const channel of await listReadOnly(db)) {
    const account = accountOfChannel(channel);
    await withAccount(db, account, async (db) => {
      await holdBilling(db, account);
      await updateBilling(db, { due_at: new Date(now()) });
      await endReadOnly(db, account);
    });
  }
}

/** What follows from how an account stands. Done twice, the second time changes nothing. */
async function follow(
  { settings, now }: BillingDeps,
  write: Writer,
  account: AccountId,
  found: BillingRow,
): Promise<void> {
  const { db, at } = write;
  const owners = await listOwners(db);
  const row = await withDaysToCome(db, found, owners, at);
  if (isLive(row))
    await followSubscription(write, account, { plan_code: row.plan_code!, licences: row.licences! });
  const standing = await presentStanding(db, row, now());
  if (standing.reason === null) await endReadOnly(db, account);
  else await setReadOnly(db, account, standing.reason, at);
  // Whoever comes later is told then.
  const isHeard = owners.length > 0;
  const told = isHeard ? toldOf(row, standing) : row.told;
  const reminded = (isHeard ? remindedOf(standing, now()) : undefined) ?? row.reminded;
  const news = [
    ...(told === row.told ? [] : newsOf(row, standing, await presentCost(db, row))),
    // Whoever is told now is not reminded in the same breath.
    ...(reminded === row.reminded || told !== row.told
      ? []
      : remindersOf(row, standing, await presentCost(db, row))),
  ];
  const mails = await tellOwners(settings, db, owners, news);
  const isNotice = news.some(({ what }) => what === 'early access ends');
  const notice_mails = isNotice ? mails : row.notice_mails;
  await updateBilling(db, {
    told,
    notice_mails,
    reminded,
    ...(isLive(row) && { session_id: null, session_url: null, session_until: null }),
    due_at: dueAt({ ...row, notice_mails }, standing, { now: now(), isHeard }),
  });
}

/** The days begin when a mail that tells of them has left. Where nobody can be told what ends, nothing ends. */
async function withDaysToCome(
  db: Tx,
  row: BillingRow,
  owners: readonly unknown[],
  at: Date,
): Promise<BillingRow> {
  const isOver = row.notice === null || row.subscription !== null || row.told.startsWith('read_only');
  if (isOver || (owners.length > 0 && row.notice_mails.length === 0)) return row;
  const mails = [...(await mailStates(db, row.notice_mails)).values()];
  const left = mails.filter(({ state }) => state === 'sent').map((mail) => mail.at.getTime());
  if (owners.length === 0 || left.length === 0) return updateBilling(db, { notice_until: endOfNotice(at) });
  return updateBilling(db, { notice_mails: [], notice_until: endOfNotice(new Date(Math.min(...left))) });
}

/** What a business is called whose early access doesn’t end, because none of its owners can be told; null: they can be, or were. */
export async function nameUntold({ database }: BillingDeps, account: AccountId): Promise<string | null> {
  return withAccount(database.db, account, async (db) => {
    const row = await findBilling(db);
    if (!row?.notice || row.subscription !== null) return null;
    const mails = [...(await mailStates(db, row.notice_mails)).values()];
    const hasFailed = mails.length > 0 && mails.every(({ state }) => state === 'failed');
    const isHeard = (await listOwners(db)).length > 0 && !hasFailed;
    return isHeard ? null : (await readAccount(db)).name;
  });
}

function endOfNotice(from: Date): Date {
  return new Date(from.getTime() + NOTICE_DAYS * DAY_MS);
}

/** An invoice was agreed on, and the subscription for it is still to be made. */
export function isAgreed({ collection, subscription }: BillingRow): boolean {
  return collection === 'invoice' && subscription === null;
}

function isLive({ subscription, has_ended }: BillingRow): boolean {
  return subscription !== null && !has_ended;
}

async function factsOf(db: Tx, row: BillingRow): Promise<BillingFacts> {
  const { notice, notice_until, subscription, has_ended, cancels_at, unpaid_since, paid_until } = row;
  return {
    zone: (await readAccount(db)).zone,
    notice: notice && notice_until && { of: notice, until: notice_until.getTime() },
    subscription:
      subscription === null
        ? null
        : {
            has_ended,
            cancels_at: cancels_at?.getTime() ?? null,
            unpaid_since: unpaid_since?.getTime() ?? null,
            paid_until: paid_until?.getTime() ?? null,
          },
  };
}

/** How an account stands at a moment, as far as it is known. */
export async function presentStanding(db: Tx, row: BillingRow, now: number): Promise<Standing> {
  return standingOf(await factsOf(db, row), now);
}

/** What is charged, or would be for what the account has now. */
async function presentCost(db: Tx, row: BillingRow): Promise<Cost> {
  if (isLive(row)) {
    const plan = (await findPlan(db, row.plan_code!))!;
    return costOf(
      { ...plan, price_cents: row.plan_cents!, licence_cents: row.licence_cents! },
      row.licences!,
    );
  }
  const { plan_code, licences } = await readAccount(db);
  return costOf((await findPlan(db, plan_code))!, licences);
}

/** What its owners know once they are told: a state, and what of it would be news again. */
function toldOf(
  { told, subscription, unpaid_since }: BillingRow,
  { state, until, reason }: Standing,
): string {
  const about = {
    free: '',
    trial: '',
    // Its end is known once the mail has left, and is no news then.
    notice: told.startsWith('notice') ? told.slice('notice '.length) : until,
    active: subscription,
    cancelling: until,
    past_due: unpaid_since?.getTime(),
    lapsing: until,
    read_only: reason,
  };
  return `${state} ${about[state] ?? ''}`.trim();
}

function newsOf(row: BillingRow, { state, until, reason }: Standing, cost: Cost): BillingNews[] {
  const collection = row.collection ?? 'card';
  const wasOverdue = /^(past_due|read_only unpaid)/.test(row.told);
  if (state === 'notice') return [{ what: 'early access ends', until: until!, cost }];
  if (state === 'read_only') return [{ what: 'read-only', reason: reason!, hasEnded: row.has_ended }];
  if (state === 'past_due') return [{ what: 'overdue', collection, cents: row.unpaid_cents, until: until! }];
  if (state === 'lapsing' && wasOverdue) return [{ what: 'paid', until }];
  if (state !== 'active' && state !== 'cancelling') return [];
  if (wasOverdue) return [{ what: 'paid', until: null }];
  if (state === 'cancelling') return [{ what: 'cancelled', until: until! }];
  const what = row.told.startsWith('cancelling') ? 'goes on' : 'started';
  return [{ what, cost, collection, next: row.renews_at?.getTime() ?? null }];
}

/** How long before the end of a state its owners hear of it again. */
const remindedBefore: Readonly<Partial<Record<Standing['state'], number>>> = {
  trial: REMINDED_DAYS * DAY_MS,
  notice: REMINDED_DAYS * DAY_MS,
  past_due: 3 * DAY_MS,
  lapsing: REMINDED_DAYS * DAY_MS,
};

function remindedOf({ state, until }: Standing, now: number): string | undefined {
  const before = remindedBefore[state];
  return before !== undefined && until !== null && until - now <= before ? `${state} ${until}` : undefined;
}

function remindersOf(row: BillingRow, { state, until }: Standing, cost: Cost): BillingNews[] {
  if (state === 'lapsing') return [{ what: 'lapsing', until: until! }];
  if (state === 'trial' || state === 'notice')
    return [{ what: 'please confirm', of: state, until: until!, cost }];
  const collection = row.collection ?? 'card';
  return [{ what: 'still overdue', collection, cents: row.unpaid_cents, until: until! }];
}

async function tellOwners(
  settings: Settings,
  db: Tx,
  owners: Awaited<ReturnType<typeof listOwners>>,
  news: readonly BillingNews[],
): Promise<string[]> {
  if (news.length === 0) return [];
  const mails = [];
  const { name: business, zone } = await readAccount(db);
  const around = { brand: settings.BRAND_NAME, hasGst: settings.BILLING_GST === 'yes', business, zone };
  for (const { email } of owners)
    for (const one of news)
      mails.push(await sendMail(db, { template: 'subscription', to: email, ...wordsOf(one, around) }));
  return mails;
}

/** Stripe is asked so often about a subscription without being told anything, and about a page on which somebody may be confirming. */
const ASKED_EVERY_MS = HOUR_MS;
const SESSION_ASKED_EVERY_MS = 5 * MINUTE_MS;

function dueAt(
  row: BillingRow,
  standing: Standing,
  { now, isHeard }: { now: number; isHeard: boolean },
): Date | null {
  const { state, until } = standing;
  const before = remindedBefore[state];
  const hasSession = row.session_id !== null && (row.session_until?.getTime() ?? 0) > now;
  const times = [
    ...(until === null ? [] : [until]),
    ...(until === null || before === undefined ? [] : [until - before]),
    ...(row.notice_mails.length > 0 ? [now + ASKED_EVERY_MS] : []),
    ...(isLive(row)
      ? [now + ASKED_EVERY_MS]
      : hasSession || (isAgreed(row) && isHeard)
        ? [now + SESSION_ASKED_EVERY_MS]
        : []),
  ].filter((time) => time > now);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/**
 * A new business tries Muster before it is asked to confirm a price. To be called in its account, as it is opened. Where our own people
 * have agreed on an invoice with it, there is nothing to confirm, and it has what was agreed on as soon as it has an owner.
 */
export async function beginTrial(
  db: Tx,
  account: AccountId,
  settings: Settings,
  at: Date,
  agreed?: { readonly plan: string; readonly licences: number },
): Promise<void> {
  if (!isBillingOn(settings)) return;
  await holdBilling(db, account);
  const notice_until = endOfNotice(at);
  await updateBilling(db, {
    notice: 'trial',
    notice_until,
    told: 'trial',
    due_at: new Date(notice_until.getTime() - REMINDED_DAYS * DAY_MS),
    ...(agreed && {
      collection: 'invoice',
      session_plan: agreed.plan,
      session_licences: agreed.licences,
    }),
  });
}

/** The days of a business that we opened begin when its first owner comes; what was agreed on with it is sold then. To be called in its account. */
export async function beginForOwner(db: Tx, account: AccountId, at: Date): Promise<void> {
  const row = await findBilling(db);
  if (row?.notice !== 'trial' || row.subscription !== null) return;
  await updateBilling(db, { notice_until: endOfNotice(at), due_at: at });
  await enqueue(db, BILLING_SETTLED, { account: channelOf(account) });
}

/** Tells the owners of an account that early access ends. False: they were told before, or have confirmed already. */
export async function giveNotice(deps: BillingDeps, account: AccountId): Promise<boolean> {
  const at = new Date(deps.now());
  const isNew = await withAccount(deps.database.db, account, async (db) => {
    const { notice, subscription } = await holdBilling(db, account);
    if (notice !== null || subscription !== null) return false;
    await updateBilling(db, {
      notice: 'notice',
      notice_until: endOfNotice(at),
    });
    return true;
  });
  // Also where a process died after the one and before the other.
  await settleBilling(deps, account);
  return isNew;
}

/** How an account stands, as its owners see it. */
export async function describeBilling(
  db: Tx,
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  account: AccountId,
): Promise<Billing> {
  const row = isBillingOn(settings) ? await findBilling(db) : undefined;
  const { state, until, reason } = row
    ? await presentStanding(db, row, now())
    : ({ state: 'free', until: null, reason: null } as const);
  const isPaidFor = row !== undefined && isLive(row);
  return {
    id: account,
    is_on: isBillingOn(settings),
    is_test: isInTestMode(settings),
    state,
    until: iso(until),
    reason,
    cost: isPaidFor ? await presentCost(db, row) : null,
    collection: isPaidFor || (row && isAgreed(row)) ? row.collection : null,
    renews_at: isPaidFor && row.cancels_at === null ? iso(row.renews_at) : null,
    unpaid: row?.unpaid_since
      ? { cents: row.unpaid_cents, since: row.unpaid_since.toISOString(), pay_url: row.unpaid_url }
      : null,
    has_portal: isPaidFor && row.collection === 'card',
    asked_at: iso(row?.asked_at ?? null),
  };
}

/** Where Stripe sends what it has to say. */
export async function billedAddress(db: Tx): Promise<string | undefined> {
  return (await listOwners(db))[0]?.email;
}

function iso(at: Date | number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export async function describeInvoices(db: Tx): Promise<BillingInvoice[]> {
  return (await listInvoices(db)).map(
    ({ id, number, issued_at, due_at, paid_at, state, total_cents, gst_cents, pay_url, contents }) => ({
      id,
      number,
      issued_at: issued_at.toISOString(),
      due_at: iso(due_at),
      paid_at: iso(paid_at),
      state,
      total_cents,
      gst_cents,
      from_balance_cents: contents.from_balance ?? 0,
      pay_url,
    }),
  );
}

export async function readInvoice(db: Tx, id: string): Promise<StoredInvoice> {
  const found = await findInvoice(db, id);
  if (!found) throw new Failure('notFound');
  return found;
}

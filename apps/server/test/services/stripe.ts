import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';

/** What Stripe keeps of anything. */
export type StripeObject = { id: string; object: string } & Record<string, unknown>;

/** What becomes of a request, on order: as it should, or as it does on a bad day. */
export type StripeAnswer =
  | 'done'
  /** Done, and the line is cut before the answer. */
  | 'commit then drop'
  /** Done, and the answer says that something is wrong on their side. */
  | 'commit then 500'
  /** Not done, and the line is cut. */
  | 'drop'
  | { readonly status: number; readonly retryAfter?: string }
  | { readonly slowMs: number };

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  /** What a form or an address said, with its parts in each other. */
  readonly body: Record<string, unknown>;
  readonly key: string;
  readonly idempotencyKey: string | undefined;
}

interface StripeKey {
  readonly key: string;
  /** Such as `charge_read`; a right to write is one to read; undefined: everything. */
  readonly permissions?: readonly string[];
}

export interface StripeAccount {
  readonly id: string;
  readonly isLive: boolean;
  readonly keys: StripeKey[];
  readonly details: { name: string; charges_enabled: boolean; currency: string };
  readonly objects: Map<string, StripeObject>;
  readonly events: StripeObject[];
}

/** One kind of request, and what it does. */
export interface StripeRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** As restricted keys have it; undefined: any key may. */
  readonly permission?: string;
  /** The names of what may be asked, from Stripe's documentation of November 2026; those with a `!` must be. */
  readonly takes?: readonly string[];
  readonly answer: (asked: Asked) => StripeObject | List;
}

export interface Asked {
  readonly account: StripeAccount;
  readonly body: Record<string, unknown>;
  /** What the path names. */
  readonly ids: readonly string[];
}

interface List {
  readonly object: 'list';
  readonly data: readonly StripeObject[];
  readonly has_more: boolean;
  readonly url: string;
}

/** Why Stripe says no. */
export class Refusal extends Error {
  readonly status: number;
  readonly about: object;
  constructor(status: number, message: string, about: object = {}) {
    super(message);
    this.status = status;
    this.about = about;
  }
}

const SESSION_SECONDS = 86_400;
/** So long an answer is kept for whoever asks with the same idempotency key. */
const KEPT_SECONDS = 86_400;
/** What Stripe takes of a card from Australia. */
const FEE = { rate: 0.017, fixed: 30 };

export type StripeService = Awaited<ReturnType<typeof stripeService>>;

/** Stripe on this machine: it keeps what it was told, signs what it tells, has a page to pay on, and misbehaves on order. */
export async function stripeService() {
  const accounts = new Map<string, StripeAccount>();
  const requests: StripeRequest[] = [];
  const answered = new Map<string, { request: string; at: number; status: number; body: string }>();
  const clock = { ahead: 0 };
  let answer: (request: StripeRequest, count: number) => StripeAnswer = () => 'done';
  let tellsAtOnce = true;
  const routes: StripeRoute[] = [...coreRoutes()];

  const seconds = () => Math.floor((Date.now() + clock.ahead) / 1000);

  /** Nothing of one account is known in another. */
  function addAccount({
    id = newId('acct'),
    key,
    permissions,
    name = 'Harbour City Plumbing',
    charges_enabled = true,
    currency = 'aud',
  }: {
    key: string;
    id?: string;
    permissions?: readonly string[];
    name?: string;
    charges_enabled?: boolean;
    currency?: string;
  }): StripeAccount {
    const account: StripeAccount = {
      id,
      isLive: !key.includes('_test_'),
      keys: [{ key, ...(permissions && { permissions }) }],
      details: { name, charges_enabled, currency },
      objects: new Map(),
      events: [],
    };
    accounts.set(id, account);
    return account;
  }

  function newId(prefix: string): string {
    return `${prefix}_${randomBytes(9).toString('hex')}`;
  }

  function add(account: StripeAccount, prefix: string, object: string, fields: object): StripeObject {
    const made = {
      id: newId(prefix),
      object,
      created: seconds(),
      ...(withoutMode.has(object) ? {} : { livemode: account.isLive }),
      ...fields,
    };
    account.objects.set(made.id, made);
    return made;
  }

  /** Something happened: it is written down, and told to whoever wants to hear of it. */
  function happened(account: StripeAccount, type: string, object: StripeObject): StripeObject {
    const event = add(account, 'evt', 'event', {
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
      pending_webhooks: 0,
      request: { id: null, idempotency_key: null },
      type,
    });
    account.events.unshift(event);
    if (tellsAtOnce)
      for (const endpoint of all(account, 'webhook_endpoint'))
        void tell(event, { url: String(endpoint['url']), secret: String(endpoint['secret']) }).catch(
          () => {},
        );
    return event;
  }

  function sign(payload: string, { secret, at }: { secret: string; at: number }): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  }

  /** Tells an address of an event, as Stripe does; says with which status it was answered. */
  async function tell(
    event: StripeObject,
    {
      url,
      secret,
      at = seconds(),
      payload = JSON.stringify(event),
    }: { url: string; secret: string; at?: number; payload?: string },
  ): Promise<number> {
    const signature = sign(payload, { secret, at });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
    });
    await response.arrayBuffer();
    return response.status;
  }

  const world = { accounts, add, all, happened, seconds, find, addAccount };

  function find(id: string): { account: StripeAccount; object: StripeObject } {
    for (const account of accounts.values()) {
      const object = account.objects.get(id);
      if (object) return { account, object };
    }
    throw new Error(`Stripe has no ${id}`);
  }

  /** As a customer does on the page of a session. False: it cannot be paid any more. */
  function pay(
    sessionId: string,
    { isDeclined = false, email = 'payer@example.com' }: { isDeclined?: boolean; email?: string } = {},
  ): boolean {
    const { account, object: session } = find(sessionId);
    expireOld(session);
    if (session['status'] !== 'open') return false;
    const amount = Number(session['amount_total']);
    const currency = String(session['currency']);
    const known = session['payment_intent'] as string | null;
    const intent =
      known === null
        ? add(account, 'pi', 'payment_intent', {
            amount,
            amount_received: 0,
            currency,
            customer: session['customer'] ?? null,
            last_payment_error: null,
            latest_charge: null,
            payment_method_types: ['card'],
            status: 'requires_payment_method',
            ...intentData.get(session),
          })
        : account.objects.get(known)!;
    session['payment_intent'] = intent.id;
    const charge = add(account, 'ch', 'charge', {
      amount,
      amount_captured: isDeclined ? 0 : amount,
      amount_refunded: 0,
      balance_transaction: null,
      captured: !isDeclined,
      currency,
      customer: session['customer'] ?? null,
      disputed: false,
      failure_code: isDeclined ? 'card_declined' : null,
      failure_message: isDeclined ? 'Your card was declined.' : null,
      metadata: intent['metadata'] ?? {},
      paid: !isDeclined,
      payment_intent: intent.id,
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', last4: isDeclined ? '0002' : '4242', country: 'AU', funding: 'credit' },
      },
      refunded: false,
      status: isDeclined ? 'failed' : 'succeeded',
    });
    intent['latest_charge'] = charge.id;
    if (isDeclined) {
      intent['last_payment_error'] = {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
      };
      happened(account, 'payment_intent.payment_failed', intent);
      return false;
    }
    const fee = Math.round(amount * FEE.rate) + FEE.fixed;
    charge['balance_transaction'] = move(account, { type: 'charge', amount, fee, source: charge.id }).id;
    Object.assign(intent, { status: 'succeeded', amount_received: amount, last_payment_error: null });
    Object.assign(session, {
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: {
        ...(session['customer_details'] as object),
        email: session['customer_email'] ?? email,
      },
    });
    happened(account, 'payment_intent.succeeded', intent);
    happened(account, 'charge.succeeded', charge);
    happened(account, 'checkout.session.completed', session);
    return true;
  }

  /** Money that moves on the balance of an account; it belongs to no payout yet. */
  function move(
    account: StripeAccount,
    {
      type,
      category = type,
      amount,
      fee = 0,
      source,
      description = null,
    }: {
      type: string;
      category?: string;
      amount: number;
      fee?: number;
      source: string | null;
      description?: string | null;
    },
  ): StripeObject {
    return add(account, 'txn', 'balance_transaction', {
      amount,
      available_on: seconds() + 2 * 86_400,
      currency: account.details.currency,
      description,
      exchange_rate: null,
      fee,
      fee_details:
        fee === 0
          ? []
          : [
              {
                amount: fee,
                application: null,
                currency: account.details.currency,
                description: 'Stripe processing fees',
                type: 'stripe_fee',
              },
            ],
      net: amount - fee,
      reporting_category: category,
      source,
      status: 'pending',
      type,
    });
  }

  /** Of what a session was made with, what its payment is to be made with. */
  const intentData = new WeakMap<StripeObject, object>();

  function expireOld(session: StripeObject): void {
    if (session['status'] === 'open' && Number(session['expires_at']) <= seconds()) endSession(session);
  }

  function endSession(session: StripeObject): void {
    Object.assign(session, { status: 'expired', url: null });
    happened(find(session.id).account, 'checkout.session.expired', session);
  }

  function coreRoutes(): StripeRoute[] {
    return [
      {
        method: 'GET',
        path: /^\/v1\/account$/,
        permission: 'accounts_kyc_basic_read',
        answer: ({ account: { id, details } }) => ({
          id,
          object: 'account',
          business_profile: { name: details.name },
          charges_enabled: details.charges_enabled,
          country: 'AU',
          default_currency: details.currency,
          details_submitted: true,
          payouts_enabled: true,
          settings: { dashboard: { display_name: details.name, timezone: 'Australia/Sydney' } },
        }),
      },
      {
        method: 'GET',
        path: /^\/v1\/balance$/,
        permission: 'balance_read',
        answer({ account }) {
          const lines = all(account, 'balance_transaction');
          const sum = (isPending: boolean) => {
            const amount = lines
              .filter((one) => isPending === Number(one['available_on']) > seconds())
              .reduce((sum, { net }) => sum + Number(net), 0);
            return [{ amount, currency: account.details.currency, source_types: { card: amount } }];
          };
          return {
            id: '',
            object: 'balance',
            available: sum(false),
            livemode: account.isLive,
            pending: sum(true),
          };
        },
      },
      {
        method: 'POST',
        path: /^\/v1\/checkout\/sessions$/,
        permission: 'checkout_session_write',
        takes: [
          'mode!',
          'success_url!',
          'cancel_url',
          'line_items',
          'allowed_payment_method_types',
          'client_reference_id',
          'customer',
          'customer_email',
          'expires_at',
          'metadata',
          'payment_intent_data',
          'subscription_data',
          'locale',
          'submit_type',
          'expand',
          'billing_address_collection',
          'tax_id_collection',
          'allow_promotion_codes',
          'automatic_tax',
          'custom_text',
          'invoice_creation',
          'payment_method_collection',
          'adaptive_pricing',
        ],
        answer: ({ account, body }) => newSession(account, body),
      },
      ...readRoutes('checkout.session', 'checkout/sessions', 'checkout_session', [
        'payment_intent',
        'customer',
        'status',
      ]),
      {
        method: 'POST',
        path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
        permission: 'checkout_session_write',
        takes: ['expand'],
        answer({ account, ids: [id] }) {
          const session = read(account, 'checkout.session', id!);
          if (session['status'] !== 'open')
            throw new Refusal(
              400,
              `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${String(session['status'])}\`.`,
            );
          endSession(session);
          return session;
        },
      },
      ...readRoutes('payment_intent', 'payment_intents', 'payment_intent', ['customer']),
      ...readRoutes('charge', 'charges', 'charge', ['payment_intent', 'customer']),
      ...readRoutes('balance_transaction', 'balance_transactions', 'balance_transaction_source', [
        'payout',
        'source',
        'type',
        'currency',
      ]),
      {
        method: 'POST',
        path: /^\/v1\/refunds$/,
        permission: 'charge_write',
        takes: ['charge', 'payment_intent', 'amount', 'reason', 'metadata', 'expand'],
        answer: ({ account, body }) => newRefund(account, body),
      },
      ...readRoutes('refund', 'refunds', 'charge', ['charge', 'payment_intent']),
      ...readRoutes('dispute', 'disputes', 'dispute', ['charge', 'payment_intent']),
      ...readRoutes('payout', 'payouts', 'payout', ['status']),
      {
        method: 'POST',
        path: /^\/v1\/products$/,
        permission: 'product_write',
        takes: ['name!', 'description', 'metadata', 'tax_code', 'expand'],
        answer: ({ account, body }) =>
          add(account, 'prod', 'product', { active: true, metadata: {}, ...body }),
      },
      ...readRoutes('product', 'products', 'product', ['active']),
      {
        method: 'POST',
        path: /^\/v1\/prices$/,
        permission: 'plan_write',
        takes: [
          'currency!',
          'product',
          'product_data',
          'unit_amount!',
          'recurring',
          'lookup_key',
          'transfer_lookup_key',
          'tax_behavior',
          'metadata',
          'nickname',
          'expand',
        ],
        answer: ({ account, body }) => newPrice(account, body),
      },
      ...readRoutes('price', 'prices', 'plan', ['product', 'lookup_keys', 'active', 'type']),
      ...readRoutes('event', 'events', 'event', ['type', 'types', 'delivery_success']),
      {
        method: 'POST',
        path: /^\/v1\/webhook_endpoints$/,
        permission: 'webhook_write',
        takes: ['url!', 'enabled_events!', 'api_version', 'description', 'metadata', 'expand'],
        answer: ({ account, body }) => {
          if (!URL.canParse(String(body['url'])))
            throw new Refusal(400, 'Invalid URL: An explicit scheme (such as https) must be provided.', {
              param: 'url',
              code: 'url_invalid',
            });
          return add(account, 'we', 'webhook_endpoint', {
            api_version: body['api_version'] ?? null,
            application: null,
            description: body['description'] ?? null,
            enabled_events: body['enabled_events'],
            metadata: {},
            secret: newId('whsec'),
            status: 'enabled',
            url: body['url'],
          });
        },
      },
      ...readRoutes('webhook_endpoint', 'webhook_endpoints', 'webhook', []),
      {
        method: 'DELETE',
        path: /^\/v1\/webhook_endpoints\/(\w+)$/,
        permission: 'webhook_write',
        answer({ account, ids: [id] }) {
          read(account, 'webhook_endpoint', id!);
          account.objects.delete(id!);
          return { id: id!, object: 'webhook_endpoint', deleted: true };
        },
      },
      {
        method: 'POST',
        path: /^\/v1\/customers$/,
        permission: 'customer_write',
        takes: ['email', 'name', 'phone', 'address', 'description', 'metadata', 'tax_id_data', 'expand'],
        answer: ({ account, body }) =>
          add(account, 'cus', 'customer', {
            email: null,
            name: null,
            metadata: {},
            ...body,
            invoice_settings: { default_payment_method: null },
          }),
      },
      ...readRoutes('customer', 'customers', 'customer', ['email']),
    ];
  }

  function newPrice(
    account: StripeAccount,
    { product_data, ...said }: Record<string, unknown>,
  ): StripeObject {
    const recurring = said['recurring'] as Record<string, unknown> | undefined;
    const name = said['lookup_key'] as string | undefined;
    if (name !== undefined && all(account, 'price').some((one) => one['lookup_key'] === name))
      throw new Refusal(400, `A price already uses the lookup key \`${name}\`.`, {
        param: 'lookup_key',
      });
    const product =
      said['product'] ??
      add(account, 'prod', 'product', { active: true, metadata: {}, ...(product_data as object) }).id;
    return add(account, 'price', 'price', {
      active: true,
      billing_scheme: 'per_unit',
      lookup_key: null,
      metadata: {},
      nickname: null,
      tax_behavior: 'unspecified',
      ...said,
      product,
      recurring: recurring
        ? { ...recurring, interval_count: Number(recurring['interval_count'] ?? 1), usage_type: 'licensed' }
        : null,
      type: recurring ? 'recurring' : 'one_time',
      unit_amount: Number(said['unit_amount']),
    });
  }

  /** Whether refunds wait for the balance, as they do where there is not enough on it. */
  let refundsWait = false;

  function newRefund(account: StripeAccount, body: Record<string, unknown>): StripeObject {
    const { charge: wanted, payment_intent: of } = body as Record<string, string | undefined>;
    const intent = of === undefined ? undefined : read(account, 'payment_intent', of);
    const charge = read(account, 'charge', wanted ?? String(intent?.['latest_charge']));
    const left = Number(charge['amount_captured']) - Number(charge['amount_refunded']);
    const amount = Number(body['amount'] ?? left);
    if (charge['disputed'] === true)
      throw new Refusal(400, 'The charge has been charged back.', { code: 'charge_disputed' });
    if (left <= 0)
      throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    if (!(amount > 0) || amount > left)
      throw new Refusal(400, `Refund amount is greater than unrefunded amount on charge.`, {
        param: 'amount',
      });
    const refund = add(account, 're', 'refund', {
      amount,
      balance_transaction: null,
      charge: charge.id,
      currency: charge['currency'],
      metadata: body['metadata'] ?? {},
      payment_intent: charge['payment_intent'],
      reason: body['reason'] ?? null,
      status: 'pending',
    });
    charge['amount_refunded'] = Number(charge['amount_refunded']) + amount;
    charge['refunded'] = charge['amount_refunded'] === charge['amount_captured'];
    happened(account, 'refund.created', refund);
    if (!refundsWait) finishRefund(refund.id);
    return refund;
  }

  /** A refund that waited arrives, or does not; one that seemed to have arrived may come back as well. */
  function finishRefund(id: string, status: 'succeeded' | 'failed' = 'succeeded'): void {
    const { account, object: refund } = find(id);
    const charge = account.objects.get(String(refund['charge']))!;
    const amount = Number(refund['amount']);
    const wasOver = refund['status'] === 'succeeded';
    refund['status'] = status;
    if (status === 'succeeded') {
      refund['balance_transaction'] = move(account, { type: 'refund', amount: -amount, source: id }).id;
      happened(account, 'charge.refunded', charge);
    } else {
      charge['amount_refunded'] = Number(charge['amount_refunded']) - amount;
      charge['refunded'] = false;
      if (wasOver) move(account, { type: 'refund_failure', amount, source: id });
      happened(account, 'refund.failed', refund);
    }
    happened(account, 'refund.updated', refund);
  }

  const DISPUTE_FEE = 25_00;

  /** Whoever paid says to their bank that they have not: the money goes until it is decided. */
  function dispute(chargeId: string, { reason = 'fraudulent' }: { reason?: string } = {}): StripeObject {
    const { account, object: charge } = find(chargeId);
    const amount = Number(charge['amount']);
    const made = add(account, 'dp', 'dispute', {
      amount,
      balance_transactions: [],
      charge: chargeId,
      currency: charge['currency'],
      evidence_details: {
        due_by: seconds() + 7 * 86_400,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      is_charge_refundable: false,
      metadata: {},
      payment_intent: charge['payment_intent'],
      reason,
      status: 'needs_response',
    });
    const taken = move(account, {
      type: 'adjustment',
      category: 'dispute',
      amount: -amount,
      fee: DISPUTE_FEE,
      source: made.id,
    });
    made['balance_transactions'] = [structuredClone(taken)];
    charge['disputed'] = true;
    happened(account, 'charge.dispute.created', made);
    happened(account, 'charge.dispute.funds_withdrawn', made);
    return made;
  }

  /** It goes on, and nothing moves. */
  function moveDispute(id: string, status: string): void {
    const { account, object: made } = find(id);
    made['status'] = status;
    happened(account, 'charge.dispute.updated', made);
  }

  /** The bank decides. What was won comes back, and the fee does not. */
  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const { account, object: made } = find(id);
    made['status'] = status;
    if (status === 'won') {
      const back = move(account, {
        type: 'adjustment',
        category: 'dispute_reversal',
        amount: Number(made['amount']),
        source: id,
      });
      made['balance_transactions'] = [...(made['balance_transactions'] as object[]), structuredClone(back)];
      happened(account, 'charge.dispute.funds_reinstated', made);
    }
    happened(account, 'charge.dispute.closed', made);
  }

  /** Which payout took a movement to the bank can be asked for, and is never shown. */
  const paidOutBy = new WeakSet<StripeObject>();

  /** What is on the balance goes to the bank of the business; by hand, nobody says what of it. */
  function payOut(account: StripeAccount, { byHand }: { byHand?: number } = {}): StripeObject {
    const isByHand = byHand !== undefined;
    const moved = isByHand ? [] : all(account, 'balance_transaction').filter((one) => !paidOutBy.has(one));
    const amount = byHand ?? moved.reduce((sum, one) => sum + Number(one['net']), 0);
    const payout = add(account, 'po', 'payout', {
      amount,
      arrival_date: seconds() + 86_400,
      automatic: !isByHand,
      balance_transaction: null,
      currency: account.details.currency,
      description: 'STRIPE PAYOUT',
      failure_code: null,
      failure_message: null,
      metadata: {},
      method: 'standard',
      reconciliation_status: isByHand ? 'not_applicable' : 'completed',
      status: 'in_transit',
      type: 'bank_account',
    });
    const own = move(account, { type: 'payout', amount: -amount, source: payout.id });
    payout['balance_transaction'] = own.id;
    for (const one of [...moved, own]) {
      paidOutBy.add(one);
      Object.defineProperty(one, 'payout', { value: payout.id, enumerable: false });
      one['status'] = 'available';
    }
    happened(account, 'payout.created', payout);
    return payout;
  }

  /** It arrives at the bank, or comes back. */
  function finishPayout(id: string, status: 'paid' | 'failed' = 'paid'): void {
    const { account, object: payout } = find(id);
    payout['status'] = status;
    if (status === 'failed') {
      payout['failure_code'] = 'account_closed';
      payout['failure_message'] = 'The bank account has been closed.';
      move(account, {
        type: 'payout_failure',
        category: 'payout_reversal',
        amount: Number(payout['amount']),
        source: id,
      });
    }
    happened(account, `payout.${status}`, payout);
  }

  function newSession(account: StripeAccount, body: Record<string, unknown>): StripeObject {
    if (!account.details.charges_enabled && body['mode'] === 'payment' && account.isLive)
      throw new Refusal(400, 'Your account cannot currently make live charges.', { code: 'account_invalid' });
    const lines = body['mode'] === 'payment' ? pricedLines(body) : [];
    const amount = lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0);
    if (body['mode'] === 'payment' && amount < 50)
      throw new Refusal(400, 'The Checkout Session’s total amount must convert to at least 50 cents.', {
        code: 'amount_too_small',
      });
    const lasts = body['expires_at'] === undefined ? SESSION_SECONDS : Number(body['expires_at']) - seconds();
    if (lasts < 30 * 60 || lasts > SESSION_SECONDS)
      throw new Refusal(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
        param: 'expires_at',
      });
    const email = body['customer_email'] as string | undefined;
    if (email?.endsWith('.invalid'))
      throw new Refusal(400, `Invalid email address: ${email}`, {
        code: 'email_invalid',
        param: 'customer_email',
      });
    const { trial_end: trialEnd } = (body['subscription_data'] ?? {}) as { trial_end?: string };
    if (trialEnd !== undefined && Number(trialEnd) < seconds() + 48 * 3600)
      throw new Refusal(400, 'The `trial_end` date has to be at least 2 days in the future.', {
        param: 'subscription_data[trial_end]',
      });
    const session = add(account, account.isLive ? 'cs_live' : 'cs_test', 'checkout.session', {
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: body['cancel_url'] ?? null,
      client_reference_id: body['client_reference_id'] ?? null,
      currency: lines[0]?.currency ?? account.details.currency,
      customer: body['customer'] ?? null,
      customer_details: null,
      customer_email: email ?? null,
      expires_at: seconds() + lasts,
      invoice: null,
      metadata: body['metadata'] ?? {},
      mode: body['mode'],
      payment_intent: null,
      payment_method_types: body['allowed_payment_method_types'] ?? ['card'],
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: body['success_url'],
      url: null,
    });
    session['url'] = `${address()}/c/pay/${session.id}`;
    named.set(session, lines.map(({ name }) => name).join(', '));
    intentData.set(session, (body['payment_intent_data'] as object | undefined) ?? {});
    asked.set(session, body);
    return session;
  }

  /** What is paid for, as the page to pay on shows it. */
  const named = new WeakMap<StripeObject, string>();

  /** What each session was made with: whoever adds other kinds of sessions needs it. */
  const asked = new WeakMap<StripeObject, Record<string, unknown>>();

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  function address(): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const pages: ((
    path: string,
    method: string,
  ) => { status: number; location?: string; html?: string } | undefined)[] = [checkoutPage];

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, address());
    const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    if (!url.pathname.startsWith('/v1/')) {
      for (const page of pages) {
        const shown = page(url.pathname, request.method!);
        if (!shown) continue;
        response
          .writeHead(shown.status, {
            'content-type': 'text/html; charset=utf-8',
            ...(shown.location && { location: shown.location }),
          })
          .end(shown.html ?? '');
        return;
      }
      response.writeHead(404).end();
      return;
    }
    const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
    const seen: StripeRequest = {
      method: request.method!,
      path: url.pathname,
      body: nested(new URLSearchParams(request.method === 'GET' ? url.search : text)),
      key: (request.headers.authorization ?? '').replace('Bearer ', ''),
      idempotencyKey,
    };
    requests.push(seen);
    const wanted = answer(seen, requests.length);
    if (wanted === 'drop') return void request.socket.destroy();
    if (typeof wanted === 'object' && 'slowMs' in wanted) await sleep(wanted.slowMs);
    const { status, body } = once(seen, wanted);
    if (wanted === 'commit then drop') return void request.socket.destroy();
    const retryAfter = typeof wanted === 'object' && 'status' in wanted ? wanted.retryAfter : undefined;
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': newId('req'),
        ...(retryAfter && { 'retry-after': retryAfter }),
      })
      .end(body);
  }

  /**
   * What was asked with the same idempotency key is answered as it was, and done once: for a day, and what went wrong on their side
   * stays wrong. What was refused before anything began is not kept.
   */
  function once(seen: StripeRequest, wanted: StripeAnswer): { status: number; body: string } {
    const { method, path, body, key, idempotencyKey } = seen;
    const request = JSON.stringify([method, path, body]);
    const name = method === 'POST' && idempotencyKey !== undefined ? `${key} ${idempotencyKey}` : undefined;
    const found = name === undefined ? undefined : answered.get(name);
    const known = found && found.at > seconds() - KEPT_SECONDS ? found : undefined;
    if (known && known.request !== request)
      return asError(
        new Refusal(
          400,
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          { type: 'idempotency_error' },
        ),
      );
    if (known) return known;
    try {
      const made = { request, at: seconds(), ...answerNow(seen, wanted) };
      if (name !== undefined && (made.status < 400 || made.status >= 500)) answered.set(name, made);
      return made;
    } catch (error) {
      if (error instanceof Refusal) return asError(error);
      throw error;
    }
  }

  function answerNow(seen: StripeRequest, wanted: StripeAnswer): { status: number; body: string } {
    if (typeof wanted === 'object' && 'status' in wanted)
      return asError(
        new Refusal(wanted.status, 'Something went wrong.', {
          type: 'api_error',
          ...(wanted.status === 429 && { code: 'rate_limit' }),
        }),
      );
    const body = JSON.stringify(answerOf(seen));
    return wanted === 'commit then 500'
      ? asError(new Refusal(500, 'An unknown error occurred.', { type: 'api_error' }))
      : { status: 200, body };
  }

  function answerOf({ method, path, body, key }: StripeRequest): unknown {
    const account = [...accounts.values()].find(({ keys }) => keys.some((one) => one.key === key));
    if (!account)
      throw new Refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}*****`, {
        type: 'invalid_request_error',
      });
    const { permissions } = account.keys.find((one) => one.key === key)!;
    for (const { method: takenBy, path: pattern, permission, takes, answer } of routes) {
      const found = takenBy === method ? pattern.exec(path) : null;
      if (!found) continue;
      if (permission !== undefined && permissions !== undefined && !mayDo(permissions, permission))
        throw new Refusal(
          403,
          `The provided key '${key.slice(0, 8)}*****' does not have the required permissions for this endpoint on account '${account.id}'. Having the 'rak_${permission}' permission would allow this request to continue.`,
          { code: 'more_permissions_required' },
        );
      if (takes) refuseUnknown(body, takes);
      for (const one of all(account, 'checkout.session')) expireOld(one);
      return expanded(account, answer({ account, body, ids: found.slice(1) }), body['expand']);
    }
    throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  /** The page on which a customer pays: plain HTML, so that a browser can be driven through it. */
  function checkoutPage(path: string, method: string) {
    const [, id, step] = /^\/c\/pay\/(\w+)(?:\/(pay|decline))?$/.exec(path) ?? [];
    if (id === undefined) return undefined;
    const { object: session } = find(id);
    expireOld(session);
    const back = session['cancel_url'];
    if (method === 'POST' && session['status'] === 'open') {
      if (pay(id, { isDeclined: step === 'decline' }))
        return { status: 303, location: String(session['success_url']).replace('{CHECKOUT_SESSION_ID}', id) };
      return { status: 200, html: checkoutHtml(session, 'Your card was declined.') };
    }
    if (session['status'] !== 'open')
      return {
        status: 200,
        html: `<!doctype html><html lang="en"><title>Checkout</title><h1>This page has ended</h1><a href="${String(back)}">Back</a>`,
      };
    return { status: 200, html: checkoutHtml(session, '') };
  }

  function checkoutHtml(session: StripeObject, problem: string): string {
    const path = `/c/pay/${session.id}`;
    return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Checkout</title>
<h1>${(Number(session['amount_total']) / 100).toFixed(2)} ${String(session['currency']).toUpperCase()}</h1><p>${named.get(session) ?? ''}</p>
<p role="alert">${problem}</p><form method="post" action="${path}/pay"><button>Pay</button></form>
<form method="post" action="${path}/decline"><button>Decline</button></form><a href="${String(session['cancel_url'])}">Back</a>`;
  }

  return {
    ...world,
    clock,
    routes,
    pages,
    requests,
    move,
    pay,
    sign,
    tell,
    /** What a session was asked for with. */
    askedFor: (session: StripeObject) => asked.get(session),
    endSession,
    dispute,
    closeDispute,
    moveDispute,
    payOut,
    finishPayout,
    finishRefund,
    /** Somebody refunds it on Stripe's own pages. */
    refund: newRefund,
    letRefundsWait(isSo: boolean) {
      refundsWait = isSo;
    },
    get url() {
      return address();
    },
    /** What becomes of the requests from now on. */
    misbehave(how: (request: StripeRequest, count: number) => StripeAnswer) {
      answer = how;
    },
    behave() {
      answer = () => 'done';
    },
    /** Whether events are told as they happen, or only when somebody says so. */
    tellAtOnce(isSo: boolean) {
      tellsAtOnce = isSo;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Objects that do not say whether they are of the live mode. */
const withoutMode: ReadonlySet<string> = new Set(['balance_transaction', 'refund']);

function all(account: StripeAccount, object: string): StripeObject[] {
  return [...account.objects.values()].filter((one) => one.object === object);
}

function read(account: StripeAccount, object: string, id: string): StripeObject {
  const found = account.objects.get(id);
  if (found?.object !== object)
    throw new Refusal(404, `No such ${object.replace('.', ' ')}: '${id}'`, {
      code: 'resource_missing',
      param: 'id',
    });
  return found;
}

/** Reading one, and reading all of them page by page, the latest first. */
export function readRoutes(
  object: string,
  path: string,
  resource: string,
  filters: readonly string[],
): StripeRoute[] {
  return [
    {
      method: 'GET',
      path: new RegExp(`^/v1/${path}/(\\w+)$`),
      permission: `${resource}_read`,
      takes: ['expand'],
      answer: ({ account, ids: [id] }) => read(account, object, id!),
    },
    {
      method: 'GET',
      path: new RegExp(`^/v1/${path}$`),
      permission: `${resource}_read`,
      takes: [...filters, 'limit', 'starting_after', 'ending_before', 'created', 'expand'],
      answer: ({ account, body }) => page(all(account, object).toReversed(), body, filters, `/v1/${path}`),
    },
  ];
}

const PAGE = 10;

function page(
  found: readonly StripeObject[],
  body: Record<string, unknown>,
  filters: readonly string[],
  url: string,
): List {
  const { created, starting_after: after, ending_before: before } = body;
  const limits = typeof created === 'object' ? (created as Record<string, string>) : {};
  const kept = found.filter(
    (one) =>
      filters.every((name) => {
        const wanted = body[name];
        if (wanted === undefined) return true;
        if (name === 'types') return (wanted as string[]).includes(String(one['type']));
        if (name === 'lookup_keys') return (wanted as string[]).includes(String(one['lookup_key']));
        return String(one[name]) === wanted;
      }) &&
      (limits['gte'] === undefined || Number(one['created']) >= Number(limits['gte'])) &&
      (limits['gt'] === undefined || Number(one['created']) > Number(limits['gt'])) &&
      (limits['lte'] === undefined || Number(one['created']) <= Number(limits['lte'])),
  );
  const limit = Number(body['limit'] ?? PAGE);
  if (limit < 1 || limit > 100)
    throw new Refusal(400, 'This value must be less than or equal to 100.', { param: 'limit' });
  const at = (id: unknown) => kept.findIndex((one) => one.id === id);
  if (before !== undefined) {
    const newer = kept.slice(0, Math.max(0, at(before)));
    return { object: 'list', data: newer.slice(-limit), has_more: newer.length > limit, url };
  }
  const rest = after === undefined ? kept : kept.slice(at(after) + 1);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}

function mayDo(permissions: readonly string[], wanted: string): boolean {
  return permissions.includes(wanted) || permissions.includes(wanted.replace(/_read$/, '_write'));
}

function refuseUnknown(body: Record<string, unknown>, takes: readonly string[]): void {
  const known = new Set(takes.map((name) => name.replace('!', '')));
  for (const name of Object.keys(body))
    if (!known.has(name))
      throw new Refusal(400, `Received unknown parameter: ${name}`, {
        code: 'parameter_unknown',
        param: name,
      });
  for (const name of takes)
    if (name.endsWith('!') && body[name.slice(0, -1)] === undefined)
      throw new Refusal(400, `Missing required param: ${name.slice(0, -1)}.`, {
        code: 'parameter_missing',
        param: name.slice(0, -1),
      });
}

function pricedLines(
  body: Record<string, unknown>,
): { amount: number; quantity: number; currency: string; name: string }[] {
  const lines = body['line_items'];
  if (!Array.isArray(lines))
    throw new Refusal(400, 'Missing required param: line_items.', { param: 'line_items' });
  return lines.map(
    (line: {
      quantity?: string;
      price_data?: { currency?: string; unit_amount?: string; product_data?: { name?: string } };
    }) => {
      const { quantity = '1', price_data: { currency, unit_amount, product_data } = {} } = line;
      if (!/^\d{1,8}$/.test(unit_amount ?? '') || currency === undefined || !product_data?.name)
        throw new Refusal(400, 'Invalid price_data.', { param: 'line_items[0][price_data]' });
      return { amount: Number(unit_amount), quantity: Number(quantity), currency, name: product_data.name };
    },
  );
}

function asError({ status, message, about }: Refusal): { status: number; body: string } {
  return { status, body: JSON.stringify({ error: { type: 'invalid_request_error', message, ...about } }) };
}

/** `a[b][0]=c` as an object. */
function nested(form: URLSearchParams): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let at = whole;
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
    at[path.at(-1)!] = value;
  }
  return withLists(whole) as Record<string, unknown>;
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, withLists(one)] as const);
  return entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name))
    ? entries.map(([, one]) => one)
    : Object.fromEntries(entries);
}

/** In the place of ids what they name, where somebody has asked for it. */
function expanded(account: StripeAccount, made: StripeObject | List, expand: unknown): unknown {
  const copy: unknown = structuredClone(made);
  for (const path of Array.isArray(expand) ? (expand as string[]) : [])
    expandIn(account, copy, path.split('.'));
  return copy;
}

function expandIn(account: StripeAccount, value: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((one: unknown) => expandIn(account, one, [name, ...rest]));
  const here = value as Record<string, unknown>;
  if (typeof here[name] === 'string' && account.objects.has(here[name]))
    here[name] = structuredClone(account.objects.get(here[name])!);
  expandIn(account, here[name], rest);
}

import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type StripeAccount, type StripeService, stripeService } from '../../test/services/stripe.ts';
import { withBilling } from '../../test/services/stripe-billing.ts';
import { stripeExamples, unlikeStripe } from '../../test/services/stripe-examples.ts';
import { askStripe, isCheckoutAddress, isTestKey, readStripeEvent, type StripeFailure } from './stripe.ts';

const KEY = 'rk_live_harbour';
let service: StripeService;
let account: StripeAccount;
beforeAll(async () => {
  service = await stripeService();
  service.tellAtOnce(false);
  account = service.addAccount({ key: KEY });
});
afterEach(() => service.behave());
afterAll(() => service.close());

const ask = (key = KEY) => askStripe({ url: service.url, key });

function session(amount = 330_00, idempotencyKey?: string): Promise<Stripe.Checkout.Session> {
  return ask()((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        success_url: 'http://127.0.0.1/done',
        cancel_url: 'http://127.0.0.1/back',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'aud',
              unit_amount: amount,
              product_data: { name: 'Tax invoice INV-0001' },
            },
          },
        ],
      },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    ),
  );
}

const failed = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: StripeFailure) => error,
  );

test('a session is made, paid on its page, and read with its payment, charge and fee', async () => {
  const made = await session();
  expect(made).toMatchObject({ status: 'open', amount_total: 330_00, livemode: true });
  expect(isCheckoutAddress(made.url, service.url)).toBe(true);
  expect(isCheckoutAddress(made.url, 'https://checkout.stripe.com')).toBe(false);
  expect(service.pay(made.id)).toBe(true);
  expect(service.pay(made.id)).toBe(false);
  const expand = ['payment_intent.latest_charge.balance_transaction'];
  const paid = await ask()((stripe) => stripe.checkout.sessions.retrieve(made.id, { expand }));
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: {
      status: 'succeeded',
      latest_charge: { amount: 330_00, balance_transaction: { fee: 591, net: 324_09 } },
    },
  });
  const ended = await failed(ask()((stripe) => stripe.checkout.sessions.expire(made.id)));
  expect(ended).toMatchObject({ kind: 'refused' });
});

test('each failure says what is known: what was not done, and what may have been', async () => {
  service.misbehave(() => ({ status: 429, retryAfter: '7' }));
  expect(await failed(session())).toMatchObject({ kind: 'busy', retryAfterSeconds: 7 });
  service.misbehave(() => ({ status: 503 }));
  expect(await failed(session())).toMatchObject({ kind: 'unknown' });
  service.behave();
  expect(await failed(ask('rk_live_other')((stripe) => stripe.balance.retrieve()))).toMatchObject({
    kind: 'key',
  });
  expect(await failed(ask()((stripe) => stripe.checkout.sessions.retrieve('cs_none')))).toMatchObject({
    kind: 'gone',
  });
  expect(await failed(session(10))).toMatchObject({ kind: 'refused' });
  const gone = await stripeService();
  const { url } = gone;
  await gone.close();
  const closed = askStripe({ url, key: KEY });
  expect(await failed(closed((stripe) => stripe.balance.retrieve()))).toMatchObject({ kind: 'unreachable' });
});

test('what a key may not do is named as Stripe’s own page names it, and no words hold the key', async () => {
  service.addAccount({ key: 'rk_live_narrow', id: 'acct_narrow', permissions: ['balance_read'] });
  const refused = await failed(ask('rk_live_narrow')((stripe) => stripe.charges.list()));
  expect(refused).toMatchObject({
    kind: 'permission',
    permission: 'Charges and Refunds: Read',
    account: 'acct_narrow',
  });
  expect(JSON.stringify([refused, refused!.message, refused!.stack])).not.toMatch(/rk_live/);
});

test('what was done and not answered is done once: nothing is repeated by itself, and the same key asks for the same', async () => {
  let asked = 0;
  service.misbehave(() => (++asked === 1 ? 'commit then drop' : 'done'));
  const before = account.objects.size;
  expect(await failed(session(500_00, 'one'))).toMatchObject({ kind: 'unknown' });
  expect(asked).toBe(1);
  const again = await session(500_00, 'one');
  expect(account.objects.size).toBe(before + 1);
  expect(account.objects.has(again.id)).toBe(true);
  expect(await failed(session(600_00, 'one'))).toMatchObject({ kind: 'refused' });
});

test('an event is read with the right signature of its bytes, and not long after', () => {
  const event = { id: 'evt_1', type: 'checkout.session.completed' };
  const body = Buffer.from(JSON.stringify(event));
  const at = 1_800_000_000;
  const signature = service.sign(body.toString(), { secret: 'whsec_a', at });
  const read = (change: { body?: Buffer; secret?: string; now?: number; signature?: string | undefined }) =>
    readStripeEvent(change.body ?? body, {
      signature: 'signature' in change ? change.signature : signature,
      secret: change.secret ?? 'whsec_a',
      now: change.now ?? at * 1000,
    });
  expect(read({})).toMatchObject(event);
  expect(read({ secret: 'whsec_b' })).toBeUndefined();
  expect(read({ body: Buffer.from(`${body.toString()} `) })).toBeUndefined();
  expect(read({ now: (at + 301) * 1000 })).toBeUndefined();
  expect(read({ signature: undefined })).toBeUndefined();
  expect(read({ signature: 't=1,v1=' })).toBeUndefined();
});

test('a key says whether it moves money', () => {
  expect(['rk_test_1', 'sk_test_1', 'rk_live_1', 'sk_live_test_'].map(isTestKey)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.skipIf(!stripeExamples)('what our Stripe says has the shapes of Stripe’s own examples', async () => {
  const { id } = await session();
  service.pay(id, { isDeclined: true });
  service.pay(id);
  const charge = [...account.objects.values()].findLast(({ object }) => object === 'charge')!;
  await ask()((stripe) => stripe.refunds.create({ charge: charge.id, amount: 100 }));
  service.closeDispute(service.dispute(charge.id).id, 'won');
  service.payOut(account);
  await subscribe();
  await ask()((stripe) =>
    stripe.webhookEndpoints.create({ url: 'https://example.com', enabled_events: ['*'] }),
  );
  const owner = await ask()((stripe) => stripe.accounts.retrieveCurrent());
  const balance = await ask()((stripe) => stripe.balance.retrieve());
  const shown = [...account.objects.values(), owner, balance] as unknown as Record<string, unknown>[];
  const kinds = new Set(shown.map(({ object }) => String(object)));
  expect([...kinds]).toEqual(
    expect.arrayContaining(['refund', 'dispute', 'payout', 'event', 'account', 'subscription', 'invoice']),
  );
  expect(shown.flatMap(unlikeStripe)).toEqual([]);
});

/** As Muster itself sells. */
async function subscribe(): Promise<void> {
  withBilling(service);
  const made = await ask()((stripe) => stripe.customers.create({ email: 'payer@example.com' }));
  const customer = made.id;
  const price = await ask()((stripe) =>
    stripe.prices.create({
      currency: 'aud',
      unit_amount: 119_00,
      recurring: { interval: 'month' },
      product_data: { name: 'Crew plan' },
    }),
  );
  const rate = await ask()((stripe) =>
    stripe.taxRates.create({ display_name: 'GST', percentage: 10, inclusive: true }),
  );
  await ask()((stripe) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: price.id, quantity: 1 }],
      collection_method: 'send_invoice',
      days_until_due: 14,
      default_tax_rates: [rate.id],
    }),
  );
  const return_url = 'https://example.com';
  await ask()((stripe) =>
    stripe.billingPortal.sessions.create({
      customer,
      return_url,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url } },
      },
    }),
  );
}

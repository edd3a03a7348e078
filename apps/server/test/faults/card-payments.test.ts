import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { HOUR_MS } from '@muster/domain/values/minutes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../long.ts';
import { program } from '../programs.ts';
import type { StripeAnswer, StripeRequest } from '../services/stripe.ts';
import { type Cards, openCards, service, sessionOf } from '../setups/cards.ts';
import { issuedInvoice } from '../setups/invoices.ts';
import { DEMO, MONDAY } from '../setups/work.ts';
import { until } from '../until.ts';
import { gone } from './processes.ts';

const MIXES = repetitions({ usual: 2, long: 500 });
const STEPS = 8;
const KILLS = repetitions({ usual: 2, long: 60 });

const SECRET = 'whsec_harbour';
let cards: Cards;
let address: string;
beforeAll(async () => {
  cards = await openCards();
  await cards.connect();
  await cards.work.owner.post(`${service}/signing-secret`, { secret: SECRET });
  const { data } = await cards.work.owner.get(service);
  ({ address } = (data as { row: { address: string } }).row);
});
afterEach(() => {
  cards.stripe.behave();
  cards.work.clock.now = MONDAY;
});
afterAll(() => cards.close());

interface Owed {
  readonly id: string;
  readonly bill_to_id: string;
  readonly path: string;
}

async function owed(): Promise<Owed> {
  const { id, bill_to_id } = await issuedInvoice(cards.work);
  return { id, bill_to_id, path: await cards.pathOf(id) };
}

const outstandingOf = async ({ id }: Owed) =>
  ((await cards.work.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row.outstanding;

/** What was taken from cards for an invoice. */
function takenFor({ id }: Owed) {
  const { stripe, account } = cards;
  return stripe
    .all(account, 'payment_intent')
    .filter(
      (one) => one['status'] === 'succeeded' && (one['metadata'] as { invoice?: string }).invoice === id,
    )
    .map((one) => ({ intent: one.id, amount: one['amount_received'] }))
    .toSorted((a, b) => (a.intent < b.intent ? -1 : 1));
}

/** Tells our address what happened at Stripe lately, in any order and more than once. */
async function tell(random: () => number): Promise<void> {
  const { stripe, account, work } = cards;
  const lately = account.events.slice(0, 6).toSorted(() => random() - 0.5);
  for (const event of [...lately, ...lately.slice(0, 2)]) {
    const payload = JSON.stringify(event);
    const at = Math.floor(work.clock.now / 1000);
    const { statusCode } = await work.app.inject({
      method: 'POST',
      url: new URL(address).pathname,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.sign(payload, { secret: SECRET, at }),
      },
      payload,
    });
    expect(statusCode).toBe(200);
  }
}

/** What Stripe has taken is received once and nothing else is; the page says what is so. */
async function expectRight(invoice: Owed, about: string): Promise<void> {
  const taken = takenFor(invoice);
  await cards.work.here.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
  const { rows } = await cards.work.here.asOwner(
    `select provider_reference as intent, amount from payments
      where customer_id = '${invoice.bill_to_id}' and provider = 'stripe' order by 1`,
  );
  expect(rows, about).toEqual(taken);
  expect(taken.length, about).toBeLessThanOrEqual(1);
  const { data } = await cards.work.owner.get(`/customers/${invoice.bill_to_id}/credit`);
  const { credit, owed } = (data as { row: { credit: number; owed: number } }).row;
  const { rows: sums } = await cards.work.here.asOwner(
    `select coalesce((select sum(case kind when 'payment' then amount else -amount end) from payments
                       where customer_id = '${invoice.bill_to_id}' and taken_back_at is null), 0)::int as received`,
  );
  expect(330_00 - owed + credit, about).toBe(sums[0].received);
  const page = await cards.page(invoice.path);
  expect([page.includes('Paid, thank you'), page.includes('Pay now')], about).toEqual([owed === 0, owed > 0]);
}

/** Never before Stripe's word that nothing was paid, and never the other way round. */
async function expectTrue(invoice: Owed, about: string): Promise<void> {
  const { path } = invoice;
  const hasPaid = takenFor(invoice).length > 0;
  const outstanding = await outstandingOf(invoice);
  const page = await cards.page(`${path}?card=done`);
  expect(page.includes('Paid, thank you'), about).toBe(outstanding === 0);
  if (outstanding === 0) expect(page, about).not.toContain('Pay now');
  if (hasPaid) expect(page, about).not.toMatch(/wasn’t completed|Nothing was taken|Pay now/i);
}

/** Numbers that look random and are the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 0x1_0000_0000;
  };
}

const ways: readonly StripeAnswer[] = [
  'done',
  'done',
  'commit then drop',
  'commit then 500',
  'drop',
  { status: 429, retryAfter: '1' },
  { status: 503 },
  { slowMs: 20 },
];

test(
  `whatever becomes of lines, answers, clocks and events, ${MIXES} times: what a card paid is received once, and the page says what is so`,
  { timeout: 3 * HOUR_MS },
  async () => {
    const { stripe, work } = cards;
    for (let mix = 1; mix <= MIXES; mix += 1) {
      const random = randomOf(mix);
      const invoice = await owed();
      const done: string[] = [];
      let hasTransfer = false;
      // Nobody pays on a page to which nobody was led.
      const led = new Set<string>();
      const open = () => [...led].find((id) => stripe.find(id).object['status'] === 'open');
      const press = async () => {
        const to = await cards.press(invoice.path, await outstandingOf(invoice));
        if (to.startsWith(stripe.url)) led.add(sessionOf(to));
      };
      const steps: Readonly<Record<string, () => Promise<unknown>>> = {
        press,
        pressTwice: () => Promise.all([press(), press()]),
        pay: async () => {
          const id = open();
          if (id !== undefined) stripe.pay(id);
        },
        decline: async () => {
          const id = open();
          if (id !== undefined) stripe.pay(id, { isDeclined: true });
        },
        tell: () => tell(random),
        ask: () => cards.ask(),
        atOnce: () => Promise.all([cards.ask(), tell(random), press(), cards.ask()]),
        transfer: async () => {
          if (hasTransfer) return;
          hasTransfer = true;
          const { bill_to_id: customer_id } = invoice;
          await work.owner.post('/payments', { customer_id, method: 'transfer', amount: 330_00 });
        },
        clock: async () => {
          stripe.clock.ahead = MONDAY - Date.now() + Math.round((random() - 0.5) * 4) * HOUR_MS;
        },
      };
      const names = ['press', 'pay', ...Object.keys(steps)];
      for (let step = 0; step < STEPS; step += 1) {
        const name = step === 0 ? 'press' : names[Math.floor(random() * names.length)]!;
        const way = ways[Math.floor(random() * ways.length)]!;
        stripe.misbehave(() => (random() < 0.5 ? way : 'done'));
        done.push(`${name} (${JSON.stringify(way)})`);
        await steps[name]!();
        stripe.behave();
        await expectTrue(invoice, `mix ${mix}: ${done.join(', ')}`);
      }
      stripe.clock.ahead = MONDAY - Date.now();
      await cards.ask();
      await cards.ask();
      await expectRight(invoice, `mix ${mix}: ${done.join(', ')}`);
    }
  },
);

/** Where somebody pulls the plug: at which request of ours, and whether Stripe has done it by then. */
const points: readonly {
  readonly at: (request: StripeRequest) => boolean;
  readonly isDone: boolean;
  readonly isPaid: boolean;
}[] = [
  {
    at: ({ method, path }) => method === 'POST' && path.endsWith('/checkout/sessions'),
    isDone: true,
    isPaid: false,
  },
  {
    at: ({ method, path }) => method === 'GET' && /sessions\/cs_/.test(path),
    isDone: true,
    isPaid: true,
  },
  {
    at: ({ method, path }) => method === 'POST' && path.endsWith('/checkout/sessions'),
    isDone: false,
    isPaid: false,
  },
  { at: ({ path }) => path.endsWith('/events'), isDone: true, isPaid: true },
  {
    at: ({ method, path }) => method === 'GET' && /sessions\/cs_/.test(path),
    isDone: false,
    isPaid: true,
  },
];

test(
  `a server that is killed between a request to Stripe and what follows from it, ${KILLS} times: the next one goes on, and no card is charged twice`,
  { timeout: 3 * HOUR_MS },
  async () => {
    const { stripe, work } = cards;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { at, isDone, isPaid } = points[kill % points.length]!;
      const invoice = await owed();
      const [child, url] = await startOther();
      if (isPaid) {
        stripe.pay(sessionOf(await cards.press(invoice.path, 330_00)));
        expect(await outstandingOf(invoice)).toBe(330_00);
      }
      let isKilled = false;
      stripe.misbehave((request) => {
        if (isKilled || !at(request)) return 'done';
        isKilled = true;
        child.kill('SIGKILL');
        return isDone ? 'commit then drop' : 'drop';
      });
      const body = isPaid ? {} : { method: 'POST', body: new URLSearchParams({ amount: '33000' }) };
      const asked = fetch(`${url}${invoice.path}${isPaid ? '?card=done' : '/pay'}`, {
        ...body,
        redirect: 'manual',
      }).catch(() => undefined);
      await until(() => isKilled);
      await gone(child);
      await asked;
      stripe.behave();
      await expectTrue(invoice, `kill ${kill}`);
      if (!isPaid) stripe.pay(sessionOf(await cards.press(invoice.path, 330_00)));
      // Whoever died had the turn; the next one takes it when it is due.
      await work.app.inject({ url: `${invoice.path}?card=done` });
      await cards.ask();
      await cards.ask();
      expect(await outstandingOf(invoice)).toBe(0);
      await expectRight(invoice, `kill ${kill}`);
    }
  },
);

async function startOther(): Promise<[ChildProcess, string]> {
  const { stripe, work } = cards;
  const env = { HOST: '127.0.0.1', STRIPE_URL: stripe.url, STRIPE_CHECKOUT_URL: stripe.url };
  const args = [program('second-server'), work.here.ownerUrl, String(MONDAY), JSON.stringify(env)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return [child, url.toString().trim()];
}

import type {
  CardClearing,
  CardPaymentSummary,
  CardPayoutRecord,
  CardPayoutSummary,
  PayoutLine,
} from '@muster/domain/money/card-balance/schema';
import type { PaymentSummary } from '@muster/domain/money/payments/schema';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { DAY_MS } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../../../../test/long.ts';
import { type Cards, LIVE_KEY, openCards, service, sessionOf } from '../../../../test/setups/cards.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';

let cards: Cards;
/** What was at Stripe before the business connected, of sales elsewhere. */
const BEFORE = 700_00;
beforeAll(async () => {
  cards = await openCards();
  const { stripe, account } = cards;
  stripe.clock.ahead -= 5 * DAY_MS;
  stripe.move(account, { type: 'charge', amount: BEFORE, source: 'ch_of_before' });
  stripe.clock.ahead += 5 * DAY_MS;
  await cards.connect();
});
afterEach(() => {
  cards.stripe.behave();
  cards.stripe.letRefundsWait(false);
});
afterAll(() => cards.close());

const api = '/services/payments/api/v1';
const rowOf = ({ data }: { data: unknown }) => (data as { row: unknown }).row;
const rowsOf = ({ data }: { data: unknown }) => (data as { rows: unknown[] }).rows;
const clearing = async () => rowOf(await cards.work.owner.get(`${api}/clearing`)) as CardClearing;
const listed = async (query = '') =>
  rowsOf(await cards.work.owner.get(`${api}/card-payments${query}`)) as CardPaymentSummary[];
const listedOf = async (invoice: string) =>
  (await listed()).find(({ invoice_id }) => invoice_id === invoice)!;
const payouts = async () => rowsOf(await cards.work.owner.get(`${api}/payouts`)) as CardPayoutSummary[];
const payout = async (reference: string) => {
  const { id } = (await payouts()).find((one) => one.reference === reference)!;
  return {
    ...(rowOf(await cards.work.owner.get(`${api}/payouts/${id}`)) as CardPayoutRecord),
    lines: rowsOf(await cards.work.owner.get(`${api}/payouts/${id}/lines`)) as PayoutLine[],
  };
};

/** What Stripe has of this business, as it would say it itself. */
const balanceAtStripe = () =>
  cards.stripe.all(cards.account, 'balance_transaction').reduce((sum, { net }) => sum + Number(net), 0);

/** What all that is known makes at Stripe, however it is split. */
function expectBalanced({
  opening,
  received,
  refunded,
  disputed,
  fees,
  other,
  clearing,
  paid_out,
}: CardClearing) {
  expect(opening! + received - refunded - disputed - fees + other).toBe(clearing! + paid_out);
}

/** An invoice over $330.00 that is paid by card, which nobody here has heard of yet. */
async function payByCard() {
  const { id, bill_to_id, number } = await issuedInvoice(cards.work);
  const session = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  cards.stripe.pay(session);
  const intent = cards.stripe.find(String(cards.stripe.find(session).object['payment_intent'])).object;
  return {
    invoice: id,
    customer: bill_to_id,
    number,
    charge: String(intent['latest_charge']),
    intent: intent.id,
  };
}

test('a payment has its fee, then its payout, whose lines are its payments; what failed goes back to Stripe', async () => {
  const one = await payByCard();
  await cards.ask();
  expect(await listedOf(one.invoice)).toMatchObject({
    fee: 591,
    net: 330_00 - 591,
    payout: null,
    card: 'Visa ending 4242',
  });
  cards.stripe.refund(cards.account, { charge: one.charge, amount: 30_00 });
  cards.stripe.move(cards.account, {
    type: 'stripe_fee',
    category: 'fee',
    amount: -2_00,
    source: null,
    description: 'Radar',
  });
  cards.stripe.move(cards.account, { type: 'mystery', amount: 7_00, source: 'my_1', description: 'Gift' });
  await cards.ask();
  const at = cards.stripe.payOut(cards.account);
  await cards.ask();
  const { lines, ...sent } = await payout(at.id);
  expect(sent).toMatchObject({
    amount: BEFORE + 330_00 - 591 - 30_00 - 2_00 + 7_00,
    state: 'on its way',
    breakdown: 'read',
    payments: 1,
    received: 330_00,
    went_back: -30_00,
    fees: 591 + 2_00,
    other: BEFORE + 7_00,
  });
  expect(lines.map(({ kind, amount, about, invoice }) => [kind, amount, about, invoice?.number])).toEqual(
    expect.arrayContaining([
      ['fee', -2_00, 'Radar', undefined],
      ['other', 7_00, 'Gift', undefined],
      ['payment', BEFORE, '', undefined],
      ['payment', 330_00, '', one.number],
      ['refund', -30_00, '', one.number],
    ]),
  );
  expect(lines).toHaveLength(5);
  expect(await listedOf(one.invoice)).toMatchObject({
    refunded: 30_00,
    net: 300_00 - 591,
    payout: { state: 'on its way' },
  });
  expect(await clearing()).toMatchObject({ clearing: 0, listed: 0, paid_out: sent.amount, other: 7_00 });

  const period = `from=${sent.arrives_on.slice(0, 7)}-01&to=${sent.arrives_on.slice(0, 7)}-28`;
  expect(rowOf(await cards.work.owner.get(`${api}/fees?${period}`))).toEqual({ fees: 591 + 2_00, lines: 2 });
  const { headers } = await signInAs(cards.work.app, 'bookkeeper@example.com');
  const { body: csv } = await cards.work.app.inject({ url: `${api}/fees.csv?${period}`, headers });
  expect(csv).toMatch(new RegExp(`"Payment","charge","${one.number}",.*,"330.00","5.91",`));
  expect(csv).toContain('"Stripe fee","Radar","","","","2.00",');

  cards.stripe.finishPayout(at.id, 'failed');
  await cards.ask();
  expect(await payout(at.id)).toMatchObject({
    state: 'failed',
    problem: 'The bank account has been closed.',
  });
  expect(await clearing()).toMatchObject({ clearing: sent.amount, listed: sent.amount, paid_out: 0 });
  const again = cards.stripe.payOut(cards.account);
  cards.stripe.finishPayout(again.id);
  await Promise.all([cards.ask(), cards.ask()]);
  expect(await payout(again.id)).toMatchObject({ state: 'paid', amount: sent.amount, payments: 0 });
  expect(await clearing()).toMatchObject({ clearing: 0, paid_out: sent.amount });
});

test('what was at Stripe before the business connected is the opening balance, whatever is paid out of it or comes back', async () => {
  const cards = await openCards();
  const { stripe, account, work } = cards;
  const balance = () =>
    stripe.all(account, 'balance_transaction').reduce((sum, { net }) => sum + Number(net), 0);
  const now = async () => rowOf(await work.owner.get(`${api}/clearing`)) as CardClearing;
  try {
    stripe.clock.ahead -= 9 * DAY_MS;
    stripe.move(account, { type: 'charge', amount: 900_00, fee: 9_00, source: 'ch_first' });
    const arrived = stripe.payOut(account);
    stripe.clock.ahead += 4 * DAY_MS;
    stripe.move(account, { type: 'charge', amount: 500_00, fee: 5_00, source: 'ch_second' });
    const byHand = stripe.payOut(account, { byHand: 200_00 });
    stripe.clock.ahead += 5 * DAY_MS;
    stripe.finishPayout(arrived.id);
    await cards.connect();
    // What moves while the balance is asked for is known before it counts.
    let isMoved = false;
    stripe.misbehave(({ path }) => {
      if (path !== '/v1/balance' || isMoved) return 'done';
      isMoved = true;
      stripe.move(account, { type: 'charge', amount: 11_00, source: 'ch_meanwhile' });
      return 'done';
    });
    await cards.ask();
    expect(await now()).toMatchObject({ opening: null, clearing: null, listed: null });
    await cards.ask();
    const opened = { opening: 295_00, received: 0, fees: 0, other: 11_00, paid_out: 0, clearing: 306_00 };
    expect(await now()).toMatchObject({ ...opened, listed: 306_00, is_by_hand: false });

    stripe.finishPayout(byHand.id, 'failed');
    await cards.ask();
    expect(await now()).toMatchObject({ opening: 295_00, other: 211_00, paid_out: 0, clearing: balance() });
    const sent = stripe.payOut(account);
    await cards.ask();
    const [there, paid_out] = [balance(), Number(sent['amount'])];
    expect(await now()).toMatchObject({ clearing: there, listed: there, paid_out, is_by_hand: false });

    // Another account of Stripe has a balance of its own.
    const other = stripe.addAccount({ key: 'rk_live_other' });
    stripe.move(other, { type: 'charge', amount: 40_00, source: 'ch_of_the_other' });
    await cards.connect('rk_live_other', { is_other_account: true });
    await cards.ask();
    expect(await now()).toMatchObject({ clearing: 40_00, listed: 40_00, paid_out: 0 });
  } finally {
    await cards.close();
  }
});

test('a manual payout says that its payments are unknown', async () => {
  await payByCard();
  await cards.ask();
  const at = cards.stripe.payOut(cards.account, { byHand: 100_00 });
  await cards.ask();
  expect(await payout(at.id)).toMatchObject({ breakdown: 'none', lines: [], amount: 100_00 });
  expect(await clearing()).toMatchObject({ is_by_hand: true, clearing: balanceAtStripe() });
});

test('lists longer than one turn are read on where it stopped, and a fee that Stripe tells late counts', async () => {
  const one = await payByCard();
  const charge = cards.stripe.find(one.charge).object;
  const line = cards.stripe.find(String(charge['balance_transaction'])).object;
  charge['balance_transaction'] = null;
  cards.account.objects.delete(line.id);
  await cards.ask();
  expect(await listedOf(one.invoice)).toMatchObject({ fee: null, net: null });
  for (let count = 0; count < 510; count += 1)
    cards.stripe.move(cards.account, { type: 'topup', amount: 1, source: null });
  cards.account.objects.set(line.id, line);
  charge['balance_transaction'] = line.id;
  cards.stripe.happened(cards.account, 'charge.updated', charge);
  await cards.ask();
  await cards.ask();
  expect(await listedOf(one.invoice)).toMatchObject({ fee: 591, net: 330_00 - 591 });
  expect((await clearing()).listed).toBe(balanceAtStripe());
});

test('refunds and disputes made while disconnected are recorded once the same account is connected again', async () => {
  const [refunded, disputed, decided] = [await payByCard(), await payByCard(), await payByCard()];
  const { id } = cards.stripe.dispute(decided.charge);
  await cards.ask();
  await cards.ask();
  expect(await listedOf(decided.invoice)).toMatchObject({ disputed: 330_00, dispute: { state: 'open' } });
  expect(rowOf(await cards.work.owner.get('/invoices/attention'))).toMatchObject({
    disputes: [{ number: decided.number, amount: 330_00, answer_by: expect.stringMatching(/^20/) }],
  });
  const { id: connection } = rowOf(await cards.work.owner.get(service)) as { id: string };
  expect(await cards.work.owner.delete(`/connections/${connection}`)).toMatchObject({ status: 200 });
  cards.stripe.refund(cards.account, { charge: refunded.charge, amount: 40_00 });
  cards.stripe.dispute(disputed.charge);
  cards.stripe.closeDispute(id, 'lost');
  // Stripe lists events for a month.
  cards.account.events.length = 0;
  for (const event of cards.stripe.all(cards.account, 'event')) cards.account.objects.delete(event.id);
  await cards.connect(LIVE_KEY);
  await cards.ask();
  await cards.ask();
  expect(await listedOf(refunded.invoice)).toMatchObject({ refunded: 40_00 });
  expect(await listedOf(disputed.invoice)).toMatchObject({ disputed: 330_00, dispute: { state: 'open' } });
  expect(await listedOf(decided.invoice)).toMatchObject({ dispute: { state: 'lost' } });
  expect(await clearing()).toMatchObject({ clearing: balanceAtStripe() });
});

const steps = [
  'pay',
  'bill',
  'refund',
  'refund at Stripe',
  'refund comes back',
  'dispute',
  'dispute won',
  'dispute lost',
  'pay out',
  'payout paid',
  'payout failed',
  'pay out by hand',
  'fee',
  'other',
  'cash',
  'credit',
  'use credit',
  'give credit back',
  'reverse',
  'ask',
] as const;

test('whatever is paid, refunded, disputed, credited and paid out, in whatever order it is heard of, and twice: the books balance, and the clearing account is what is at Stripe', async () => {
  const { stripe, account, work } = cards;
  const of = (object: string, fits: (one: Record<string, unknown>) => boolean = () => true) =>
    stripe.all(account, object).filter(fits);
  const invoices: { id: string; customer: string }[] = [];
  const step = record({
    what: constantFrom(...steps),
    which: integer({ min: 0, max: 50 }),
    cents: integer({ min: 1, max: 400_00 }),
  });

  async function bill() {
    const { id, bill_to_id } = await issuedInvoice(work);
    invoices.push({ id, customer: bill_to_id });
    return { id, customer: bill_to_id };
  }

  async function take({
    what,
    which,
    cents,
  }: {
    what: (typeof steps)[number];
    which: number;
    cents: number;
  }): Promise<void> {
    const pick = <T>(all: readonly T[]): T | undefined => all[which % Math.max(1, all.length)];
    const invoice = pick(invoices);
    const charge = pick(of('charge', ({ disputed }) => disputed !== true));
    switch (what) {
      case 'pay': {
        const one = await payByCard();
        invoices.push({ id: one.invoice, customer: one.customer });
        return;
      }
      case 'bill':
        await bill();
        return;
      case 'refund': {
        const { data } = await work.owner.get('/payments?method=card&view=received');
        const payment = pick(
          (data as { rows: PaymentSummary[] }).rows.filter(({ provider }) => provider === 'stripe'),
        );
        if (payment) await work.owner.post(`/payments/${payment.id}/card-refunds`, { amount: cents });
        return cards.sendRefunds();
      }
      case 'refund at Stripe': {
        const left = Number(charge?.['amount']) - Number(charge?.['amount_refunded']);
        if (charge && left > 0) stripe.refund(account, { charge: charge.id, amount: Math.min(left, cents) });
        return;
      }
      case 'refund comes back': {
        const refund = pick(of('refund', ({ status }) => status === 'succeeded'));
        if (refund) stripe.finishRefund(refund.id, 'failed');
        return;
      }
      case 'dispute':
        if (charge && Number(charge['amount_refunded']) === 0) stripe.dispute(charge.id);
        return;
      case 'dispute won':
      case 'dispute lost': {
        const open = pick(of('dispute', ({ status }) => status === 'needs_response'));
        if (open) stripe.closeDispute(open.id, what === 'dispute won' ? 'won' : 'lost');
        return;
      }
      case 'pay out':
        if (balanceAtStripe() > 0) stripe.payOut(account);
        return;
      case 'pay out by hand':
        if (balanceAtStripe() > 0) stripe.payOut(account, { byHand: Math.min(cents, balanceAtStripe()) });
        return;
      case 'payout paid':
      case 'payout failed': {
        const sent = pick(of('payout', ({ status }) => status === 'in_transit'));
        if (sent) stripe.finishPayout(sent.id, what === 'payout paid' ? 'paid' : 'failed');
        return;
      }
      case 'fee':
        stripe.move(account, { type: 'stripe_fee', category: 'fee', amount: -cents, source: null });
        return;
      case 'other':
        stripe.move(account, { type: 'charge', amount: cents, fee: 30, source: 'ch_ofanothershop' });
        return;
      case 'cash':
        if (invoice)
          await work.owner.post('/payments', {
            customer_id: invoice.customer,
            method: 'cash',
            amount: cents,
          });
        return;
      case 'credit':
        if (invoice) await work.owner.post(`/invoices/${invoice.id}/credit`, {});
        return;
      case 'use credit':
        if (invoice)
          await work.owner.post(`/customers/${invoice.customer}/credit/use`, {
            invoices: [{ invoice_id: (await bill()).id, amount: cents }],
          });
        return;
      case 'give credit back':
        if (invoice)
          await work.owner.post(`/customers/${invoice.customer}/credit/refund`, {
            method: 'cash',
            amount: cents,
          });
        return;
      case 'reverse': {
        const { data } = await work.owner.get('/payments?method=cash&view=received');
        const [first] = (data as { rows: PaymentSummary[] }).rows;
        if (first)
          await work.owner.post(`/payments/${first.id}/take-back`, { version: first.version, reason: 'x' });
        return;
      }
      case 'ask':
        await Promise.all([cards.ask(), cards.ask()]);
        await expectBooksBalance();
        expectBalanced(await clearing());
    }
  }

  await assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 12 }), async (mix) => {
      for (const one of [{ what: 'pay', which: 0, cents: 1 } as const, ...mix]) await take(one);
      for (let count = 0; count < 3; count += 1) await cards.ask();
      await expectBooksBalance();
      const found = await clearing();
      expectBalanced(found);
      const sum = (object: string, field: string, fits: (one: Record<string, unknown>) => boolean) =>
        of(object, fits).reduce((all, one) => all + Number(one[field]), 0);
      expect(found).toMatchObject({
        received: sum('charge', 'amount', ({ status }) => status === 'succeeded'),
        refunded: sum('refund', 'amount', ({ status }) => status === 'succeeded'),
        disputed: sum('dispute', 'amount', ({ status }) => status !== 'won'),
        paid_out: sum('payout', 'amount', ({ status }) => status !== 'failed'),
        clearing: balanceAtStripe(),
        listed: balanceAtStripe(),
      });
    }),
    { numRuns: repetitions({ usual: 2, long: 60 }) },
  );
});

/** Of all invoices and payments, whoever they are of: what was billed is owed, or was paid and has not gone back, or is paid ahead. */
async function expectBooksBalance(): Promise<void> {
  const { rows } = await cards.work.inside((db) =>
    sql<Record<'invoiced' | 'credited' | 'owed' | 'received' | 'refunded' | 'disputed' | 'held', number>>`
      select (select coalesce(sum(total), 0)::float8 from invoices where state = 'issued' and kind = 'invoice') as invoiced,
             (select coalesce(sum(total), 0)::float8 from invoices where state = 'issued' and kind = 'credit note') as credited,
             (select coalesce(sum(outstanding), 0)::float8 from invoices where state = 'issued' and kind = 'invoice')
               + coalesce(sum(amount - used) filter (where kind = 'refund'), 0)::float8 as owed,
             coalesce(sum(amount) filter (where kind = 'payment'), 0)::float8 as received,
             coalesce(sum(amount) filter (where kind = 'refund' and not is_disputed), 0)::float8 as refunded,
             coalesce(sum(amount) filter (where is_disputed), 0)::float8 as disputed,
             coalesce(sum(unused) filter (where kind = 'payment'), 0)::float8
               + (select coalesce(sum(outstanding), 0)::float8 from invoices where state = 'issued' and kind = 'credit note') as held
        from (select p.*, exists (select from card_disputes d where d.refund_id = p.id) as is_disputed
                from payments p where taken_back_at is null) p`.execute(db),
  );
  const { invoiced, credited, owed, received, refunded, disputed, held } = rows[0]!;
  expect(invoiced - credited).toBe(owed + received - refunded - disputed - held);
}

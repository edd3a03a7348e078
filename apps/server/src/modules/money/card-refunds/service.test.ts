import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { CardMoney } from '@muster/domain/money/card-refunds/schema';
import type { PaymentRecord, PaymentSummary } from '@muster/domain/money/payments/schema';
import { whenReadOnly } from '../../../app.ts';
import { endReadOnly, setReadOnly } from '../../identity/accounts/service.ts';
import { CARD_TURN } from '../card-services/service.ts';
import { CARD_REFUND } from './service.ts';
import { HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { DEMO } from '../../../../test/setups/work.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Cards, openCards, sessionOf } from '../../../../test/setups/cards.ts';
import { noticeOf } from '../../messages/webhooks/service.ts';
import { findOwed } from '../../messages/payment-reminders/store.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';

let cards: Cards;
beforeAll(async () => {
  cards = await openCards();
  await cards.connect();
});
afterEach(() => {
  cards.stripe.behave();
  cards.stripe.letRefundsWait(false);
});
afterAll(() => cards.close());

const rowOf = ({ data }: { data: unknown }) => (data as { row: unknown }).row;
const invoiceOf = async (id: string) => rowOf(await cards.work.owner.get(`/invoices/${id}`)) as InvoiceRecord;

/** Whether its customer would be reminded of it. */
const isReminded = async (id: string) => (await cards.work.inside((db) => findOwed(db, id))) !== undefined;

/** An invoice over $330.00 that was paid by card, and what is known of that payment. */
async function paid() {
  const { owner } = cards.work;
  const { id, bill_to_id } = await issuedInvoice(cards.work);
  const session = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  cards.stripe.pay(session);
  await cards.ask();
  const { data } = await owner.get(`/payments?customer=${bill_to_id}`);
  const [payment] = (data as { rows: PaymentSummary[] }).rows;
  const path = `/payments/${payment!.id}/card-refunds`;
  const intent = String(cards.stripe.find(session).object['payment_intent']);
  return {
    invoice: id,
    customer: bill_to_id,
    payment: payment!.id,
    intent,
    charge: String(cards.stripe.find(intent).object['latest_charge']),
    refund: (fields: object = {}) => owner.post(path, fields),
    money: async () => rowOf(await owner.get(path)) as CardMoney,
    record: async () => rowOf(await owner.get(`/payments/${payment!.id}`)) as PaymentRecord,
    credit: async () =>
      rowOf(await owner.get(`/customers/${bill_to_id}/credit`)) as { credit: number; owed: number },
    atStripe: () =>
      cards.stripe.all(cards.account, 'refund').filter((one) => one['payment_intent'] === intent),
  };
}

test('a refund in part counts once Stripe says so, and what it paid is owed again; more than is left is refused', async () => {
  const one = await paid();
  expect((await one.refund({ amount: 100_00 })).status).toBe(200);
  expect(await one.money()).toMatchObject({ refundable: 230_00, refunds: [{ state: 'waiting' }] });
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 0 });

  await cards.sendRefunds();
  expect(await one.money()).toMatchObject({
    refunds: [{ state: 'succeeded', amount: 100_00, is_ours: true }],
  });
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 100_00 });
  expect(await one.credit()).toMatchObject({ credit: 0, owed: 100_00 });

  expect(await one.refund({ amount: 230_01 })).toMatchObject({ status: 409 });
  expect((await one.refund()).status).toBe(200);
  await cards.sendRefunds();
  await cards.ask();
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 330_00 });
  expect(await one.refund()).toMatchObject({ status: 409 });
  expect(one.atStripe().map(({ amount }) => amount)).toEqual([100_00, 230_00]);
  expect(await one.record()).toMatchObject({ used: 330_00, unused: 0 });
});

test('what went back before its payment was known here counts once it is', async () => {
  const { stripe, account, work } = cards;
  const { id } = await issuedInvoice(work);
  const session = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  stripe.misbehave(({ path }) => (path.includes(session) ? { status: 500 } : 'done'));
  stripe.pay(session);
  const intent = String(stripe.find(session).object['payment_intent']);
  const charge = String(stripe.find(intent).object['latest_charge']);
  stripe.refund(account, { charge, amount: 30_00 });
  // The second time it has been read from the balance as well.
  for (let turn = 0; turn < 2; turn += 1) {
    await cards.ask();
    work.clock.now += MINUTE_MS;
  }
  expect(await invoiceOf(id)).toMatchObject({ outstanding: 330_00 });
  stripe.behave();
  work.clock.now += MINUTE_MS;
  await cards.ask();
  await cards.ask();
  expect(await invoiceOf(id)).toMatchObject({ outstanding: 30_00 });
});

test('whatever becomes of the line, money goes back once', async () => {
  for (const way of ['commit then drop', 'commit then 500', 'drop'] as const) {
    const one = await paid();
    await one.refund({ amount: 30_00 });
    cards.stripe.misbehave(({ method, path }) =>
      method === 'POST' && path === '/v1/refunds' ? way : 'done',
    );
    await cards.sendRefunds();
    const [waiting] = (await one.money()).refunds;
    expect(waiting).toMatchObject({ state: 'waiting', refund_id: null });
    expect(waiting!.problem).toMatch(/asking again/);
    cards.stripe.behave();
    await Promise.all([cards.sendRefunds(1), cards.sendRefunds(0), cards.ask()]);
    expect(one.atStripe()).toHaveLength(1);
    expect((await one.money()).refunds).toMatchObject([{ state: 'succeeded', problem: '' }]);
    expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 30_00 });
  }
});

test('a refund that may have been made is never called failed, and is looked for however long ago it was asked', async () => {
  const { work, stripe, account } = cards;
  const one = await paid();
  await one.refund({ amount: 30_00 });
  stripe.misbehave(({ path }) => (path === '/v1/refunds' ? 'commit then drop' : 'done'));
  await cards.sendRefunds();
  stripe.behave();
  const [key] = account.keys.splice(0);
  await cards.sendRefunds(1);
  account.keys.push(key!);
  stripe.misbehave(({ path, method }) =>
    method === 'GET' && path === '/v1/refunds' ? { status: 403 } : 'done',
  );
  await cards.sendRefunds(2);
  stripe.behave();
  const { data } = await work.owner.get('/connections');
  const [connection] = (data as { rows: { id: string }[] }).rows;
  expect(await work.owner.delete(`/connections/${connection!.id}`)).toMatchObject({ status: 200 });
  await cards.sendRefunds(3);
  expect(await one.money()).toMatchObject({ refundable: 300_00, refunds: [{ state: 'waiting' }] });
  await cards.connect();
  // A machine that was off for a day begins again as if for the first time, and Stripe has forgotten the key.
  stripe.clock.ahead += 25 * HOUR_MS;
  await cards.sendRefunds(0);
  stripe.clock.ahead -= 25 * HOUR_MS;
  expect(one.atStripe()).toHaveLength(1);
  expect((await one.money()).refunds).toMatchObject([{ state: 'succeeded', problem: '' }]);

  // What was called failed, and was made all the same, is in the books.
  await one.refund({ amount: 20_00 });
  stripe.misbehave(({ path, method }) =>
    method === 'POST' && path === '/v1/refunds' ? { status: 403 } : 'done',
  );
  await cards.sendRefunds();
  stripe.behave();
  const failed = (await one.money()).refunds.find(({ state }) => state === 'failed')!;
  stripe.refund(account, { charge: one.charge, amount: 20_00, metadata: { refund: failed.id } });
  await cards.ask();
  expect((await one.money()).refunds.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 50_00 });
});

test('a refund over which Stripe stumbled is asked for anew once Stripe doesn’t know of it, and can be stopped meanwhile', async () => {
  const { work, stripe } = cards;
  const [stumbled, stopped] = [await paid(), await paid()];
  const asked = async (one: typeof stumbled) => {
    await one.refund({ amount: 30_00 });
    return (await one.money()).refunds.find(({ state }) => state === 'waiting')!.id;
  };
  const stop = (one: typeof stumbled, id: string) =>
    work.owner.post(`/payments/${one.payment}/card-refunds/${id}/stop`, {});
  const isMade = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path === '/v1/refunds';
  await asked(stumbled);
  const other = await asked(stopped);
  stripe.misbehave((request) => (isMade(request) ? { status: 500 } : 'done'));
  await cards.sendRefunds();
  stripe.behave();
  // Stripe repeats its error to the same key.
  await cards.sendRefunds(1);
  expect((await stumbled.money()).refunds).toMatchObject([{ state: 'waiting' }]);
  stripe.misbehave(() => ({ status: 503 }));
  expect(await stop(stopped, other)).toMatchObject({ status: 409 });
  stripe.behave();
  expect(await stop(stopped, other)).toMatchObject({ status: 200 });
  expect(await stopped.money()).toMatchObject({
    refundable: 330_00,
    refunds: [{ state: 'failed', problem: 'Stopped here before Stripe made it.' }],
  });
  work.clock.now += 3 * MINUTE_MS;
  await cards.sendRefunds(2);
  expect((await stumbled.money()).refunds).toMatchObject([{ state: 'succeeded', problem: '' }]);
  expect(stumbled.atStripe()).toHaveLength(1);
  expect(stopped.atStripe()).toEqual([]);

  // What Stripe has made is not stopped, and counts.
  const made = await asked(stopped);
  stripe.misbehave((request) => (isMade(request) ? 'commit then drop' : 'done'));
  await cards.sendRefunds();
  stripe.behave();
  expect(await stop(stopped, made)).toMatchObject({ status: 409 });
  expect((await stopped.money()).refunds.map(({ state }) => state).toSorted()).toEqual([
    'failed',
    'succeeded',
  ]);
});

test('what somebody refunds at Stripe itself arrives, once; what Stripe refuses says why and moves nothing', async () => {
  const one = await paid();
  const { account } = cards;
  const theirs = cards.stripe.refund(account, { charge: one.charge, amount: 50_00 });
  await Promise.all([cards.ask(), cards.ask()]);
  await cards.ask();
  expect((await one.money()).refunds).toMatchObject([
    { amount: 50_00, is_ours: false, state: 'succeeded', reference: theirs.id },
  ]);
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 50_00 });

  await one.refund();
  cards.stripe.refund(account, { charge: one.charge });
  await cards.sendRefunds();
  const { refunds } = await one.money();
  const ours = refunds.find(({ is_ours }) => is_ours)!;
  expect(ours).toMatchObject({ state: 'failed', refund_id: null });
  expect(ours.problem).toMatch(/already been refunded/);
  await cards.ask();
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 330_00 });
});

test('a refund that is on its way is shown so; one that comes back is owed no more', async () => {
  const one = await paid();
  cards.stripe.letRefundsWait(true);
  await one.refund();
  await cards.sendRefunds();
  expect(await one.money()).toMatchObject({
    refundable: 0,
    refunds: [{ state: 'pending', refund_id: null }],
  });
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 0 });
  cards.stripe.finishRefund(one.atStripe()[0]!.id, 'failed');
  await cards.ask();
  expect(await one.money()).toMatchObject({ refundable: 330_00, refunds: [{ state: 'failed' }] });
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 0 });
});

/** An invoice that was paid by card and by transfer, so that what came by card is credit. */
async function paidTwice() {
  const { owner } = cards.work;
  const { id, bill_to_id } = await issuedInvoice(cards.work);
  const session = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  cards.stripe.pay(session);
  const transfer = { customer_id: bill_to_id, method: 'transfer', amount: 330_00 };
  expect((await owner.post('/payments', transfer)).status).toBe(200);
  await cards.ask();
  const { data } = await owner.get(`/payments?customer=${bill_to_id}&method=card`);
  const [payment] = (data as { rows: PaymentSummary[] }).rows;
  expect(payment).toMatchObject({ unused: 330_00 });
  return {
    invoice: id,
    charge: cards.stripe.all(cards.account, 'charge').at(-1)!.id,
    refund: () => owner.post(`/payments/${payment!.id}/card-refunds`, {}),
    refundByHand: () =>
      owner.post(`/customers/${bill_to_id}/credit/refund`, { amount: 330_00, method: 'transfer' }),
    money: async () => rowOf(await owner.get(`/payments/${payment!.id}/card-refunds`)) as CardMoney,
    credit: async () => rowOf(await owner.get(`/customers/${bill_to_id}/credit`)),
  };
}

test('money that came in twice goes back from the credit, and the invoice stays paid', async () => {
  const one = await paidTwice();
  expect((await one.refund()).status).toBe(200);
  // Nobody gives away what is on its way.
  expect(await one.refundByHand()).toMatchObject({
    status: 409,
    message: 'There is no credit to use. $330.00 is being refunded to the card.',
  });
  await cards.sendRefunds();
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 0 });
  expect(await one.credit()).toMatchObject({ credit: 0, owed: 0 });
});

test('what was given back by hand does not go back to the card as well; where somebody does that at Stripe, it is owed', async () => {
  const one = await paidTwice();
  expect(await one.refundByHand()).toMatchObject({ status: 200 });
  expect(await one.money()).toMatchObject({ refundable: 0 });
  expect(await one.refund()).toMatchObject({ status: 409 });
  cards.stripe.refund(cards.account, { charge: one.charge });
  await cards.ask();
  expect((await one.money()).refunds).toMatchObject([{ state: 'succeeded', amount: 330_00, is_ours: false }]);
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 330_00 });
  expect(await one.credit()).toMatchObject({ credit: 0, owed: 330_00 });
});

test('what goes back beyond all that a customer has is owed by them, and is made up for by what they pay next', async () => {
  const { owner } = cards.work;
  const { stripe, account } = cards;
  const { id: invoice, bill_to_id: customer } = await issuedInvoice(cards.work);
  stripe.pay(sessionOf(await cards.press(await cards.pathOf(invoice), 330_00)));
  // Credited before anybody here heard of the payment: all of it is credit.
  expect(await owner.post(`/invoices/${invoice}/credit`, {})).toMatchObject({ status: 200 });
  await cards.ask();
  const held = async () => rowOf(await owner.get(`/customers/${customer}/credit`));
  expect(await held()).toMatchObject({ credit: 330_00, owed: 0 });
  const { name } = rowOf(await owner.get(`/customers/${customer}`)) as { name: string };
  const listed = async () =>
    ((await owner.get(`/invoices/owed?search=${encodeURIComponent(name)}`)).data as { rows: object[] }).rows;
  const byHand = { amount: 330_00, method: 'transfer' };
  expect(await owner.post(`/customers/${customer}/credit/refund`, byHand)).toMatchObject({ status: 200 });
  const charge = stripe.all(account, 'charge').at(-1)!;
  const { id } = stripe.refund(account, { charge: charge.id });
  await cards.ask();
  expect(await held()).toMatchObject({ credit: 0, owed: 330_00 });
  expect(await listed()).toMatchObject([{ balance: 330_00, invoices: 0 }]);

  const paidBack = { customer_id: customer, method: 'transfer', amount: 400_00 };
  const payBack = async () => rowOf(await owner.post('/payments', paidBack)) as PaymentRecord;
  const { id: first, version } = await payBack();
  expect(await held()).toMatchObject({ credit: 70_00, owed: 0 });
  const bounced = { version, reason: 'The transfer was recalled.' };
  expect(await owner.post(`/payments/${first}/take-back`, bounced)).toMatchObject({ status: 200 });
  expect(await held()).toMatchObject({ credit: 0, owed: 330_00 });
  await payBack();
  expect(await listed()).toMatchObject([{ balance: -70_00 }]);
  // The refund comes back from the bank: all that made up for it is theirs.
  stripe.finishRefund(id, 'failed');
  await cards.ask();
  expect(await held()).toMatchObject({ credit: 400_00, owed: 0 });
});

test('a dispute takes the money and the invoice is owed again; what is won pays again, what is lost stays gone', async () => {
  const [won, lost] = [await paid(), await paid()];
  for (const [one, end] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const { id } = cards.stripe.dispute(one.charge);
    await cards.ask();
    expect(await one.money()).toMatchObject({
      refundable: 0,
      disputes: [{ state: 'open', amount: 330_00, reason: 'fraudulent', reference: id }],
    });
    expect((await one.money()).disputes[0]!.answer_by).not.toBeNull();
    expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 330_00 });
    expect(await isReminded(one.invoice)).toBe(false);
    expect(await one.refund()).toMatchObject({ status: 409 });
    cards.stripe.closeDispute(id, end);
    await cards.ask();
    expect((await one.money()).disputes).toMatchObject([{ state: end }]);
  }
  expect(await invoiceOf(won.invoice)).toMatchObject({ outstanding: 0 });
  expect(await won.credit()).toMatchObject({ credit: 0, owed: 0 });
  expect(await invoiceOf(lost.invoice)).toMatchObject({ outstanding: 330_00 });
  expect(await isReminded(lost.invoice)).toBe(true);
});

test('a dispute under appeal is not won before the money is back, whatever Stripe calls it and whichever of its states is missed', async () => {
  const one = await paid();
  const { id } = cards.stripe.dispute(one.charge);
  const after = async () => {
    await cards.ask();
    const [dispute] = (await one.money()).disputes;
    return [dispute!.state, (await invoiceOf(one.invoice)).outstanding];
  };
  // The loss is missed, as where this server was off.
  cards.stripe.moveDispute(id, 'appeal_under_review');
  expect(await after()).toEqual(['answered', 330_00]);
  cards.stripe.moveDispute(id, 'a word that nobody knows yet');
  expect(await after()).toEqual(['answered', 330_00]);
  cards.stripe.closeDispute(id, 'lost');
  expect(await after()).toEqual(['lost', 330_00]);
  cards.stripe.moveDispute(id, 'appeal_needs_response');
  expect(await after()).toEqual(['open', 330_00]);
  cards.stripe.closeDispute(id, 'won');
  expect(await after()).toEqual(['won', 0]);
});

test('more than the books refuse for now keeps nothing that comes later waiting, and is taken once they are open', async () => {
  const { work, stripe, account } = cards;
  const [refused, later] = [await paid(), await paid()];
  const lock = async (lock_date: string | null) => {
    const { version } = rowOf(await work.owner.get('/money-settings')) as { version: number };
    return work.owner.patch('/money-settings', { version, lock_date });
  };
  const sydneyDay = (days: number) =>
    new Date(work.clock.now + 11 * HOUR_MS + days * 24 * HOUR_MS).toISOString().slice(0, 10);
  expect(await lock(sydneyDay(0))).toMatchObject({ status: 422 });
  expect(await lock(sydneyDay(-1))).toMatchObject({ status: 200 });
  // As it may have been left from before that was refused.
  await work.inside((db) => sql`update money_settings set lock_date = ${sydneyDay(0)}`.execute(db));
  const theirs = stripe.refund(account, { charge: refused.charge, amount: 50_00 });
  await cards.ask();
  // As many as are gone through at once, each tried like that one, and cheap to hear of.
  await work.inside((db) =>
    sql`insert into inbound_events (account_id, connection_id, event_key, received_at, content, tried_at)
        select account_id, connection_id, event_key || '-' || n, received_at, '{}', tried_at
          from inbound_events, generate_series(1, 100) n
         where content->>'id' = ${theirs.id} and content->>'type' = 'refund.created' and done_at is null`.execute(
      db,
    ),
  );
  stripe.letRefundsWait(true);
  stripe.refund(account, { charge: later.charge, amount: 20_00 });
  await cards.ask();
  expect((await refused.money()).refunds).toEqual([]);
  expect((await later.money()).refunds).toMatchObject([{ state: 'pending', amount: 20_00 }]);
  await lock(null);
  await cards.ask();
  expect((await refused.money()).refunds).toMatchObject([{ state: 'succeeded', amount: 50_00 }]);
});

test('when two customers turn out to be one, what is paid and refunded by card is theirs, and the history of each has it', async () => {
  const { owner } = cards.work;
  const [one, kept] = [await paid(), await issuedInvoice(cards.work)];
  const session = sessionOf(await cards.press(await cards.pathOf(kept.id), 330_00));
  const versionOf = async (customer: string) =>
    (rowOf(await owner.get(`/customers/${customer}`)) as { version: number }).version;
  // The page to pay on is open while the customer becomes part of another one.
  const merged = await owner.post(`/customers/${one.customer}/merge`, {
    other_id: kept.bill_to_id,
    version: await versionOf(one.customer),
    other_version: await versionOf(kept.bill_to_id),
  });
  expect(merged).toMatchObject({ status: 200 });
  cards.stripe.pay(session);
  await one.refund({ amount: 30_00 });
  await cards.sendRefunds();
  await cards.ask();
  const { data } = await owner.get(`/payments?customer=${one.customer}`);
  const moved = (data as { rows: PaymentSummary[] }).rows.map(({ kind, amount }) => [kind, amount]);
  expect(moved).toHaveLength(3);
  expect(moved).toEqual(
    expect.arrayContaining([
      ['payment', 330_00],
      ['refund', 30_00],
    ]),
  );
  expect(await one.credit()).toMatchObject({ credit: 0, owed: 30_00 });
  const kinds = async (subject: string) => {
    const { rows } = (await owner.get(`/changes?subject=${subject}`)).data as { rows: { kind: string }[] };
    return rows.map(({ kind }) => kind);
  };
  for (const subject of [one.customer, one.invoice])
    expect(await kinds(subject)).toEqual(
      expect.arrayContaining(['card payment received', 'card refund asked', 'card refund followed']),
    );
  expect(await kinds(kept.id)).toContain('card payment received');
});

test('programs hear what becomes of money by card, each as it was after that change, and nothing of tests', async () => {
  const heard = async (after: number) => {
    const events: [string, string, string][] = [];
    for (let at = after; ;) {
      const notice = await cards.work.inside((db) => noticeOf(db, { after: at }));
      if (!notice) return events;
      at = notice.number;
      for (const one of notice.events ?? [])
        if ('payment' in one) events.push([one.event, one.invoice, one.payment]);
    }
  };
  const { change } = (await cards.work.owner.get('/money-settings')).data as { change: number };
  const [refunded, lost] = [await paid(), await paid()];
  await refunded.refund({ amount: 10_00 });
  await cards.sendRefunds();
  cards.stripe.finishRefund(refunded.atStripe()[0]!.id, 'failed');
  const { id } = cards.stripe.dispute(lost.charge);
  await cards.ask();
  cards.stripe.closeDispute(id, 'lost');
  await cards.ask();
  const of = (one: typeof lost, ...events: string[]) =>
    events.map((event) => [event, one.invoice, one.payment]);
  const events = await heard(change);
  expect(events.filter(([, invoice]) => invoice === refunded.invoice)).toEqual(
    of(refunded, 'card payment received', 'card payment refunded', 'card refund returned'),
  );
  expect(events.filter(([, invoice]) => invoice === lost.invoice)).toEqual(
    of(lost, 'card payment received', 'card payment disputed', 'card dispute lost'),
  );
});

test('a payment that was recorded by hand has nothing to give back to a card', async () => {
  const { owner } = cards.work;
  const { bill_to_id } = await issuedInvoice(cards.work);
  const made = await owner.post('/payments', { customer_id: bill_to_id, method: 'card', amount: 330_00 });
  const { id } = rowOf(made) as PaymentRecord;
  expect(rowOf(await owner.get(`/payments/${id}/card-refunds`))).toEqual({
    refundable: 0,
    refunds: [],
    disputes: [],
  });
  expect(await owner.post(`/payments/${id}/card-refunds`, {})).toMatchObject({ status: 409 });
});

test('what was paid or refunded by card is written down of a read-only account too, where nobody may ask for a refund', async () => {
  const { work, stripe, account } = cards;
  const one = await paid();
  const { id } = await issuedInvoice(work);
  const session = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  await one.refund({ amount: 10_00 });
  await work.inside((db) => setReadOnly(db, DEMO, 'unpaid', new Date(work.clock.now)));
  expect(await one.refund({ amount: 5_00 })).toMatchObject({ status: 402 });
  expect([CARD_TURN, CARD_REFUND].filter((topic) => !whenReadOnly.has(topic))).toEqual([]);
  stripe.pay(session);
  await cards.sendRefunds();
  stripe.refund(account, { charge: one.charge, amount: 20_00 });
  await cards.ask();
  expect(await invoiceOf(id)).toMatchObject({ outstanding: 0 });
  expect(await invoiceOf(one.invoice)).toMatchObject({ outstanding: 30_00 });
  await work.inside((db) => endReadOnly(db, DEMO));
});

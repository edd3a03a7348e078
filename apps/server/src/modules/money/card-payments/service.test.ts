import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ShownInvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';
import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { type Cards, openCards, sessionOf } from '../../../../test/setups/cards.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { letterOf, textOf } from '../../messages/invoice-letters/templates.ts';
import { printedInvoice } from '../invoice-papers/service.ts';

let cards: Cards;
beforeAll(async () => {
  cards = await openCards();
  await cards.connect();
});
afterEach(() => cards.stripe.behave());
afterAll(() => cards.close());

const invoiceOf = async (id: string) =>
  ((await cards.work.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;

const receivedOf = async (invoice: string) =>
  (await cards.received()).filter(({ invoice_id }) => invoice_id === invoice);

async function owed() {
  const invoice = await issuedInvoice(cards.work);
  const path = await cards.pathOf(invoice.id);
  return { ...invoice, path, press: (amount = 330_00) => cards.press(path, amount) };
}

test('an invoice is paid on Stripe’s page, and received once whoever says so, however often', async () => {
  const { id, number, path, press } = await owed();
  const { body, headers } = await cards.work.app.inject({ url: path });
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toContain(`form-action 'self' ${cards.stripe.url};`);
  expect(await cards.page(path)).toContain('Pay now $330.00');
  const address = await press();
  expect(new URL(address).origin).toBe(cards.stripe.url);
  // Whoever presses as well, or once more, comes to the same page.
  expect(await Promise.all([press(), press(), press()])).toEqual([address, address, address]);
  expect(cards.stripe.find(sessionOf(address)).object).toMatchObject({
    amount_total: 330_00,
    currency: 'aud',
  });
  cards.stripe.pay(sessionOf(address));
  const back = await cards.work.app.inject({ url: `${path}?card=done` });
  expect(back.headers['refresh']).toBe(`4;url=${path}?card=done`);
  expect(await cards.page(`${path}?card=done`)).toMatch(
    /waiting for Stripe to confirm.*Waiting for Stripe Tax invoice/,
  );
  expect(await receivedOf(id)).toEqual([]);
  await Promise.all([cards.ask(), cards.ask(), press()]);
  await cards.ask();
  expect(await receivedOf(id)).toEqual([{ invoice_id: id, amount: 330_00, unused: 0, fee: 591 }]);
  expect(await invoiceOf(id)).toMatchObject({ outstanding: 0 });
  const paid = await cards.page(`${path}?card=done`);
  expect(paid).toMatch(/Paid, thank you.*Paid by card/);
  expect(paid).not.toMatch(/Pay now|waiting/);
  expect(await press()).toBe(`${path}?card=settled`);
  const { data } = await cards.work.owner.get(`/payments?search=4242`);
  const [row] = (data as { rows: { reference: string; provider: string; numbers: string[] }[] }).rows;
  expect(row).toMatchObject({ reference: 'Visa ending 4242', provider: 'stripe', numbers: [number] });
});

test('what changes of an invoice ends its page first, and the next page is for what is owed then', async () => {
  const { id, bill_to_id, path, press } = await owed();
  const first = await press();
  const part = {
    customer_id: bill_to_id,
    method: 'cash',
    amount: 130_00,
    invoices: [{ invoice_id: id, amount: 130_00 }],
  };
  expect(await cards.work.owner.post('/payments', part)).toMatchObject({ status: 200 });
  expect(await press(330_00)).toBe(`${path}?card=changed`);
  const second = await press(200_00);
  expect(second).not.toBe(first);
  expect(cards.stripe.pay(sessionOf(first))).toBe(false);
  expect(cards.stripe.find(sessionOf(second)).object).toMatchObject({ amount_total: 200_00 });
  // Nobody presses: it is ended all the same.
  await cards.work.owner.post(`/invoices/${id}/credit`, {});
  await cards.ask();
  expect(cards.stripe.pay(sessionOf(second))).toBe(false);
  expect(await press(200_00)).toBe(`${path}?card=settled`);
});

test('a transfer that comes beside a card is credit of whoever paid', async () => {
  const { id, bill_to_id, press } = await owed();
  const address = await press();
  cards.stripe.pay(sessionOf(address));
  const whole = { customer_id: bill_to_id, method: 'transfer', amount: 330_00 };
  expect(await cards.work.owner.post('/payments', whole)).toMatchObject({ status: 200 });
  await cards.ask();
  expect(await receivedOf(id)).toMatchObject([{ amount: 330_00, unused: 330_00 }]);
  const { data } = await cards.work.owner.get(`/customers/${bill_to_id}/credit`);
  expect(data).toMatchObject({ row: { credit: 330_00, owed: 0 } });
});

test('a card that is declined, a page that has ended, and a way back each end in a sentence, and nothing is received', async () => {
  const { id, path, press } = await owed();
  const address = await press();
  expect(await cards.page(`${path}?card=back`)).toContain('You haven’t paid yet, as far as we know');
  cards.stripe.pay(sessionOf(address), { isDeclined: true });
  await cards.ask();
  expect(await cards.page(path)).toContain('The last card didn’t go through Your card was declined.');
  cards.stripe.endSession(cards.stripe.find(sessionOf(address)).object);
  await cards.ask();
  expect(await cards.page(`${path}?card=done`)).toContain('Your payment wasn’t completed');
  expect(await receivedOf(id)).toEqual([]);
  const again = await press();
  expect(again).not.toBe(address);
});

test('a receipt is emailed once to the address given at checkout, unless the owner has turned that off', async () => {
  const { owner } = cards.work;
  async function receiptsOf(invoice: { id: string }, path: string, email?: string) {
    cards.stripe.pay(sessionOf(await cards.press(path, 330_00)), email === undefined ? {} : { email });
    await Promise.all([cards.ask(), cards.ask()]);
    const parts = (await owner.get(`/invoices/${invoice.id}/payments`)).data as { rows: { of_id: string }[] };
    const { data } = await owner.get(`/payments/${parts.rows[0]!.of_id}/letters`);
    return (data as { rows: ShownInvoiceLetter[] }).rows.map(({ kind, to_address }) => [kind, to_address]);
  }
  const billed = await issuedInvoice(cards.work, { email: 'office@example.com' });
  const billedPath = await cards.pathOf(billed.id);
  expect(await receiptsOf(billed, billedPath)).toEqual([['receipt', 'o…@example.com']]);
  const given = await owed();
  expect(await receiptsOf(given, given.path, 'tenant@example.com')).toEqual([['receipt', 't…@example.com']]);
  // What no mail can go to is received all the same.
  const odd = await owed();
  expect(await receiptsOf(odd, odd.path, 'not an address')).toEqual([]);
  expect(await receivedOf(odd.id)).toHaveLength(1);
  const { row } = (await owner.get('/money-settings')).data as { row: { version: number } };
  const off = { version: row.version, sends_card_receipts: false };
  expect(await owner.patch('/money-settings', off)).toMatchObject({ status: 200 });
  const quiet = await owed();
  expect(await receiptsOf(quiet, quiet.path, 'quiet@example.com')).toEqual([]);
});

test('letters, texts and the paper lead to paying by card where it can be paid so, and nowhere else', async () => {
  const { id, path } = await owed();
  const said = async () => {
    const invoice = await cards.work.inside((db) => printedInvoice(db, id));
    const about = { kind: 'reminder', invoice, credit: 0, today: '2026-11-16' } as const;
    return `${letterOf(about, { purpose: 'invoice', id }).page!.text}, ${textOf(about, 'Harbour City')}`;
  };
  expect((await said()).match(/pay by card/g)).toHaveLength(2);
  const { rawPayload } = await cards.work.app.inject({ url: `${path}/invoice.pdf` });
  expect((await pdfText(new Uint8Array(rawPayload)))[0]).toContain('Scan to pay by card');
  const { data } = await cards.work.owner.get('/connections');
  const [connection] = (data as { rows: { id: string }[] }).rows;
  await cards.work.owner.post(`/connections/${connection!.id}/pause`, {});
  expect(await said()).not.toMatch(/by card/);
  await cards.work.owner.post(`/connections/${connection!.id}/resume`, {});
  await cards.work.owner.post(`/invoices/${id}/credit`, {});
  expect(await said()).not.toMatch(/by card/);
});

test('a payment by card is neither reversed by hand nor undone', async () => {
  const { id, press } = await owed();
  cards.stripe.pay(sessionOf(await press()));
  await cards.ask();
  const { data } = await cards.work.owner.get(`/invoices/${id}/payments`);
  const [part] = (data as { rows: { of_id: string }[] }).rows;
  const taken = await cards.work.owner.post(`/payments/${part!.of_id}/take-back`, {
    version: 1,
    reason: 'x',
  });
  expect(taken).toMatchObject({ status: 409, message: expect.stringContaining('Refund it instead') });
  const history = await cards.work.owner.get(`/changes?subject=${part!.of_id}`);
  const [change] = (history.data as { rows: { number: number; kind: string }[] }).rows;
  expect(change).toMatchObject({ kind: 'card payment received' });
  expect((await cards.work.owner.post(`/changes/${change!.number}/undo`, {})).status).not.toBe(200);
});

test('a page that could not be made is over, because Stripe answers the same for a day; the next press makes another', async () => {
  const { id, path, press } = await owed();
  for (const way of ['commit then drop', 'commit then 500', { status: 500 }] as const) {
    cards.stripe.misbehave(({ method }) => (method === 'POST' ? way : 'done'));
    expect(await press()).toBe(`${path}?card=later`);
    expect(await cards.page(`${path}?card=later`)).toContain('Nothing was taken from your card');
    cards.stripe.behave();
  }
  const address = await press();
  expect(await Promise.all([press(), press()])).toEqual([address, address]);
  cards.stripe.pay(sessionOf(address));
  await cards.ask();
  expect(await receivedOf(id)).toHaveLength(1);
});

test('nothing is promised about a card of which nobody knows: not while somebody may be paying, nor where it was paid', async () => {
  const { path, press } = await owed();
  const session = sessionOf(await press());
  cards.stripe.pay(session);
  cards.stripe.misbehave(() => ({ status: 500 }));
  expect(await press()).toBe(`${path}?card=later`);
  expect(await cards.page(`${path}?card=later`)).toContain('don’t pay again');
  cards.stripe.behave();
  await cards.ask();
  const charge = cards.stripe.all(cards.account, 'charge').at(-1)!;
  cards.stripe.refund(cards.account, { charge: charge.id });
  await cards.ask();
  expect(await cards.page(`${path}?card=done`)).toMatch(/payment of \$330\.00 was received.*Pay now/);
});

test('what Stripe stumbles over, and what somebody died over, keeps nobody from hearing of the rest', async () => {
  const { work, stripe } = cards;
  const [first, died, stuck] = [await owed(), await owed(), await owed()];
  const paid = sessionOf(await first.press());
  // Made before as far as it got: nobody was given its address.
  const before = new Date(work.clock.now - 2 * MINUTE_MS);
  await work.inside((db) =>
    sql`insert into card_sessions (account_id, connection_id, stripe_account, is_test, invoice_id, amount, state, made_at, ends_at)
        select account_id, connection_id, stripe_account, is_test, ${died.id}, amount, 'making', ${before}, ends_at
          from card_sessions where invoice_id = ${first.id}`.execute(db),
  );
  const failing = sessionOf(await stuck.press());
  stripe.pay(paid);
  stripe.misbehave(({ method, path }) =>
    method === 'POST' || path.endsWith(failing) ? { status: 500 } : 'done',
  );
  await cards.ask();
  expect(await receivedOf(first.id)).toHaveLength(1);
  stripe.behave();
  expect(await died.press()).toMatch(/cs_/);
  const states = (await cards.sessions()).filter(({ invoice_id }) => invoice_id === died.id);
  expect(states.map(({ state }) => state)).toEqual(['ended', 'open']);
});

test('the card of whoever is erased goes when the law lets go of their payment, and that of a test at once', async () => {
  const { work } = cards;
  const { id, bill_to_id, press } = await owed();
  cards.stripe.pay(sessionOf(await press()));
  await cards.ask();
  const cardOf = () =>
    work.inside(async (db) => {
      const { rows } = await sql<{ card: string }>`
        select card from card_payments where invoice_id = ${id}`.execute(db);
      return rows[0]!.card;
    });
  const erase = () => work.owner.post(`/customers/${bill_to_id}/erase`);
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await cardOf()).toBe('Visa ending 4242');
  await work.inside(async (db) => {
    await sql`update payments set received_on = received_on - 2000 where customer_id = ${bill_to_id}`.execute(
      db,
    );
    await sql`update allocations set on_date = on_date - 2000 where invoice_id = ${id}`.execute(db);
  });
  expect(await erase()).toMatchObject({ status: 200 });
  expect(await cardOf()).toBe('');
  const { data } = await work.owner.get(`/changes?subject=${id}`);
  expect(JSON.stringify(data)).not.toContain('4242');
});

const troubles = async (invoice: string) =>
  ((await cards.work.owner.get('/invoices/attention')).data as { row: InvoiceAttention }).row.cards.filter(
    ({ invoice_id }) => invoice_id === invoice,
  );

test('what the books refuse is not waited for at Stripe: the customer has paid, and the office reads what to do', async () => {
  const { work } = cards;
  const { id, path, press } = await owed();
  const lock = (day: string | null) =>
    work.inside((db) => sql`update money_settings set lock_date = ${day}`.execute(db));
  cards.stripe.pay(sessionOf(await press()));
  const settings = (await work.owner.get('/money-settings')).data as { row: { version: number } };
  await work.owner.patch('/money-settings', { version: settings.row.version, invoice_note: 'Thank you.' });
  // As it could be set once.
  await lock('2099-06-30');
  await cards.ask();
  expect(await receivedOf(id)).toEqual([]);
  const shown = await cards.page(`${path}?card=done`);
  expect(shown).toMatch(/Paid by card on .* 2026: Stripe has taken \$330\.00.*don’t need to pay again/);
  expect(shown).not.toMatch(/Pay now|[Ww]aiting for Stripe/);
  expect(await press()).toBe(`${path}?card=settled`);
  expect(await troubles(id)).toMatchObject([
    {
      what: 'taken',
      amount: 330_00,
      why: expect.stringMatching(/locked up to 30 Jun.*change the lock date/),
    },
  ]);
  const { data } = await work.owner.get('/connections');
  const [connection] = (data as { rows: { id: string }[] }).rows;
  expect(await work.owner.post(`/connections/${connection!.id}/pause`, {})).toMatchObject({
    status: 409,
    message: expect.stringContaining('isn’t in your books yet'),
  });
  await lock(null);
  // Nobody begins to pay while a business tries to leave.
  work.clock.now += 3 * MINUTE_MS;
  await cards.ask();
  expect(await receivedOf(id)).toHaveLength(1);
  expect(await troubles(id)).toEqual([]);
  // The same of what goes back.
  const charge = cards.stripe.all(cards.account, 'charge').at(-1)!;
  await lock('2099-06-30');
  cards.stripe.refund(cards.account, { charge: charge.id });
  await cards.ask();
  expect(await troubles(id)).toMatchObject([{ what: 'returned', why: expect.stringContaining('locked') }]);
  await lock(null);
  await cards.ask();
  expect(await troubles(id)).toEqual([]);
});

test('what Stripe refuses of a page to pay on is told to the office until it works', async () => {
  const { id, path, press } = await owed();
  cards.stripe.misbehave(({ method }) => (method === 'POST' ? { status: 400 } : 'done'));
  expect(await press()).toBe(`${path}?card=refused`);
  expect(await cards.page(`${path}?card=refused`)).toContain('Pay in another way, or contact us');
  expect(await troubles(id)).toMatchObject([
    { what: 'refused', amount: 330_00, why: expect.stringContaining('Stripe refused it') },
  ]);
  cards.stripe.behave();
  cards.work.clock.now += MINUTE_MS;
  await press();
  expect(await troubles(id)).toEqual([]);
});

test('Stripe is asked for every page in turn, seldom for old ones, and not before it wants to be asked', async () => {
  const { work, stripe } = cards;
  const { id, path, press } = await owed();
  const open = sessionOf(await press());
  for (let made = 0; made < 25; made += 1) await work.owner.post(`/invoices/${id}/copy`, {});
  await work.inside((db) =>
    sql`insert into card_sessions (account_id, connection_id, stripe_account, is_test, invoice_id, amount, state, reference, made_at, ends_at)
        select s.account_id, connection_id, stripe_account, is_test, i.id, amount, 'open', 'cs_old' || i.id,
               made_at - interval '3 hours', ends_at
          from card_sessions s, lateral (
            select id from invoices i
             where not exists (select from card_sessions o where o.invoice_id = i.id) limit 25) i
         where reference = ${open}`.execute(db),
  );
  stripe.misbehave(({ path }) => (path.includes('cs_old') ? { status: 500 } : 'done'));
  const asked = async () => {
    const before = stripe.requests.length;
    await cards.ask();
    return stripe.requests.slice(before).flatMap(({ path }) => /cs_old.*$/.exec(path) ?? []);
  };
  const [first, second] = [await asked(), await asked()];
  expect(new Set([...first, ...second]).size).toBe(25);
  work.clock.now += MINUTE_MS;
  expect(await asked()).toEqual([]);
  work.clock.now += 5 * MINUTE_MS;
  expect(await asked()).not.toEqual([]);
  stripe.misbehave(() => ({ status: 429, retryAfter: '600' }));
  await cards.ask();
  await cards.page(`${path}?card=done`);
  const due = await work.inside(async (db) => {
    const { rows } = await sql<{ due_at: Date }>`select due_at from card_turns`.execute(db);
    return rows[0]!.due_at.getTime();
  });
  expect(due).toBeGreaterThanOrEqual(work.clock.now + 600_000);
  stripe.behave();
  // Whom Stripe does not know cannot pay.
  work.clock.now += 10 * MINUTE_MS;
  expect([...(await asked()), ...(await asked())]).toHaveLength(25);
});

test('of a busy Stripe account a few pages of events are read at once, on from there, and nobody asks for what is not ours', async () => {
  const { work, stripe, account } = cards;
  const created = Math.floor(work.clock.now / 1000);
  const others = Array.from({ length: 620 }, (_, at) => ({
    id: `evt_other${at}`,
    object: 'event',
    type: 'charge.refunded',
    created,
    data: { object: { object: 'charge', id: `ch_other${at}`, payment_intent: `pi_other${at}` } },
  }));
  for (const event of others) account.objects.set(event.id, event);
  const known = () =>
    work.inside(async (db) => {
      const { rows } = await sql<{ count: number; open: number }>`
        select count(*)::int as count, (count(*) filter (where done_at is null))::int as open
          from inbound_events where event_key like 'evt_other%'`.execute(db);
      return rows[0]!;
    });
  const before = stripe.requests.length;
  await cards.ask();
  const { count, open } = await known();
  expect([count < 620, open]).toEqual([true, 0]);
  await cards.ask();
  expect(await known()).toEqual({ count: 620, open: 0 });
  expect(stripe.requests.slice(before).filter(({ path }) => path.includes('refunds'))).toEqual([]);
  // What is not done with stays, however old it is.
  await work.inside((db) =>
    sql`update inbound_events set received_at = received_at - interval '50 days',
               done_at = case when event_key <> 'evt_other0' then done_at end,
               content = case when event_key = 'evt_other0' then '{"object":"refund","id":"re_none","charge":null,"intent":null}' else content end
         where event_key in ('evt_other0', 'evt_other1')`.execute(db),
  );
  stripe.misbehave(({ path }) => (path.includes('re_none') ? { status: 500 } : 'done'));
  await cards.ask();
  expect(await known()).toEqual({ count: 619, open: 1 });
  for (const { id } of others) account.objects.delete(id);
});

test('whoever has an email address that Stripe doesn’t take pays by card all the same', async () => {
  const { id } = await issuedInvoice(cards.work, { email: 'heather@gum.invalid' });
  const address = await cards.press(await cards.pathOf(id), 330_00);
  expect(cards.stripe.find(sessionOf(address)).object).toMatchObject({ customer_email: null });
});

test('what was paid while nobody could ask is received once the same account of Stripe is connected again, and nobody pays it twice', async () => {
  const { work, stripe, account } = cards;
  const [heard, pressed, unpaid] = [await owed(), await owed(), await owed()];
  for (const one of [heard, pressed]) stripe.pay(sessionOf(await one.press()));
  await unpaid.press();
  const keys = account.keys.splice(0);
  const { data } = await work.owner.get('/connections');
  const [connection] = (data as { rows: { id: string }[] }).rows;
  expect(await work.owner.delete(`/connections/${connection!.id}`)).toMatchObject({ status: 200 });
  expect(await invoiceOf(heard.id)).toMatchObject({ outstanding: 330_00 });
  // Further back Stripe isn't asked what happened.
  work.clock.now += 5 * HOUR_MS;
  stripe.clock.ahead += 5 * HOUR_MS;
  account.keys.push(...keys);
  account.events.length = 0;
  for (const event of stripe.all(account, 'event')) account.objects.delete(event.id);
  await cards.connect();
  expect(await pressed.press()).toBe(`${pressed.path}?card=settled`);
  await cards.ask();
  for (const { id } of [heard, pressed]) {
    expect(await receivedOf(id)).toHaveLength(1);
    expect(await invoiceOf(id)).toMatchObject({ outstanding: 0 });
  }
  expect(await unpaid.press()).toMatch(/cs_/);
});

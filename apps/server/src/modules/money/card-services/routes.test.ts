import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { CardServiceRecord } from '@muster/domain/money/card-services/schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keyringOf } from '../../../platform/secrets/keyring.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { cardRecord } from './service.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { HOUR_MS } from '@muster/domain/values/minutes';
import { setReadOnly } from '../../identity/accounts/service.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { type Cards, LIVE_KEY, openCards, service, sessionOf } from '../../../../test/setups/cards.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';

let cards: Cards;
beforeAll(async () => {
  cards = await openCards();
});
afterEach(() => cards.stripe.behave());
afterAll(() => cards.close());

const record = async () =>
  ((await cards.work.owner.get(service)).data as { row: CardServiceRecord | null }).row;

test('where nobody is connected, Pay is not offered and no socket is opened', async () => {
  const seen: Socket[] = [];
  const see = (message: unknown) => void seen.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', see);
  const { id } = await issuedInvoice(cards.work);
  const path = await cards.pathOf(id);
  expect(await cards.page(path)).not.toContain('Pay now');
  expect(await cards.press(path, 330_00)).toBe(`${path}?card=off`);
  await cards.ask();
  unsubscribe('net.client.socket', see);
  const port = Number(new URL(cards.stripe.url).port);
  expect(seen.filter(({ remotePort }) => remotePort === port)).toEqual([]);
  expect(cards.stripe.requests).toEqual([]);
});

test('a key is tried at once, and what it lacks is named; a page to pay on is made and ended', async () => {
  const { stripe, work } = cards;
  const refused = (key: string) => work.owner.post(service, { key });
  expect(await refused('sk_live_1')).toMatchObject({
    status: 422,
    message: expect.stringContaining('secret key'),
  });
  expect(await refused('rk_live_unknown')).toMatchObject({
    status: 422,
    message: expect.stringContaining('doesn’t know this key'),
  });
  stripe.addAccount({
    key: 'rk_live_narrow',
    permissions: ['balance_read', 'charge_write', 'payment_intent_read', 'payout_read'],
  });
  const { message } = await refused('rk_live_narrow');
  for (const missing of [
    'Checkout Sessions: Write',
    'Disputes: Read',
    'Events: Read',
    'Balance transaction sources: Read',
  ])
    expect(message).toContain(missing);
  expect(message).not.toContain('Payouts');
  expect(await record()).toBeNull();
  await cards.connect();
  expect(await record()).toMatchObject({
    name: 'Harbour City Plumbing',
    is_test: false,
    takes_payments: true,
    key_end: '4242',
    hears: 'nothing',
  });
  const tried = stripe.all(cards.account, 'checkout.session');
  expect(tried.map(({ status }) => status)).toEqual(['expired']);
});

test('another Stripe account is said before, and what customers may be paying on is ended first', async () => {
  const { stripe, work } = cards;
  const other = stripe.addAccount({ key: 'rk_test_other', name: 'Another Business' });
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  const open = sessionOf(await cards.press(path, 330_00));
  const answer = await work.owner.post(service, { key: 'rk_test_other' });
  expect(answer).toMatchObject({
    status: 409,
    message: expect.stringContaining('Another Business, not Harbour City Plumbing'),
  });
  expect(stripe.find(open).object['status']).toBe('open');
  await cards.connect('rk_test_other', { is_other_account: true });
  expect(stripe.find(open).object['status']).toBe('expired');
  // In test mode nothing counts.
  expect(await cards.page(path)).toContain('Test mode: no money moves');
  const tested = sessionOf(await cards.press(path, 330_00));
  expect(stripe.find(tested).account).toBe(other);
  stripe.pay(tested);
  await cards.ask();
  expect(await cards.page(`${path}?card=done`)).toMatch(/test payment of \$330\.00 worked.*Pay now/);
  expect(await cards.received()).toEqual([]);
  expect((await work.owner.get(`/invoices/${id}`)).data).toMatchObject({ row: { outstanding: 330_00 } });
  await cards.connect(LIVE_KEY, { is_other_account: true });
});

test('while a key is changed nobody begins to pay, nothing stays open with the old one, and asking once more does nothing', async () => {
  const { stripe, work, account } = cards;
  const other = stripe.addAccount({ key: 'rk_live_other', name: 'Another Business' });
  const [first, second] = [await issuedInvoice(work), await issuedInvoice(work)];
  const [path, beside] = [await cards.pathOf(first.id), await cards.pathOf(second.id)];
  const open = sessionOf(await cards.press(path, 330_00));
  // More than are ended at once.
  await work.inside((db) =>
    sql`insert into card_sessions (account_id, connection_id, stripe_account, is_test, invoice_id, amount, state, made_at, ends_at)
        select s.account_id, connection_id, stripe_account, is_test, i.id, amount, 'making', made_at, ends_at
          from card_sessions s, lateral (
            select id from invoices where state = 'issued' and kind = 'invoice' and id not in (${first.id}, ${second.id}) limit 10) i
         where reference = ${open}`.execute(db),
  );
  let pressed: Promise<string> | undefined;
  stripe.misbehave((asked) => {
    if (!asked.path.endsWith(`${open}/expire`)) return 'done';
    pressed ??= cards.press(beside, 330_00);
    return { slowMs: 300 };
  });
  const command = randomUUID();
  const body = { key: 'rk_live_other', is_other_account: true };
  const changed = await work.owner.post(service, body, command);
  expect(changed).toMatchObject({ status: 200, message: 'Done.' });
  await pressed;
  stripe.behave();
  const stillOpen = stripe.all(account, 'checkout.session').filter(({ status }) => status === 'open');
  expect(stillOpen).toEqual([]);
  expect((await cards.sessions()).filter(({ state }) => state === 'making')).toEqual([]);
  const asked = stripe.requests.length;
  expect((await work.owner.post(service, body, command)).data).toEqual(changed.data);
  expect(stripe.requests).toHaveLength(asked);
  // Its key opens nothing any more: what is open there is ended with nothing, and nobody says what became of it.
  const left = sessionOf(await cards.press(path, 330_00));
  other.keys.splice(0);
  await cards.connect(LIVE_KEY, { is_other_account: true });
  expect(stripe.find(left).object['status']).toBe('open');
  expect(await cards.page(`${path}?card=done`)).toMatch(/can’t tell yet whether it went through.*Pay now/);
  // A key that Stripe knows no more, and another of the same account.
  const rolled = sessionOf(await cards.press(path, 330_00));
  account.keys.splice(0, 1, { key: 'rk_live_rolled' });
  await cards.connect('rk_live_rolled');
  expect(stripe.find(rolled).object['status']).toBe('expired');
  account.keys.splice(0, 1, { key: LIVE_KEY });
  await cards.connect();
});

test('of very many open pages a few are ended at once, the rest by the task, and it is said how many are left', async () => {
  const { work } = cards;
  const { id } = await issuedInvoice(work);
  const open = sessionOf(await cards.press(await cards.pathOf(id), 330_00));
  for (let made = 0; made < 20; made += 1) await work.owner.post(`/invoices/${id}/copy`, {});
  await work.inside((db) =>
    sql`insert into card_sessions (account_id, connection_id, stripe_account, is_test, invoice_id, amount, state, made_at, ends_at)
        select s.account_id, connection_id, stripe_account, is_test, i.id, amount, 'making', made_at - interval '5 minutes', ends_at
          from card_sessions s, lateral (
            select id from invoices i where id <> ${id} limit 20) i
         where reference = ${open}`.execute(db),
  );
  const refused = await work.owner.post(service, { key: LIVE_KEY });
  expect(refused).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^16 pages .* ended, and 5 are left/),
  });
  await cards.ask();
  expect((await cards.sessions()).filter(({ state }) => state === 'ending' || state === 'making')).toEqual(
    [],
  );
  await cards.connect();
});

test('what Stripe tells at our address is believed with its signature alone, once, and asked for there', async () => {
  const { stripe, work } = cards;
  const { address } = (await record())!;
  const secret = 'whsec_harbour';
  expect(await work.owner.post(`${service}/signing-secret`, { secret })).toMatchObject({ status: 200 });
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  const session = sessionOf(await cards.press(path, 330_00));
  stripe.pay(session);
  const event = cards.account.events.find(({ type }) => type === 'checkout.session.completed')!;
  const tell = async (change: { secret?: string; at?: number; url?: string } = {}) => {
    const payload = JSON.stringify(event);
    const at = change.at ?? Math.floor(work.clock.now / 1000);
    const answer = await work.app.inject({
      method: 'POST',
      url: change.url ?? new URL(address!).pathname,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': stripe.sign(payload, { secret: change.secret ?? secret, at }),
      },
      payload,
    });
    return answer.statusCode;
  };
  expect(await tell({ secret: 'whsec_other' })).toBe(400);
  expect(await tell({ at: Math.floor(work.clock.now / 1000) - 7_200 })).toBe(400);
  expect(await tell({ url: `${new URL(address!).pathname.slice(0, -3)}abc` })).toBe(404);
  expect(await tell()).toBe(200);
  expect(await tell()).toBe(200);
  await Promise.all([cards.ask(), cards.ask()]);
  await cards.ask();
  expect((await cards.received()).filter(({ invoice_id }) => invoice_id === id)).toHaveLength(1);
});

test('what one business’s Stripe tells at the address of another changes nothing in either', async () => {
  const { stripe, work } = cards;
  const other = await openBusiness(work.here.database.db);
  const stranger = await schedulerOf(work.app, other.owner.email);
  stripe.addAccount({ key: 'rk_live_stranger' });
  const secret = 'whsec_stranger';
  expect(await stranger.post(service, { key: 'rk_live_stranger' })).toMatchObject({ status: 200 });
  await stranger.post(`${service}/signing-secret`, { secret });
  const { address } = ((await stranger.get(service)).data as { row: { address: string } }).row;
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  stripe.pay(sessionOf(await cards.press(path, 330_00)));
  // Signed as that business's own are, and told twice.
  for (const event of [...cards.account.events.slice(0, 3), ...cards.account.events.slice(0, 3)]) {
    const payload = JSON.stringify(event);
    const signature = stripe.sign(payload, { secret, at: Math.floor(work.clock.now / 1000) });
    const { statusCode } = await work.app.inject({
      method: 'POST',
      url: new URL(address).pathname,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    expect(statusCode).toBe(200);
  }
  await cards.ask(other.account);
  const ofInvoice = async () => (await cards.received()).filter(({ invoice_id }) => invoice_id === id);
  expect(await ofInvoice()).toEqual([]);
  expect((await stranger.get('/payments')).data).toMatchObject({ rows: [] });
  await cards.ask();
  expect(await ofInvoice()).toHaveLength(1);
});

test('with another master key it says reconnect and offers no Pay, and goes on once the right one is back', async () => {
  const { work, deps } = cards;
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  const keys = keyringOf([Buffer.alloc(32, 'wombat').toString('base64')]);
  const lost = { ...deps, database: { ...deps.database, keys } };
  const shown = await withAccount(deps.database.db, DEMO, (db) => cardRecord(db, lost, DEMO));
  expect(shown).toMatchObject({ needs_reconnect: true, address: null });
  await cards.ask(DEMO, lost);
  expect(await record()).toMatchObject({ stopped_because: expect.stringContaining('Enter it again') });
  expect(await cards.page(path)).not.toContain('Pay now');
  await cards.ask();
  expect(await record()).toMatchObject({ stopped_because: '' });
  expect(await cards.page(path)).toContain('Pay now');
});

test('an account that Stripe stops, and a key that it knows no more, are said, and Pay is gone until they work again', async () => {
  const { work, account } = cards;
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  const standing = async () => {
    const { rows } = (await work.owner.get('/connections')).data as {
      rows: { status: string; error: string }[];
    };
    return { ...rows[0]!, isOffered: (await cards.page(path)).includes('Pay now') };
  };
  const works = { status: 'on', error: '', isOffered: true };
  await cards.ask();
  expect(await standing()).toMatchObject(works);
  account.details.charges_enabled = false;
  // Stripe is asked once in an hour, and at once when it has refused what it did before.
  await cards.ask();
  expect(await standing()).toMatchObject(works);
  expect(await cards.press(path, 330_00)).toBe(`${path}?card=refused`);
  await cards.ask();
  expect(await standing()).toMatchObject({
    status: 'broken',
    error: expect.stringContaining('doesn’t let this account take payments'),
    isOffered: false,
  });
  expect(await cards.press(path, 330_00)).toBe(`${path}?card=off`);
  account.details.charges_enabled = true;
  work.clock.now += HOUR_MS;
  await cards.ask();
  expect(await standing()).toMatchObject(works);

  const [known] = account.keys.splice(0);
  await cards.ask();
  expect(await standing()).toMatchObject({
    status: 'stopped',
    error: expect.stringContaining('doesn’t know this key'),
    isOffered: false,
  });
  account.keys.push(known!);
  await cards.ask();
  expect(await standing()).toMatchObject(works);
});

test('pausing and disconnecting end what customers may be paying on, and say so where Stripe is away', async () => {
  const { stripe, work } = cards;
  const { id: connection } = (await record())!;
  const { id } = await issuedInvoice(work);
  const path = await cards.pathOf(id);
  const open = sessionOf(await cards.press(path, 330_00));
  stripe.misbehave(() => 'drop');
  const away = await work.owner.post(`/connections/${connection}/pause`, {});
  expect(away).toMatchObject({ status: 409, message: expect.stringContaining('Try again in a minute') });
  stripe.behave();
  expect(await work.owner.post(`/connections/${connection}/pause`, {})).toMatchObject({ status: 200 });
  expect(stripe.find(open).object['status']).toBe('expired');
  expect(await cards.page(path)).not.toContain('Pay now');
  await work.owner.post(`/connections/${connection}/resume`, {});
  expect(await cards.page(path)).toContain('Pay now');
  const dump = await dumpDatabase(work.here);
  const token = path.split('/').at(-1)!;
  for (const spelt of [LIVE_KEY, 'whsec_harbour', token].flatMap(spellings))
    expect(dump).not.toContain(spelt);
  const said = JSON.stringify([
    await work.owner.get('/connections'),
    await work.owner.get(service),
    await work.owner.get('/changes'),
  ]);
  expect(said).not.toMatch(/rk_live_|whsec_/);
  // A business whose account is read-only connects nobody, and may always leave.
  await work.inside((db) => setReadOnly(db, DEMO, 'unpaid', new Date(work.clock.now)));
  const asked = stripe.requests.length;
  expect(await work.owner.post(service, { key: LIVE_KEY })).toMatchObject({ status: 402 });
  expect(stripe.requests).toHaveLength(asked);
  expect(await work.owner.delete(`/connections/${connection}`)).toMatchObject({ status: 200 });
  expect(await record()).toBeNull();
});

import type { Billing, Preview } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { firstCharge } from '@muster/domain/identity/billing/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import { pino } from 'pino';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { repetitions } from '../../../../test/long.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { type StripeAnswer, stripeService, type StripeService } from '../../../../test/services/stripe.ts';
import { withBilling } from '../../../../test/services/stripe-billing.ts';
import { openDemo, openDemoOffice } from '../../../../seed/demo.ts';
import { move, newEnquiry, officeOf } from '../../../../test/setups/enquiries.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { call, form, linksOf, newBrowser } from '../../../../test/setups/registrations.ts';
import { endFreeDays, openBusiness } from '../../../../test/setups/businesses.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { tablesWith } from '../../../../test/tables-with.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';
import { mailedToken } from '../../../platform/sign-in/secret.ts';
import { channelOf } from '../../../platform/live/event-log.ts';
import { readSettings, type Settings } from '../../../settings.ts';
import {
  BILLING_DUE,
  BILLING_SETTLED,
  describeBilling,
  endUnbilled,
  giveNotice,
  keepCustomer,
  nameUntold,
  readInvoice,
  settleBilling,
  updateBilling,
} from '../billing/service.ts';
import { billingPaper } from '../billing/thread.ts';
import { billingTasks } from './tasks.ts';
import { changeSubscription, previewChange, confirmPrice } from './service.ts';

const SECRET = 'whsec_muster';
const base = '/services/subscription/api/v1';

let here: TestDatabase;
let app: App;
let stripe: StripeService;
let billing: ReturnType<typeof withBilling>;
let house: ReturnType<StripeService['addAccount']>;
let env: Record<string, string>;
let settings: Settings;
/** How far our own clock is off. */
let wrong = 0;
/** But for that, both clocks go together. */
const now = () => Date.now() + stripe.clock.ahead + wrong;

beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  await openDemoOffice(here.database, new Date());
  stripe = await stripeService();
  billing = withBilling(stripe);
  house = stripe.addAccount({ key: 'rk_live_house' });
  env = {
    STRIPE_URL: stripe.url,
    STRIPE_CHECKOUT_URL: stripe.url,
    BILLING_STRIPE_KEY: 'rk_live_house',
    BILLING_STRIPE_WEBHOOK_SECRET: SECRET,
    BILLING_NAME: 'Muster Software Pty Ltd',
    BILLING_ABN: '51 824 753 556',
  };
  settings = readSettings({ HOST: '0.0.0.0', ...env });
  app = await testApp(here, { env, now });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
  await here.drop();
});

async function openAccount({ isFree = true } = {}) {
  const business = await openBusiness(here.database.db);
  if (!isFree) await endFreeDays(here.database.db, business.account, now());
  const owner = () => schedulerOf(app, business.owner.email);
  const deps = { database: here.database, settings, now, log: silentLog };
  const { account } = business;
  const settle = () => settleBilling(deps, account);
  const describe = () => withAccount(here.database.db, account, (db) => describeBilling(db, deps, account));
  const mails = async () =>
    (
      await here.asOwner(`
      select payload->>'subject' as subject from outbox
       where payload->>'template' = 'subscription' and payload->>'to' = '${business.owner.email}' order by position`)
    ).rows.map(({ subject }: { subject: string }) => subject);
  /** The mail server takes what waits for the owner. */
  const mailLeaves = async () => {
    await here.asOwner(
      `insert into mails (id, to_address, letter, sent_at) select id, payload->>'to', payload, $2 from outbox
        where topic = 'mail' and payload->>'to' = $1 on conflict do nothing`,
      [business.owner.email, new Date(now())],
    );
    await settle();
  };
  const running = () => billing.subscriptions(house).filter((one) => isOf(one, account));
  /** The one that pays: of one whose answer was lost there may be others. */
  const customer = () => String(running()[0]!['customer']);
  const charged = () =>
    billing.charged.filter((one) => one.customer === customer()).map(({ cents }) => cents);
  const pass = async (days: number) => {
    stripe.clock.ahead += days * DAY_MS;
    billing.pass(house);
    await settle();
  };
  return {
    ...business,
    sign: owner,
    deps,
    settle,
    describe,
    mails,
    mailLeaves,
    customer,
    running,
    charged,
    pass,
  };
}

async function isReadOnly(account: AccountId): Promise<boolean> {
  const { rowCount } = await here.asOwner(`select from read_only_of('${account}')`);
  return rowCount === 1;
}

function isOf(one: { [name: string]: unknown }, account: AccountId): boolean {
  return (one['metadata'] as { account?: string }).account === account;
}

function sessionAt(url: string): string {
  return url.split('/').at(-1)!;
}

test('without the key of an operator nothing is charged, and nothing is different', async () => {
  const { owner: person } = await openBusiness(here.database.db);
  const free = await testApp(here);
  const owner = await schedulerOf(free, person.email);
  const asked = stripe.requests.length;
  expect((await owner.get(`${base}/billing`)).data).toMatchObject({
    is_on: false,
    state: 'free',
    cost: null,
  });
  expect(await owner.post(`${base}/billing/start`, { plan: 'crew', licences: 5 })).toMatchObject({
    status: 422,
  });
  expect((await owner.put('/plan', { plan: 'fleet' })).status).toBe(200);
  expect(stripe.requests).toHaveLength(asked);
  await free.close();
});

test('early access ends: told, confirmed on one page, charged from that day, grown by the day, refused, read-only, paid, cancelled', async () => {
  const one = await openAccount();
  expect(await one.describe()).toMatchObject({ is_on: true, is_test: false, state: 'free', cost: null });

  // Told once, however often the command is run.
  expect([await giveNotice(one.deps, one.account), await giveNotice(one.deps, one.account)]).toEqual([
    true,
    false,
  ]);
  await one.mailLeaves();
  const told = await one.describe();
  expect(told.state).toBe('notice');
  expect(Date.parse(told.until!) - now()).toBeGreaterThan(29.9 * DAY_MS);
  expect(await one.mails()).toEqual([expect.stringMatching(/^Early access ends on \d+ \w+ \d{4}$/)]);

  // One page at a time.
  const owner = await one.sign();
  const start = async (licences: number) =>
    (await owner.post(`${base}/billing/start`, { plan: 'crew', licences })).data as { url: string };
  const { url: first } = await start(5);
  expect((await start(5)).url).toBe(first);
  const { url } = await start(6);
  expect(url).not.toBe(first);
  expect(billing.confirm(sessionAt(first))).toBe(false);
  expect(billing.confirm(sessionAt(url))).toBe(true);
  expect((await owner.post(`${base}/billing/check`)).data).toMatchObject({
    state: 'active',
    until: null,
    cost: { plan_code: 'crew', licences: 6, further_licences: 1, total_cents: 14_300 },
    collection: 'card',
    renews_at: expect.stringMatching(/Z$/),
  });
  expect(one.charged()).toEqual([]);
  expect(await owner.post(`${base}/billing/start`, { plan: 'crew', licences: 6 })).toMatchObject({
    status: 409,
  });
  expect(await owner.put('/plan', { plan: 'fleet' })).toMatchObject({ status: 409 });
  expect((await owner.get('/licences')).data).toMatchObject({ row: { licences: 6 } });

  // The first month begins on the day that was told.
  await one.pass(31);
  expect(one.charged()).toEqual([14_300]);

  // Ten more days, and two more licences for the rest of the month.
  await one.pass(10);
  const later = await one.sign();
  const wanted = { plan: 'crew', licences: 8 };
  const preview = (await later.post(`${base}/billing/preview`, wanted)).data as Preview;
  expect(preview.cost.total_cents).toBe(19_100);
  expect(preview.due_now_cents).toBeGreaterThan(2_400);
  expect(preview.due_now_cents).toBeLessThan(4_800);
  const change = { ...wanted, due_now_cents: preview.due_now_cents, as_at: preview.as_at };
  const cheaper = { ...change, due_now_cents: preview.due_now_cents - 1 };
  expect(await later.put(`${base}/billing/plan`, cheaper)).toMatchObject({ status: 409 });
  billing.decline(one.customer(), true);
  expect(await later.put(`${base}/billing/plan`, change)).toMatchObject({
    status: 422,
    message: 'Your card was declined, so nothing has changed. Update the card, then try again.',
  });
  expect((await later.get('/licences')).data).toMatchObject({ row: { licences: 6 } });
  billing.decline(one.customer(), false);
  expect(
    await later.put(`${base}/billing/plan`, {
      ...change,
      as_at: new Date(now()).toISOString(),
      due_now_cents: (await again()).due_now_cents,
    }),
  ).toMatchObject({
    status: 200,
    data: { cost: { licences: 8, total_cents: 19_100 } },
  });
  async function again() {
    return (await later.post(`${base}/billing/preview`, wanted)).data as Preview;
  }
  expect(one.charged()).toEqual([14_300, expect.any(Number)]);
  expect((await later.get('/licences')).data).toMatchObject({ row: { licences: 8 } });

  // Back to the plan alone: the rest is taken off the next invoices, and fewer than are in use are refused.
  for (const name of ['Ana', 'Bo', 'Cy']) await later.post('/technicians', { name, is_active: true });
  expect(await later.post(`${base}/billing/preview`, { plan: 'solo', licences: 1 })).toMatchObject({
    status: 409,
    data: { used_by: [{ label: 'Ana' }, { label: 'Bo' }, { label: 'Cy' }] },
  });
  const fewer = (await later.post(`${base}/billing/preview`, { plan: 'crew', licences: 5 })).data as Preview;
  expect(fewer.due_now_cents).toBeLessThan(0);
  const { due_now_cents, as_at } = fewer;
  expect(
    await later.put(`${base}/billing/plan`, { plan: 'crew', licences: 5, due_now_cents, as_at }),
  ).toMatchObject({ status: 200, data: { cost: { licences: 5, total_cents: 11_900 } } });

  // A larger one is charged less by what is left over of the smaller.
  const grown = (await later.post(`${base}/billing/preview`, { plan: 'crew', licences: 6 })).data as Preview;
  expect(grown.lines.at(-1)!.cents).toBeLessThan(0);
  expect(grown.due_now_cents).toBe(0);

  // The card is refused, and 14 days later nothing is changed any more, until it is paid.
  billing.decline(one.customer(), true);
  await one.pass(21);
  const overdue = await one.describe();
  // What the smaller plan has left over pays some of it.
  expect(overdue).toMatchObject({
    state: 'past_due',
    unpaid: { cents: 11_900 + due_now_cents, pay_url: expect.any(String) },
  });
  await one.pass(12);
  await one.pass(3);
  expect(await one.describe()).toMatchObject({ state: 'read_only', reason: 'unpaid', until: null });
  const stopped = await one.sign();
  expect((await stopped.post('/technicians', { name: 'Di', is_active: true })).status).toBe(402);
  expect((await stopped.post(`${base}/billing/portal`)).data).toEqual({
    url: expect.stringContaining(stripe.url),
  });
  const open = billing
    .invoices(house)
    .find((it) => it['status'] === 'open' && it['customer'] === one.customer());
  billing.decline(one.customer(), false);
  expect(billing.payInvoice(open!.id)).toBe(true);
  expect((await stopped.post(`${base}/billing/check`)).data).toMatchObject({ state: 'active', unpaid: null });
  expect((await stopped.post('/technicians', { name: 'Di', is_active: true })).status).toBe(200);

  // Cancelled, kept, cancelled and over; what was is there, and it begins again.
  expect((await stopped.post(`${base}/billing/cancel`)).data).toMatchObject({
    state: 'cancelling',
    renews_at: null,
  });
  expect((await stopped.post(`${base}/billing/keep`)).data).toMatchObject({ state: 'active' });
  expect((await stopped.post(`${base}/billing/cancel`)).data).toMatchObject({ state: 'cancelling' });
  await one.pass(31);
  expect(await one.describe()).toMatchObject({ state: 'read_only', reason: 'ended', cost: null });
  const back = await one.sign();
  const { url: anew } = (await back.post(`${base}/billing/start`, { plan: 'crew', licences: 5 })).data as {
    url: string;
  };
  billing.confirm(sessionAt(anew));
  expect((await back.post(`${base}/billing/check`)).data).toMatchObject({ state: 'active' });
  expect(one.running().map(({ status }) => status)).toEqual(['canceled', 'active']);

  expect(
    (await one.mails()).map((subject: string) =>
      subject.replace(/\d+ \w+ \d{4}/, 'DAY').replace(/Business \w+/, 'US'),
    ),
  ).toEqual([
    'Early access ends on DAY',
    'US is subscribed to Muster',
    'Your card was declined for Muster',
    'US becomes read-only on DAY',
    'US is now read-only in Muster',
    'Thank you, your payment arrived',
    'Your Muster subscription ends on DAY',
    'Your Muster subscription goes on',
    'Your Muster subscription ends on DAY',
    'US is now read-only in Muster',
    'US is subscribed to Muster',
  ]);

  const papers = (await back.get(`${base}/billing/invoices`)).data as {
    id: string;
    number: string;
    total_cents: number;
    gst_cents: number;
    from_balance_cents: number;
  }[];
  const paper = papers.find(({ total_cents }) => total_cents === 14_300)!;
  expect(paper).toMatchObject({ gst_cents: 1_300, state: 'paid' });
  // Drawn here, because a thread of its own takes seconds to begin; a journey loads it.
  const textOf = async (id: string) => {
    const invoice = await withAccount(here.database.db, one.account, (db) => readInvoice(db, id));
    return (await pdfText(Buffer.from(await billingPaper({ invoice, brand: 'Muster' })))).join(' ');
  };
  const text = await textOf(paper.id);
  for (const words of [
    `Tax invoice ${paper.number}`,
    'Muster Software Pty Ltd',
    'ABN 51 824 753 556',
    '$143.00',
    '$13.00',
  ])
    expect(text).toContain(words);
  const credit = papers.find(({ total_cents }) => total_cents < 0)!;
  expect(credit).toMatchObject({ total_cents: due_now_cents, gst_cents: Math.round(due_now_cents / 11) });
  expect(await textOf(credit.id)).toContain(`Adjustment note ${credit.number}`);
  const helped = papers.find(({ from_balance_cents }) => from_balance_cents > 0)!;
  expect(helped).toMatchObject({ total_cents: 11_900, from_balance_cents: -due_now_cents });
  expect(await textOf(helped.id)).toContain(centsInWords(11_900 + due_now_cents));
});

test('who does not confirm is reminded once, read-only at the end, and confirms at any time; nobody else’s is touched', async () => {
  const one = await openAccount();
  const other = await openAccount();
  await giveNotice(one.deps, one.account);
  const tasks = billingTasks({ ...one.deps, log: silentLog } as never);
  // To the end of the last day.
  const daysLeft = async () => Math.floor((Date.parse((await one.describe()).until!) - now()) / DAY_MS);
  // The days begin when the mail has left, and for nobody who cannot be told.
  await one.pass(3);
  expect(await daysLeft()).toBe(30);
  expect(await nameUntold(one.deps, one.account)).toBeNull();
  const disable = (at: Date | null) =>
    withAccount(here.database.db, one.account, (db) =>
      sql`update users set disabled_at = ${at} where email = ${one.owner.email}`.execute(db),
    );
  await disable(new Date(now()));
  expect(await nameUntold(one.deps, one.account)).toMatch(/^Business/);
  await disable(null);
  await one.mailLeaves();
  await one.pass(1);
  expect(await daysLeft()).toBe(29);
  await one.pass(21);
  await one.pass(2);
  await one.settle();
  await one.pass(7);
  await tasks[BILLING_DUE]!({}, 'id');
  expect(await one.describe()).toMatchObject({ state: 'read_only', reason: 'not_confirmed' });
  expect(await other.describe()).toMatchObject({ state: 'free' });
  expect(await one.mails()).toHaveLength(3);

  // While an operator has no key nobody can pay, so nobody is held up; with one again it is as it was, and told already.
  const keyless = { ...one.deps, settings: readSettings({ HOST: '0.0.0.0' }) };
  await endUnbilled(one.deps);
  expect(await isReadOnly(one.account)).toBe(true);
  await endUnbilled(keyless);
  for (const task of [BILLING_DUE, BILLING_SETTLED])
    await billingTasks(keyless as never)[task]!({ account: channelOf(one.account) }, 'id');
  expect(await isReadOnly(one.account)).toBe(false);
  await tasks[BILLING_DUE]!({}, 'id');
  const { rows } = await here.asOwner(
    `select payload from outbox where topic = '${BILLING_SETTLED}' and payload->>'account' = '${channelOf(one.account)}'`,
  );
  await tasks[BILLING_SETTLED]!(rows[0].payload, 'id');
  expect(await isReadOnly(one.account)).toBe(true);
  expect(await one.mails()).toHaveLength(3);

  const owner = await one.sign();
  const { url } = (await owner.post(`${base}/billing/start`, { plan: 'crew', licences: 5 })).data as {
    url: string;
  };
  billing.confirm(sessionAt(url));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'active' });
  expect(one.charged()).toEqual([11_900]);
});

test('a new business has 30 free days; one that was won on invoice has its licences at once, is sold them when its owner comes, and has 14 days for each invoice', async () => {
  const browser = newBrowser();
  await call(app, 'register', { ...form, email: 'new@example.com' }, { browser });
  const [token] = await linksOf(here, 'new@example.com');
  await call(app, 'activate', { token }, { browser });
  // The owner is reminded a week before the 30 days are over.
  const { rows } = await here.asOwner(`
    select d.due_at from billing_dues d join sign_ins s using (account_id) where s.email = 'new@example.com'`);
  expect((rows[0].due_at.getTime() - now()) / DAY_MS).toBeCloseTo(23, 1);

  const office = await officeOf(app);
  const enquiry = await move(
    office,
    await newEnquiry(app, office, { email: 'won@example.com', licenses_required: '7' }),
    'contacted',
    'qualified',
    'won',
  );
  const { id, version } = enquiry;
  const standing = async () =>
    (await (await officeOf(app)).get(`enquiries/${id}/billing`)).json().data as Billing | null;
  expect(await standing()).toBeNull();
  const opened = await office.post(`enquiries/${id}/provision`, {
    version,
    name: 'Blue Gum Electrical',
    collection: 'invoice',
  });
  const account = opened.json().data.account.id as AccountId;
  const deps = { database: here.database, settings, now, log: silentLog };
  const settled = billingTasks(deps as never)[BILLING_SETTLED]!;
  const settle = () => settled({ account: `account ${account}` }, 'id');
  expect(await standing()).toMatchObject({ state: 'trial', collection: 'invoice', cost: null });
  // Before somebody has come there is nobody to send an invoice to, nobody to tell anything, and no day begins.
  for (const days of [0, 10]) {
    stripe.clock.ahead += days * DAY_MS;
    await settle();
  }
  expect(await standing()).toMatchObject({ state: 'trial', collection: 'invoice', cost: null });
  expect(stripe.all(house, 'customer').some((one) => isOf(one, account))).toBe(false);
  await here.asOwner(`delete from outbox where topic = '${BILLING_SETTLED}'`);
  const { link } = (await lettersTo(here, 'won@example.com')).find(
    ({ template }) => template === 'invitation',
  );
  const { first_name, last_name, password, password_confirmation } = form;
  const answer = { first_name, last_name, password, password_confirmation };
  const invited = { token: mailedToken(here.database, link), ...answer };
  expect((await call(app, 'invitation/accept', invited)).json()).toMatchObject({ code: 800 });
  const { rows: woken } = await here.asOwner(
    `select payload->>'account' as account from outbox where topic = '${BILLING_SETTLED}'`,
  );
  expect(woken).toEqual([{ account: `account ${account}` }]);
  const { until } = (await standing())!;
  expect(Math.floor((Date.parse(until!) - now()) / DAY_MS)).toBe(30);
  stripe.misbehave((_, count) => (count % 2 === 0 ? 'commit then drop' : 'done'));
  for (let tries = 0; tries < 12; tries += 1) {
    await settle();
    stripe.clock.ahead += 5 * MINUTE_MS;
  }
  stripe.behave();
  await settle();
  expect(await standing()).toMatchObject({
    state: 'active',
    collection: 'invoice',
    cost: { plan_code: 'crew', licences: 7, total_cents: 16_700 },
  });
  expect(stripe.all(house, 'customer').find((one) => isOf(one, account))).toMatchObject({
    email: 'won@example.com',
  });
  const sold = billing.subscriptions(house).filter((one) => isOf(one, account));
  expect(sold).toHaveLength(1);
  stripe.clock.ahead += 15 * DAY_MS;
  billing.pass(house);
  await settle();
  expect(await standing()).toMatchObject({ state: 'past_due', unpaid: { cents: 16_700 } });
  stripe.clock.ahead += 14 * DAY_MS;
  await settle();
  expect(await standing()).toMatchObject({ state: 'read_only', reason: 'unpaid' });
  // A page of Stripe takes the payment of one invoice.
  stripe.clock.ahead += 31 * DAY_MS;
  billing.pass(house);
  stripe.clock.ahead += 15 * DAY_MS;
  await settle();
  expect(await standing()).toMatchObject({ unpaid: { cents: 2 * 16_700, pay_url: null } });
});

test('what Stripe tells is believed with its signature alone, and then Stripe is asked about that account', async () => {
  const one = await openAccount({ isFree: false });
  const owner = await one.sign();
  const { url } = (await owner.post(`${base}/billing/start`, { plan: 'crew', licences: 5 })).data as {
    url: string;
  };
  billing.confirm(sessionAt(url));
  const event = JSON.stringify(house.events.find(({ type }) => type === 'invoice.paid'));
  const tell = (payload: string, signature: string) =>
    app.inject({
      method: 'POST',
      url: `${base}/events`,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
  const at = Math.floor(now() / 1000);
  const waiting = async () =>
    (await here.asOwner(`select payload from outbox where topic = 'outside billing settled'`)).rows.map(
      ({ payload }: { payload: { account: string } }) => payload.account,
    );
  await here.asOwner(`delete from outbox where topic = 'outside billing settled'`);
  expect((await tell(event, stripe.sign(event, { secret: 'whsec_other', at }))).statusCode).toBe(400);
  expect((await tell(event, stripe.sign(event, { secret: SECRET, at: at - 900 }))).statusCode).toBe(400);
  const stranger = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { customer: 'cus_other' } },
  });
  expect((await tell(stranger, stripe.sign(stranger, { secret: SECRET, at }))).statusCode).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await tell(event, stripe.sign(event, { secret: SECRET, at }))).statusCode).toBe(200);
  expect(await waiting()).toEqual([`account ${one.account}`]);

  // Told, asked for and looked at in the same moment: owners hear of it once.
  const settled = billingTasks(one.deps as never)[BILLING_SETTLED]!;
  const told = () => settled({ account: channelOf(one.account) }, 'id');
  await Promise.all([told(), one.settle(), owner.post(`${base}/billing/check`), told()]);
  expect(await one.mails()).toHaveLength(1);
});

test('nobody pays in early access before a notice, and on its last day nobody is charged before the day that the page says', async () => {
  const one = await openAccount();
  const owner = await one.sign();
  const wanted = { plan: 'crew', licences: 5 };
  const pages = billing.sessions(house).length;
  expect(await owner.post(`${base}/billing/start`, wanted)).toMatchObject({
    status: 409,
    message: expect.stringContaining('We’ll email you 30 days before that ends.'),
  });
  expect(billing.sessions(house)).toHaveLength(pages);
  await giveNotice(one.deps, one.account);
  await one.mailLeaves();
  // The thirtieth day ends at midnight, where the business is.
  stripe.clock.ahead += Date.parse((await one.describe()).until!) - HOUR_MS - now();
  const { state, until } = await one.describe();
  const told = firstCharge({ state, until: Date.parse(until!) }, now())!;
  const { url } = await confirmPrice(one.deps, one.account, wanted);
  billing.confirm(sessionAt(url));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'active' });
  expect(one.charged()).toEqual([]);
  expect(Math.abs(Number(one.running()[0]!['trial_end']) * 1000 - told)).toBeLessThan(MINUTE_MS);
});

test('a page that was opened while nothing was charged is not given to whoever is charged at once', async () => {
  const one = await openAccount();
  await giveNotice(one.deps, one.account);
  await one.mailLeaves();
  stripe.clock.ahead += Date.parse((await one.describe()).until!) - HOUR_MS - now();
  const press = () => confirmPrice(one.deps, one.account, { plan: 'crew', licences: 5 });
  const free = await press();
  expect(await press()).toEqual(free);
  stripe.clock.ahead += 2 * HOUR_MS;
  const paid = await press();
  expect(paid.url).not.toBe(free.url);
  expect([billing.confirm(sessionAt(free.url)), billing.confirm(sessionAt(paid.url))]).toEqual([false, true]);
  expect(one.charged()).toEqual([11_900]);
});

test('a subscription that Stripe cancelled because it wasn’t paid: paid within the month everything works to its end, later it is subscribed anew', async () => {
  const one = await openAccount({ isFree: false });
  const press = () => confirmPrice(one.deps, one.account, { plan: 'crew', licences: 5 });
  billing.confirm(sessionAt((await press()).url));
  await one.settle();
  billing.decline(one.customer(), true);
  await one.pass(32);
  billing.giveUp(house, one.customer());
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'past_due', cost: null });
  await expect(press()).rejects.toThrow('A payment is overdue. Pay it first, then subscribe.');
  const unpaid = () =>
    billing.invoices(house).find((it) => it['status'] === 'open' && it['customer'] === one.customer())!.id;
  billing.decline(one.customer(), false);
  billing.payInvoice(unpaid());
  await one.settle();
  const paid = await one.describe();
  expect(paid).toMatchObject({ state: 'lapsing', reason: null, unpaid: null });
  expect(Date.parse(paid.until!) - now()).toBeGreaterThan(27 * DAY_MS);
  expect(await isReadOnly(one.account)).toBe(false);
  // What else there is costs something again.
  expect(await (await one.sign()).put('/plan', { plan: 'fleet' })).toMatchObject({ status: 409 });

  // Subscribed anew in time, the next charge is at the end of what was paid.
  const before = one.charged();
  billing.confirm(sessionAt((await press()).url));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'active' });
  expect(one.charged()).toEqual(before);
  await one.pass(31);
  expect(one.charged()).toHaveLength(before.length + 1);

  // Not paid for months: it is read-only until it is, and then it is subscribed anew.
  billing.decline(one.customer(), true);
  await one.pass(32);
  billing.giveUp(house, one.customer());
  await one.pass(46);
  expect(await one.describe()).toMatchObject({ state: 'read_only', reason: 'unpaid', cost: null });
  billing.payInvoice(unpaid(), { isDeclined: false });
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'read_only', reason: 'ended' });
  billing.decline(one.customer(), false);
  billing.confirm(sessionAt((await press()).url));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'active' });
  expect((await one.mails()).map((subject) => subject.replace(/Business \w+/, 'US'))).toEqual([
    'US is subscribed to Muster',
    'Your card was declined for Muster',
    'Thank you, your payment arrived',
    'US is subscribed to Muster',
    'Your card was declined for Muster',
    'US is now read-only in Muster',
    'US is now read-only in Muster',
    'US is subscribed to Muster',
  ]);
});

test.each([2, -2])(
  'with a clock that is %i hours ahead owners subscribe, grow and are heard of',
  async (hours) => {
    wrong = hours * HOUR_MS;
    try {
      const one = await openAccount();
      await giveNotice(one.deps, one.account);
      await one.mailLeaves();
      // At the end of the notice the first charge is as near as Stripe takes it.
      stripe.clock.ahead += 29 * DAY_MS;
      const start = () => confirmPrice(one.deps, one.account, { plan: 'crew', licences: 5 });
      billing.confirm(sessionAt((await start()).url));
      await one.settle();
      expect(await one.describe()).toMatchObject({ state: 'active' });
      const { due_now_cents, as_at } = await previewChange(one.deps, one.account, {
        plan: 'crew',
        licences: 6,
      });
      await changeSubscription(one.deps, one.account, { plan: 'crew', licences: 6, due_now_cents, as_at });
      expect(await one.describe()).toMatchObject({ state: 'active', cost: { licences: 6 } });
      billing.decline(one.customer(), true);
      await one.pass(3);
      stripe.clock.ahead += 3 * HOUR_MS;
      await one.settle();
      expect(await one.describe()).toMatchObject({ state: 'past_due' });
    } finally {
      wrong = 0;
    }
  },
);

test('with a wrong Stripe key nothing changes: owners are told whom to ask, the log says why, and the key is in neither', async () => {
  const one = await openAccount();
  const key = 'rk_live_revoked';
  const said: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) });
  const wrongly = await testApp(here, { env: { ...env, BILLING_STRIPE_KEY: key }, now, log });
  const owner = await schedulerOf(wrongly, one.owner.email);
  await giveNotice(one.deps, one.account);
  const start = await owner.post(`${base}/billing/start`, { plan: 'crew', licences: 5 });
  expect(start).toMatchObject({ status: 503, message: expect.stringContaining('Please tell our support.') });
  expect(await owner.post(`${base}/billing/check`)).toMatchObject({ status: 200, data: { state: 'notice' } });
  await withAccount(here.database.db, one.account, (db) =>
    keepCustomer(db, one.account, { customer: `cus_${one.account}`, isTest: false }),
  );
  const deps = {
    ...one.deps,
    log,
    settings: readSettings({ HOST: '0.0.0.0', ...env, BILLING_STRIPE_KEY: key }),
  };
  await billingTasks(deps as never)[BILLING_SETTLED]!({ account: channelOf(one.account) }, 'id');
  expect(await one.describe()).toMatchObject({ state: 'notice' });
  expect(said.join('')).toContain('Stripe did not say how an account stands.');
  expect(said.join('') + JSON.stringify(start)).not.toContain(key);
  expect(await tablesWith(here, one.account, key)).toEqual([]);
  await wrongly.close();
});

test('what was subscribed with a test key is forgotten with one that charges: owners are told anew, and subscribe', async () => {
  const one = await openAccount();
  const trials = stripe.addAccount({ key: 'rk_test_house' });
  const tried = readSettings({ HOST: '0.0.0.0', ...env, BILLING_STRIPE_KEY: 'rk_test_house' });
  const trying = { ...one.deps, settings: tried };
  await giveNotice(trying, one.account);
  await one.mailLeaves();
  stripe.clock.ahead += 31 * DAY_MS;
  const wanted = { plan: 'crew', licences: 5 };
  billing.confirm(sessionAt((await confirmPrice(trying, one.account, wanted)).url));
  await settleBilling(trying, one.account);
  expect(await one.describe()).toMatchObject({ state: 'active' });
  const invoices = async () => (await (await one.sign()).get(`${base}/billing/invoices`)).data;
  expect(await invoices()).toHaveLength(1);

  await one.settle();
  const { state, until, cost } = await one.describe();
  expect([state, cost]).toEqual(['notice', null]);
  expect((Date.parse(until!) - now()) / DAY_MS).toBeGreaterThan(29);
  expect(await invoices()).toEqual([]);
  expect((await one.mails()).at(-1)).toMatch(/^Early access ends on/);
  billing.confirm(sessionAt((await confirmPrice(one.deps, one.account, wanted)).url));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'active' });

  // Of some customers nobody has noted that they were of a test key: Stripe says so.
  const customer = stripe.all(trials, 'customer').at(-1)!.id;
  await withAccount(here.database.db, one.account, (db) => updateBilling(db, { customer }));
  await one.settle();
  expect(await one.describe()).toMatchObject({ state: 'notice', cost: null });
  billing.confirm(sessionAt((await confirmPrice(one.deps, one.account, wanted)).url));
  await one.settle();

  // A test key by mistake forgets nothing that was sold.
  await settleBilling(trying, one.account);
  expect(await one.describe()).toMatchObject({ state: 'active' });
});

const troubles: readonly StripeAnswer[] = [
  'done',
  'done',
  'commit then drop',
  'commit then 500',
  'drop',
  { status: 429, retryAfter: '1' },
  { status: 500 },
];

test('whatever becomes of requests and answers, there is one subscription, charged once for each thing', async () => {
  const times = repetitions({ usual: 2, long: 500 });
  for (let time = 0; time < times; time += 1) {
    const one = await openAccount({ isFree: false });
    let drawn = time * 7919 + 13;
    const trouble = () => {
      drawn = (drawn * 1_103_515_245 + 12_345) % 2_147_483_648;
      return troubles[Math.floor((drawn / 2_147_483_648) * troubles.length)]!;
    };
    stripe.misbehave(trouble);
    const urls = new Set<string>();
    /** Several at once, as impatient people and a process that dies would have it; what is refused is tried again. */
    const press = async (licences: number) => {
      const start = () => confirmPrice(one.deps, one.account, { plan: 'crew', licences });
      for (const made of await Promise.allSettled([start(), start(), one.settle()]))
        if (made.status === 'fulfilled' && made.value) urls.add(made.value.url);
        else if (made.status === 'rejected') expect(String(made.reason)).not.toMatch(/TypeError|undefined/);
    };
    for (let tries = 0; tries < 4; tries += 1) await press(5 + (tries % 2));
    // They pay on every page that they were shown, those that have ended too.
    for (const url of urls) billing.confirm(sessionAt(url));
    for (let tries = 0; tries < 4; tries += 1) await press(5);
    for (const url of urls) billing.confirm(sessionAt(url));
    const live = one.running().filter(({ status }) => status !== 'canceled');
    expect(live.length, `time ${time}`).toBeLessThanOrEqual(1);
    stripe.behave();
    if (live.length === 0)
      billing.confirm(
        sessionAt((await confirmPrice(one.deps, one.account, { plan: 'crew', licences: 5 })).url),
      );
    await one.settle();
    expect(await one.describe()).toMatchObject({ state: 'active' });
    const before = one.charged();
    expect(before).toHaveLength(1);

    const preview = await previewChange(one.deps, one.account, { plan: 'crew', licences: 9 });
    stripe.misbehave(trouble);
    const { due_now_cents, as_at } = preview;
    const change = () =>
      changeSubscription(one.deps, one.account, { plan: 'crew', licences: 9, due_now_cents, as_at });
    for (let tries = 0; tries < 4; tries += 1) await Promise.allSettled([change(), change()]);
    stripe.behave();
    await one.settle();
    const { cost } = await one.describe();
    expect([before, [...before, due_now_cents]]).toContainEqual(one.charged());
    expect(cost?.licences).toBe(one.charged().length === 1 ? (before[0] === 11_900 ? 5 : 6) : 9);
  }
}, 600_000);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Billing, Preview } from '@muster/domain/identity/billing/schema';
import { DAY_MS } from '@muster/domain/values/minutes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveNotice, settleBilling } from '../../src/modules/identity/billing/service.ts';
import type { App } from '../../src/platform/deps.ts';
import { readSettings } from '../../src/settings.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { repetitions } from '../long.ts';
import { program } from '../programs.ts';
import { stripeService, type StripeService } from '../services/stripe.ts';
import { withBilling } from '../services/stripe-billing.ts';
import { endFreeDays, openBusiness } from '../setups/businesses.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { signInAs } from '../sign-in.ts';

const base = '/services/subscription/api/v1/billing';

let here: TestDatabase;
let app: App;
let stripe: StripeService;
let billing: ReturnType<typeof withBilling>;
let house: ReturnType<StripeService['addAccount']>;
let env: Record<string, string>;
const now = () => Date.now() + stripe.clock.ahead;

beforeAll(async () => {
  here = await testDatabase();
  stripe = await stripeService();
  billing = withBilling(stripe);
  house = stripe.addAccount({ key: 'rk_live_house' });
  env = {
    STRIPE_URL: stripe.url,
    STRIPE_CHECKOUT_URL: stripe.url,
    BILLING_STRIPE_KEY: 'rk_live_house',
    BILLING_NAME: 'Muster Software Pty Ltd',
    BILLING_ABN: '51 824 753 556',
  };
  app = await testApp(here, { env, now });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
  await here.drop();
});

type Deed = 'start' | 'check' | 'plan' | 'end';

/** What is asked of a process, and the request to Stripe at which it is killed: done there, and nobody here hears of it. */
const kills: readonly (readonly [Deed, RegExp])[] = [
  ['start', /^POST .*checkout\/sessions$/],
  ['end', /^GET .*invoices/],
  ['start', /^POST .*customers$/],
  ['start', /^GET .*checkout\/sessions/],
  ['start', /^POST .*prices$/],
  ['start', /^POST .*tax_rates$/],
  ['check', /^GET .*subscriptions/],
  ['check', /^GET .*invoices/],
  ['plan', /^POST .*create_preview$/],
  ['plan', /^POST .*subscriptions\/\w+$/],
];
const chosen = kills.slice(0, repetitions({ usual: 1, long: kills.length }));

test.each(chosen)(
  'a process that is killed at %s, as Stripe has done %s, leaves one subscription, charged once for each thing',
  { timeout: 120_000 },
  async (deed, request) => {
    const { account, owner } = await openBusiness(here.database.db);
    await endFreeDays(here.database.db, account, now());
    const deps = { database: here.database, settings: readSettings({ HOST: '0.0.0.0', ...env }), now };
    let mine = await schedulerOf(app, owner.email);
    const standing = async () => (await mine.post(`${base}/check`)).data as Billing;
    const start = async () =>
      (await mine.post(`${base}/start`, { plan: 'crew', licences: 6 })).data as { url: string };
    const confirm = async () => billing.confirm((await start()).url.split('/').at(-1)!);

    if (deed === 'end') {
      await confirm();
      await standing();
      billing.decline(stripe.all(house, 'customer').at(-1)!.id, true);
      stripe.clock.ahead += 32 * DAY_MS;
      billing.pass(house);
      stripe.clock.ahead += 15 * DAY_MS;
      // Nobody is signed in for so long.
      mine = await schedulerOf(app, owner.email);
    } else if (deed !== 'start') await confirm();
    if (deed === 'plan') await standing();
    const { headers } = await signInAs(app, owner.email);
    const wanted = { plan: 'crew', licences: 9 };
    const preview =
      deed === 'plan' ? ((await mine.post(`${base}/preview`, wanted)).data as Preview) : undefined;

    const child = spawn(
      process.execPath,
      [program('second-server'), here.ownerUrl, String(now()), JSON.stringify(env)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    const ended = once(child, 'exit');
    stripe.misbehave(({ method, path }) => {
      if (child.killed || !request.test(`${method} ${path}`)) return 'done';
      child.kill('SIGKILL');
      return 'commit then drop';
    });
    const ask = (method: string, path: string, body?: object) =>
      fetch(`${url.toString().trim()}${base}/${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const asked =
      deed === 'start'
        ? ask('POST', 'start', { plan: 'crew', licences: 6 })
        : deed === 'plan'
          ? ask('PUT', 'plan', { ...wanted, due_now_cents: preview!.due_now_cents, as_at: preview!.as_at })
          : ask('POST', 'check');
    const answer = await asked.catch(() => undefined);
    // Where a price or a rate is there already, nothing is made and nobody killed.
    if (answer) child.kill('SIGKILL');
    await ended;
    stripe.behave();

    if (deed === 'start') {
      const [first, second] = [await start(), await start()];
      expect(second.url).toBe(first.url);
      expect(billing.confirm(first.url.split('/').at(-1)!)).toBe(true);
    }
    const found = await standing();
    const subscriptions = billing
      .subscriptions(house)
      .filter(({ metadata }) => (metadata as { account?: string }).account === account);
    expect(subscriptions).toHaveLength(1);
    const charged = billing.charged.filter(({ customer }) => customer === subscriptions[0]!['customer']);
    if (deed === 'end') {
      expect(found).toMatchObject({ state: 'read_only', reason: 'unpaid' });
      await settleBilling(deps, account);
      const { rows } = await here.asOwner(
        `select count(*)::int as mails from outbox
          where payload->>'template' = 'subscription' and payload->>'subject' like '%is now read-only%' and payload->>'to' = $1`,
        [owner.email],
      );
      expect(rows).toEqual([{ mails: 1 }]);
    } else expect(found).toMatchObject({ state: 'active' });
    expect(charged.map(({ cents }) => cents)).toEqual(
      deed === 'plan' && found.cost!.licences === 9 ? [14_300, preview!.due_now_cents] : [14_300],
    );
    expect(await giveNotice(deps, account)).toBe(false);
  },
);

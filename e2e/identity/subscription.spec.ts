import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { bareEnv } from '../../apps/server/test/bare-env.ts';
import { program } from '../../apps/server/test/programs.ts';
import { stripeService, type StripeService } from '../../apps/server/test/services/stripe.ts';
import { withBilling } from '../../apps/server/test/services/stripe-billing.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { expectAccessible } from '../accessible.ts';
import { givenDay } from '../field/field.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { type MailServer, startMailServer } from '../mail.ts';
import { freePort, makeDataDir, type Product, startProduct } from '../server.ts';
import { call } from '../work/technicians.ts';

const DAY_SECONDS = 86_400;
const KEY = 'rk_live_house';
/** What in Stripe's objects is a moment, because nothing else there is so large a number. */
const FIRST_MOMENT = 1_500_000_000;

// Whoever grows has subscribed before.
test.describe.configure({ mode: 'serial' });

let mails: MailServer;
let stripe: StripeService;
let billing: ReturnType<typeof withBilling>;
let house: ReturnType<StripeService['addAccount']>;
let product: Product;
let dataDir: ReturnType<typeof makeDataDir>;
let db: Client;

test.beforeAll(async () => {
  [stripe, mails] = await Promise.all([stripeService(), startMailServer()]);
  billing = withBilling(stripe);
  house = stripe.addAccount({ key: KEY });
  dataDir = makeDataDir('subscription');
  const port = await freePort();
  const env = {
    STRIPE_URL: stripe.url,
    STRIPE_CHECKOUT_URL: stripe.url,
    BILLING_STRIPE_KEY: KEY,
    BILLING_NAME: 'Muster Software Pty Ltd',
    BILLING_ABN: '51 824 753 556',
    SMTP_URL: mails.url,
    BASE_URL: `http://127.0.0.1:${port}`,
  };
  product = await startProduct({ port, dataDir: dataDir.path, env });
  // Ends early access, as an operator does.
  execFileSync(process.execPath, [program('billing'), 'notice'], {
    env: { ...bareEnv(), DATA_DIR: dataDir.path, ...env },
  });
  const { ownerUrl } = await visitCluster({ dataDir: dataDir.path, log: silentLog });
  db = new Client({ connectionString: ownerUrl });
  await db.connect();
});
test.afterAll(async () => {
  await db.end();
  await product.stop();
  await Promise.all([stripe.close(), mails.close()]);
  dataDir.remove();
});

/** So many days go by: no clock is moved, but everything that was, here and at Stripe, is longer ago. */
async function pass(page: Page, days: number): Promise<void> {
  const older = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value))
      if (typeof part === 'number' && part > FIRST_MOMENT)
        Reflect.set(value, name, part - days * DAY_SECONDS);
      else older(part);
  };
  for (const object of house.objects.values()) older(object);
  billing.pass(house);
  const { data } = await (
    await page.request.get(`${product.url}/services/subscription/api/v1/billing`)
  ).json();
  await db.query(`select set_config('muster.account', $1, false), set_config('muster.scenario', $1, false)`, [
    data.id,
  ]);
  // That the mail has left is noted some minutes later, and the days of the notice are counted from then.
  await db.query(
    `update billing set notice_until = notice_until - $1 * interval '1 day', notice_mails = '{}'`,
    [days],
  );
  // As whoever comes back from a page of Stripe: it is asked at once.
  await page.goto(`${product.url}/licences?confirmed=1`);
  await expect(page).toHaveURL(`${product.url}/licences`);
}

async function pressAtStripe(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${stripe.url}/**`);
  await page.getByRole('button', { name }).click();
}

const banner = (page: Page) => page.locator('.account-banner');
const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const look = (page: Page) => expectAccessible(page);

const deactivate = (page: Page) => page.getByRole('button', { name: 'Deactivate Aisha Rahman' });

test('early access ends and nobody confirms; an owner subscribes, and all is as before', async ({
  page,
  browser,
}) => {
  const at = (path: string) => page.goto(`${product.url}${path}`);
  const phones = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
  const given = await givenDay(browser, product, [{}]);
  const { visits, context: office } = given;
  await haveSession(page, 'owner', product.url);

  // Told by mail and above every page, and others are not alarmed.
  await mails.next('owner@example.com', /^Early access ends on \d+ \w+ \d{4}$/);
  await at('/customers');
  await expect(banner(page)).toContainText('in 30 days');
  await look(page);
  await banner(page).getByRole('button', { name: 'Put away' }).click();
  await expect(banner(page)).toBeEmpty();

  // Nobody confirms. What is refused says why and what to do before it is pressed; exports go on.
  await pass(page, 31);
  await expect(plan(page)).toContainText('Read-only');
  await mails.next('owner@example.com', /is now read-only/);
  await expect(deactivate(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(deactivate(page)).toHaveAttribute(
    'title',
    /because the free time has ended.*under Licences\.$/,
  );
  await at('/customers');
  await expect(banner(page)).toContainText('Read-only since');
  await look(page);
  expect(
    (await page.request.get(`${product.url}/services/scheduling/api/v1/customers.csv`)).headers(),
  ).toMatchObject({ 'content-type': expect.stringContaining('text/csv') });

  expect(await call(office, 'POST', '/skills', { name: 'Solar' })).toMatchObject({ code: 402 });

  // A technician goes on, and what the phone records arrives.
  const phone = await phones.newPage();
  await haveSession(phone, 'technician', product.url);
  await phone.goto(`/my-day/visits/${visits[0]!.id}`);
  await expect(phone.getByText('Read-only since')).toBeVisible();
  await phone.getByRole('button', { name: 'On my way' }).click();
  await expect(phone.getByRole('button', { name: 'I have arrived' })).toBeVisible();
  const state = async () => (await call(office, 'GET', `/visits/${visits[0]!.id}`)).data.row.state;
  await expect.poll(state).toBe('en route');
  await phones.close();

  await banner(page).getByRole('link', { name: 'Subscribe' }).click();
  await expect(plan(page)).toContainText('You pay for the first month now');
  await plan(page).getByRole('button', { name: 'Subscribe' }).click();
  await pressAtStripe(page, 'Decline');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await pressAtStripe(page, 'Pay');
  await expect(page.getByText('Thanks, you’re subscribed.')).toBeVisible();
  await expect(plan(page)).toContainText('Active');
  await expect(deactivate(page)).not.toHaveAttribute('aria-disabled');
  expect(await call(office, 'POST', '/skills', { name: 'Solar' })).toMatchObject({ code: 800 });
  await given.close();
});

test(
  'who has subscribed grows, is declined, and pays: each time all is as before',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner', product.url);
    await page.goto(`${product.url}/licences`);

    // What it costs is told before, to the cent, and charged.
    await plan(page).getByRole('button', { name: 'Change plan or licences' }).focus();
    await page.keyboard.press('Enter');
    await plan(page).getByRole('button', { name: 'One licence more' }).focus();
    await page.keyboard.press('Enter');
    const change = plan(page).getByRole('button', { name: /^Change and pay \$/ });
    const told = (await change.textContent())!.replace(/\D/g, '');
    await look(page);
    await change.focus();
    await page.keyboard.press('Enter');
    await expect(plan(page).getByRole('heading', { level: 3 })).toContainText('26 licences');
    expect(String(billing.charged.at(-1)!.cents).replace(/00$/, '')).toBe(told);

    // The card is declined: 14 days in which everything works.
    billing.decline(billing.charged[0]!.customer, true);
    await pass(page, 31);
    await expect(plan(page)).toContainText('Payment overdue');
    await mails.next('owner@example.com', /^Your card was declined/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page);
    await page.goto(`${product.url}/customers`);
    await expect(banner(page)).toContainText(/\$\d+ is overdue\. Pay by/);
    await look(page);
    await pass(page, 15);
    await expect(plan(page)).toContainText('Read-only');
    await expect(deactivate(page)).toHaveAttribute('title', /because a payment is overdue/);

    await plan(page)
      .getByRole('link', { name: /^Pay \$/ })
      .click();
    await pressAtStripe(page, 'Pay');
    await expect(page.getByText('Invoice paid')).toBeVisible();
    await page.goto(`${product.url}/licences`);
    await expect(plan(page)).toContainText('Active');
    await mails.next('owner@example.com', /^Thank you/);
    await expect(banner(page)).toBeEmpty();
    await expect(deactivate(page)).not.toHaveAttribute('aria-disabled');
    const invoices = page.getByRole('list', { name: 'Tax invoices' });
    await expect(invoices.getByText('Paid', { exact: true })).toHaveCount(3);
    const paper = await invoices.getByRole('link', { name: /^PDF/ }).first().getAttribute('href');
    const drawn = await page.request.get(`${product.url}${paper}`);
    expect(drawn.headers()).toMatchObject({ 'content-type': 'application/pdf' });
  },
);

import { expect, long, signIn, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';

/** Messages that the browser, and React behind an error boundary, log when the server is away. */
const unreachable = /net::ERR_|Failed to load resource|^ApiError: We can’t reach the server/;

test('a server that goes away and comes back: what is typed before, meanwhile and after is saved', async ({
  page,
  complaints,
}) => {
  test.slow();
  const dataDir = makeDataDir('connection');
  const port = await freePort();
  let product = await startProduct({ port, dataDir: dataDir.path });
  try {
    await signIn(page, 'owner', product.url);
    await page.goto(`${product.url}/customers/new`);
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByLabel('Name', { exact: true }).fill('Typed before');

    await product.stop();
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Connection lost.');
    await form.getByLabel('Phone').fill('0499 111 222');
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(form.getByRole('alert')).toContainText('We can’t reach the server.');
    await form.getByLabel('Note', { exact: true }).fill('Typed meanwhile');

    product = await startProduct({ port, dataDir: dataDir.path });
    await expect(page.getByText('Connection lost.')).toBeHidden();
    await form.getByRole('button', { name: 'Add customer' }).click();
    const added = page.getByRole('dialog', { name: 'Typed before' });
    await expect(added.getByRole('button', { name: 'Typed meanwhile' })).toBeVisible();
  } finally {
    await product.stop();
    dataDir.remove();
  }
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !unreachable.test(text)));
});

test('a page that was never opened opens without the network', async ({ page, context }) => {
  const fetched = page.waitForResponse('**/assets/technicians-*.js');
  await signIn(page, 'owner');
  await (await fetched).finished();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technicians' }).click();
  await expect(page.getByRole('heading', { name: 'Technicians', exact: true })).toBeVisible();
});

test('a page that cannot be fetched says so inside the shell, and opens once the network is back', async ({
  page,
  context,
  complaints,
}) => {
  await page.route('**/assets/technicians-*.js', (route) => route.abort());
  await signIn(page, 'owner');
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Technicians' }).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t load this page');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.unroute('**/assets/technicians-*.js');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Technicians', exact: true })).toBeVisible();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !unreachable.test(text)));
});

test(
  'what says that the server cannot be reached goes with the reconnection, and moves nothing',
  long,
  async ({ page, context }) => {
    await signIn(page, 'owner', '/customers/new');
    const form = page.getByRole('dialog', { name: 'New customer' });
    const button = form.getByRole('button', { name: 'Add customer' });
    await form.getByLabel('Name', { exact: true }).fill('Written in a tunnel');
    const heading = page.getByRole('heading', { name: 'Customers' });
    const before = await heading.boundingBox();
    await context.setOffline(true);
    await expect(page.getByText('Connection lost.')).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
    await button.click();
    await expect(form.getByText('We can’t reach the server.')).toBeVisible();
    await context.setOffline(false);
    await expect(form.getByText('We can’t reach the server.')).toBeHidden();
    await expect(form.getByRole('alert')).toContainText('Not saved yet. Save again.');
    await expect(page.getByText('Connection lost.')).toBeHidden({ timeout: 15_000 });
    expect(await heading.boundingBox()).toEqual(before);
  },
);

test(
  'a session that cannot be checked shows the shell and another try',
  long,
  async ({ page, complaints }) => {
    await signIn(page, 'owner', '/customers');
    await page.route('**/services/authentication/api/session', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('We couldn’t check if you’re signed in');
    await expect(page.getByRole('banner')).toBeVisible();
    await page.unroute('**/services/authentication/api/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible();
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !unreachable.test(text)));
  },
);

test('signing out in one tab reaches the others at once', long, async ({ page, context }) => {
  await signIn(page, 'dispatcher');
  const other = await context.newPage();
  await other.goto('/customers');
  await expect(other.getByRole('heading', { name: 'Customers' })).toBeVisible();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other).toHaveURL('/login?next=%2Fcustomers');
});

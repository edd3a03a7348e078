import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { ownWord } from '../work/technicians.ts';

test.use({ business: 'scheduler' });

test('a bookkeeper begins at the invoices, reads a customer, and keeps the price list', async ({ page }) => {
  const word = ownWord();
  await signIn(page, 'bookkeeper');
  await expect(page).toHaveURL(/\/invoices$/);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link')).toHaveText([
    'Jobs',
    'Customers',
    'Calls',
    'Quotes',
    'Invoices',
    'Payments',
    'Price list',
    'Settings',
  ]);
  await expect(page.getByRole('link', { name: /^New job/ })).toHaveCount(0);
  await page.goto('/map');
  await expect(page).toHaveURL(/\/invoices$/);

  await rail.getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('row').nth(1).click();
  const customer = page.getByRole('dialog');
  // What was agreed about money is theirs to keep; who the customer is, and what was done, is theirs to read.
  await expect(customer.getByRole('button', { name: 'Edit terms' })).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Add price' })).toBeVisible();
  for (const name of ['Contact details', 'Sites', 'Jobs']) {
    await expect(customer.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(customer.getByRole('region', { name, exact: true }).getByRole('button')).toHaveCount(0);
  }
  await expect(customer.getByRole('button', { name: /^(Archive|More)/ })).toHaveCount(0);
  await expect(customer.getByRole('link', { name: 'New job' })).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/items');
  await expect(page.getByRole('heading', { name: 'Price list' })).toBeVisible();
  await page.keyboard.press('n');
  const added = page.getByRole('dialog', { name: 'New item' });
  await added.getByLabel('Name').fill(`Elbow ${word}`);
  await added.getByLabel('Code').fill(word);
  await added.getByLabel('Unit').fill('each');
  await added.getByLabel('Sale price').fill('ten');
  await added.getByLabel('Cost').fill('$3.62');
  await expect(added.getByLabel('Sale price')).toHaveAccessibleDescription(/isn’t an amount/);
  await added.getByLabel('Sale price').fill('8.50');
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add item' }).click();
  const drawer = page.getByRole('dialog', { name: `Elbow ${word}` });
  await expect(drawer.getByText('$9.35', { exact: true })).toBeVisible();
  await expect(drawer.getByText('$8.50 + $0.85 GST')).toBeVisible();
  await expect(drawer.getByText('$4.88 (57.4%)')).toBeVisible();

  await drawer.getByText('$9.35', { exact: true }).click();
  await drawer.getByLabel('Sale price').fill('11');
  await drawer.getByRole('switch', { name: 'Price includes GST' }).click();
  await drawer.getByLabel('Sale price').press('Control+Enter');
  await expect(drawer.getByText('$10.00 + $1.00 GST')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText(/changed sale price and GST in the price/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByPlaceholder('Search by name or code').fill(word);
  const row = page.getByRole('row', { name: new RegExp(`Elbow ${word}`) });
  await expect(row).toContainText('$11.00');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or start anything').fill(word);
  const found = page.getByRole('dialog', { name: 'Search and commands' });
  await found.getByRole('button', { name: new RegExp(`^Elbow ${word}`) }).click();
  await expect(drawer).toBeVisible();
});

test(
  'a dispatcher without the right finds no price list, and an owner gives the right in Team',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher', '/jobs');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Price list')).toHaveCount(0);
    await page.goto('/items');
    await expect(page).toHaveURL(/\/$/);
    await page.context().clearCookies();
    await haveSession(page, 'owner');
    await page.goto('/team');
    await page.getByRole('button', { name: 'Change Dan Dispatcher' }).click();
    const money = page.getByLabel('Money');
    await expect(money).toHaveValue('none');
    await expect(money).toHaveAccessibleDescription(/Sees no prices anywhere/);
    await money.selectOption('See prices');
    await expect(page.getByText('Money for Dan Dispatcher: see prices.')).toBeVisible();
    await expectAccessible(page);
    await money.selectOption('Nothing');
    await expect(page.getByText('Money for Dan Dispatcher: nothing.')).toBeVisible();
  },
);

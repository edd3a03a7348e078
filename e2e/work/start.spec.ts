import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { askForReset, expect, openAccount, test } from '../identity/account.ts';
import { long } from '../journey.ts';
import { call } from './technicians.ts';

async function choose(page: Page, label: string, typed: string, option: RegExp | string): Promise<void> {
  await page.getByRole('combobox', { name: label }).or(page.getByLabel(label)).first().click();
  if (typed !== '') await page.keyboard.type(typed);
  await page.getByRole('option', { name: option }).first().click();
}

test('a new user sets up a business with two technicians, one customer and one job without reading anything', async ({
  page,
  post,
}) => {
  const email = await openAccount(page, post);
  await page.goto('/');
  const steps = page.getByRole('list', { name: 'First steps' });
  await expect(steps).toBeVisible();
  await expectAccessible(page);

  // The name of whoever registered is not that of the business.
  await expect(page.getByLabel('Business name')).toHaveValue('');
  await page.getByLabel('Business name').fill('Bluegum Plumbing');
  const trade = page.getByRole('combobox', { name: 'Trade' });
  await trade.fill('plmb');
  await trade.press('Tab');
  await expect(page.getByText('No trade is called “plmb”. Choose one from the list.')).toBeVisible();
  await expect(trade).toHaveValue('plmb');
  await trade.fill('plumb');
  await trade.press('Enter');
  await expect(trade).toHaveValue('Plumbing');
  await choose(page, 'State or territory', '', 'South Australia');
  await page.getByLabel('ABN').fill('51 824 753 557');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByText('isn’t a valid ABN')).toBeVisible();
  await page.getByLabel('ABN').fill('51 824 753 556');
  await page.keyboard.press('Enter');

  // Whoever drives themselves says so, and has a day of their own from then on.
  await expect(page.getByRole('link', { name: 'My day' })).toHaveCount(0);
  await page.getByLabel('This is me').check();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('');
  await page.getByLabel('Name', { exact: true }).fill('Priya Nair');
  await choose(page, 'Where their day starts', 'Norwood', /Norwood/);
  await page.getByRole('button', { name: 'Add technician' }).click();
  await expect(steps.getByText('1 technician', { exact: true })).toBeVisible();
  await steps.getByRole('button', { name: 'Add another' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Dave Kowalski');
  // What is typed and not sent survives a reload.
  await page.reload();
  await expect(steps.getByText('1 technician', { exact: true })).toBeVisible();
  await steps.getByRole('button', { name: 'Add another' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dave Kowalski');
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect(steps.getByText('2 technicians', { exact: true })).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('Ryde Bakery');
  await page.getByLabel('Street address').fill('12 Church Street');
  // Whoever leaves the field with the name of one suburb has chosen it.
  const suburb = page.getByRole('combobox', { name: 'Suburb' });
  await suburb.fill('Glenelg South');
  await suburb.press('Tab');
  await expect(suburb).toHaveValue('Glenelg South SA 5045');
  await page.getByRole('button', { name: 'Add customer' }).click();

  await page.getByLabel('What needs doing').fill('Kitchen tap drips');
  await page.getByRole('button', { name: 'Add job' }).click();

  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  await expect(steps).toBeHidden();
  await expect(page.getByRole('banner')).toContainText('Bluegum Plumbing');
  await expectAccessible(page);
  const { data } = await call(page.context(), 'GET', '/set-up');
  expect(data.row).toMatchObject({ technicians: 2, customers: 1, jobs: 1, samples: 0 });
  const settings = await call(page.context(), 'GET', '/settings');
  expect(settings.data.row).toMatchObject({ region: 'SA', zone: 'Australia/Adelaide', abn: '51824753556' });

  await page.getByRole('link', { name: 'My day' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing planned for you today' })).toBeVisible();
  await page.getByRole('button', { name: 'Account and more' }).click();
  await page.getByRole('link', { name: 'Board and office' }).click();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();

  // From now on their mails name the business.
  await askForReset(page, email);
  await post.next(email, /^Choose a new password for Muster at Bluegum Plumbing$/);
});

test(
  'whoever wants to see the board first goes there, and comes back to the first steps',
  long,
  async ({ page, post }) => {
    await openAccount(page, post);
    await page.goto('/');
    await page.getByRole('button', { name: 'Do this later and go to the board' }).click();
    await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
    await expect(page.getByText('Add your first technician')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Continue set-up' }).click();
    await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  },
);

test('sample data comes and goes with one click each', long, async ({ page, post }) => {
  await openAccount(page, post);
  await page.goto('/');
  await page.getByRole('button', { name: 'Try with sample data' }).click();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Your own work uses some of it')).toBeHidden();
  const { data } = await call(page.context(), 'GET', '/set-up');
  expect(data.row).toMatchObject({ technicians: 0, customers: 0, jobs: 0, samples: 0 });
});

test('what real work holds on to is named when the samples go', long, async ({ page, post }) => {
  await openAccount(page, post);
  await page.goto('/');
  await page.getByRole('button', { name: 'Try with sample data' }).click();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  const { data } = await call(page.context(), 'GET', '/sites?limit=1');
  const { id, customer_id, customer_name } = data.rows[0];
  await call(page.context(), 'POST', '/jobs', {
    customer_id,
    site_id: id,
    description: 'Real work',
    visits: [{ duration: 60 }],
  });
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(page.getByText('Your own work uses some of it')).toBeVisible();
  await expect(page.getByText(`${customer_name} (one of your jobs is for them)`)).toBeVisible();
});

import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';

test('the login page, empty and refused', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('nothing much');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/\w/);
  await expectAccessible(page);
});

test('the page that is not there', async ({ page }) => {
  await page.goto('/no-such-page');
  await expectAccessible(page);
});

test('the inbox and a mail', async ({ page }) => {
  await page.goto('/inbox');
  await expect(page.getByRole('list', { name: 'Mails' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Mails' }).getByRole('link').first().click();
  await expect(page.getByRole('article')).toBeVisible();
  await expectAccessible(page);
});

test('the application and its menu', async ({ page }) => {
  await signIn(page, 'owner');
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/settings/no-such-page');
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  await expectAccessible(page);
});

test('the office', async ({ page }) => {
  await signIn(page, 'staff');
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible();
  await expectAccessible(page);
});

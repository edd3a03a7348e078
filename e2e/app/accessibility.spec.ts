import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test, long } from '../journey.ts';

/** Every rule, also those that the journeys leave to this file. */
const expectMeasured = (page: Page) => expectAccessible(page, 'html', { isMeasured: true });

test('the login page, empty and refused', async ({ page }) => {
  await page.goto('/login');
  await expectMeasured(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await expectMeasured(page);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('nothing much');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText(/\w/);
  await expectMeasured(page);
});

test('the pages for everybody', async ({ page }) => {
  for (const path of ['/register', '/enquiry', '/pricing', '/inbox']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expectMeasured(page);
  }
});

test('the page that is not there, and a mail', long, async ({ page }) => {
  await page.goto('/no-such-page');
  await expectMeasured(page);
  await page.goto('/inbox');
  await page.getByRole('list', { name: 'Emails' }).getByRole('link').first().click();
  await expect(page.getByRole('article')).toBeVisible();
  await expectMeasured(page);
});

test('the application and its menu', async ({ page }) => {
  await signIn(page, 'owner');
  await expect(page.locator('.visit-block').first()).toBeVisible();
  await expectMeasured(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectMeasured(page);
  for (const [path, heading] of [
    ['/jobs/new', 'New job'],
    ['/technicians', 'Technicians'],
    ['/customers', 'Customers'],
    ['/settings/business', 'Business'],
    ['/settings/no-such-page', 'We couldn’t find this page'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expectMeasured(page);
  }
  await page.goto('/customers');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expectMeasured(page);
});

test('the technician’s day', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'technician', '/my-day');
  // In the afternoon all of the day may be done.
  const allDone = page.getByRole('heading', { name: 'All done for today' });
  await expect(page.getByRole('article').or(allDone).first()).toBeVisible();
  await expectMeasured(page);
});

test('the office', async ({ page }) => {
  await signIn(page, 'staff');
  await expect(page.getByRole('heading', { name: 'Office' })).toBeVisible();
  await expectMeasured(page);
});

import type { Page } from '@playwright/test';
import { expect, fillIn, test, long } from '../journey.ts';

/** Opens the login page but holds its script back; returns a function that releases it. */
async function openWithoutScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/login-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  return release;
}

test('what was typed before the script ran is kept', async ({ page }) => {
  const release = await openWithoutScript(page);
  await fillIn(page, 'owner');
  release();
  // Showing the password only works once the script has run.
  const hide = page.getByRole('button', { name: 'Hide password' });
  await expect(async () => {
    // On a slow machine an earlier press may have worked after all.
    if (!(await hide.isVisible()))
      await page.getByRole('button', { name: 'Show password' }).click({ timeout: 500 });
    await expect(hide).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByLabel('Email')).toHaveValue('owner@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('muster-demo');
});

test('a form sent before the script ran is sent once it does, never by the browser itself', async ({
  page,
}) => {
  const release = await openWithoutScript(page);
  await fillIn(page, 'owner');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await expect(page.getByRole('heading', { name: /^Board, / })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the login page is readable and says what it needs', long, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeEditable();
    await expect(page.getByLabel('Password', { exact: true })).toBeEditable();
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.locator('noscript p')).toContainText('You need JavaScript to sign in.');
  });

  test('the login page does not pretend: nothing is sent', long, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await fillIn(page, 'owner');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(page.getByLabel('Email')).toHaveValue('owner@example.com');
    await expect(page).toHaveURL('/login');
    expect(sent).toEqual([]);
  });

  test('the application says what it needs, in place of loading for ever', long, async ({ page }) => {
    await page.goto('/inbox');
    await expect(page.locator('noscript p')).toBeInViewport();
    await expect(page.locator('noscript p')).toContainText('needs JavaScript');
    await expect(page.locator('.page--pending')).toBeHidden();
  });
});

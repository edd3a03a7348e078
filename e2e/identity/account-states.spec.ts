import type { Page, Route } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';

/** Checks that the page is accessible and does not scroll sideways. */
async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const saying = (data: unknown) => (route: Route) => route.fulfill({ json: { code: 800, message: '', data } });
const refusing = (message: string, data: unknown) => (route: Route) =>
  route.fulfill({ json: { code: 801, message, data } });
const tooMany = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { 'retry-after': '42' },
    json: { code: 429, message: '', data: null },
  });

test('opening a link, and a link that cannot be opened', long, async ({ page }) => {
  await page.route('**/activation/check', () => {});
  await page.goto('/activate?token=some-link');
  await expect(page.getByRole('heading', { name: 'Opening your link' })).toBeVisible();
  await expectGood(page);
  await page.unroute('**/activation/check');
  await page.route('**/activation/check', tooMany);
  await page.goto('/activate?token=some-link');
  await expect(page.getByRole('button', { name: /^Try again in/ })).toBeVisible();
  await expectGood(page);
});

const activation = {
  ready: 'Activate your account',
  password: 'Confirm it’s you',
  used: 'This account is already active',
  expired: 'This link has expired',
  revoked: 'There’s a newer link',
  unknown: 'We don’t recognise this link',
};

test('each state of an activation link', long, async ({ page }) => {
  for (const [state, name] of Object.entries(activation)) {
    await page.route('**/activation/check', saying({ state, email: 'o…@example.com' }));
    await page.goto('/activate?token=some-link');
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expectGood(page);
    await page.unroute('**/activation/check');
  }
});

test('a password that is refused', long, async ({ page }) => {
  await page.route('**/activation/check', saying({ state: 'password', email: 'o…@example.com' }));
  await page.route(
    '**/api/activate',
    refusing('This is not the password.', { state: 'password', field: 'password' }),
  );
  await page.goto('/activate?token=some-link');
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await expectGood(page);
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await expect(page.getByText('This is not the password.')).toBeVisible();
  await expectGood(page);
});

for (const [address, call, button] of [
  ['/activate', '**/activation/resend', 'Send a new link'],
  ['/forgot-password', '**/password/forgot', 'Send me a link'],
] as const) {
  test(`${address}: empty, wrong, too often, sent`, long, async ({ page }) => {
    await page.goto(address);
    await expectGood(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText('Enter an email address like')).toBeVisible();
    await expectGood(page);
    await page.route(call, tooMany);
    await page.getByLabel('Email').fill('an.address.that.is.rather.long.for.a.phone@example.com');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toContainText('Too many attempts.');
    await expectGood(page);
    await page.unroute(call);
    await page.route(call, saying({ retry_after: 60 }));
    await page.reload();
    await page.getByLabel('Email').fill('an.address.that.is.rather.long.for.a.phone@example.com');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: /in 1 minute$/ })).toBeVisible();
    await expectGood(page);
  });
}

test('a new password: empty, short, refused, set', long, async ({ page }) => {
  await page.route('**/password/reset/check', saying({ state: 'ready', email: 'o…@example.com' }));
  await page.route(
    '**/password/reset',
    refusing('Please choose another.', { state: 'ready', field: 'password' }),
  );
  await page.goto('/reset-password?token=some-link');
  await expectGood(page);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Enter a password of at least 8 characters.')).toBeVisible();
  await expectGood(page);
  await page.getByLabel('New password', { exact: true }).fill('wattle-creek');
  await page.getByLabel('Confirm new password', { exact: true }).fill('wattle-creek');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Please choose another.')).toBeVisible();
  await expectGood(page);
  await page.unroute('**/password/reset');
  await page.route('**/password/reset', saying(null));
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expectGood(page);
});

test('a link to a new password that is of no use', long, async ({ page }) => {
  for (const state of ['used', 'expired', 'revoked', 'unknown']) {
    await page.route('**/password/reset/check', saying({ state, email: null }));
    await page.goto('/reset-password?token=some-link');
    await expect(page.getByRole('link', { name: 'Get a new link' })).toBeVisible();
    await expectGood(page);
    await page.unroute('**/password/reset/check');
  }
});

test('the security settings: loading, listed, refused', long, async ({ page }) => {
  await haveSession(page, 'technician');
  await page.route('**/api/sessions', () => {});
  await page.goto('/settings/security');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  // A control that is half covered by the bar of a phone is not too small.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectGood(page);
  await page.unroute('**/api/sessions');
  await page.reload();
  await expect(page.getByText('This browser')).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Enter the password you have now.')).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectGood(page);
});

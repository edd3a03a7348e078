import type { Browser, Page } from '@playwright/test';
import { expect, openAccount, password, signInAs, test } from './account.ts';
import { haveSession, long, signIn } from '../journey.ts';
import { hold } from './registration.ts';

const newPassword = 'ironbark-and-tin';

/** Another browser of the same person, signed in and looking at a page. */
async function elsewhere(browser: Browser, email: string, origin: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: origin });
  await signInAs(page.request, email);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible();
  return page;
}

test(
  'a browser that is signed out from here is out at once',
  long,
  async ({ page, browser, post, product }) => {
    const email = await openAccount(page, post);
    const other = await elsewhere(browser, email, product.url);
    const third = await elsewhere(browser, email, product.url);
    await page.goto('/');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await expect(page).toHaveTitle('Security · Muster');
    await expect(page.getByRole('heading', { name: 'Security' })).toBeFocused();

    const list = page.getByRole('list', { name: 'Where you’re signed in' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1);
    await list
      .getByRole('button', { name: /^Sign out Chrom/ })
      .first()
      .click();
    await expect(page.getByText('is signed out.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeFocused();
    await expect(list.getByRole('listitem')).toHaveCount(2);

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
    await expect(other).toHaveURL('/login?next=%2Fcustomers');
    await expect(third).toHaveURL('/login?next=%2Fcustomers');
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await Promise.all([other.close(), third.close()]);
  },
);

test('a new password ends every other session, keeps this one, and is mailed', async ({
  page,
  browser,
  post,
  product,
}) => {
  const email = await openAccount(page, post);
  const other = await elsewhere(browser, email, product.url);
  await page.goto('/settings/security');
  const current = page.getByLabel('Current password', { exact: true });
  const change = page.getByRole('button', { name: 'Change password' });

  await change.click();
  await expect(page.getByText('Enter the password you have now.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill('not the one');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
  await change.click();
  await expect(current).toHaveAccessibleDescription(
    'Your current password is wrong. Check it and try again.',
  );
  await expect(current).toBeFocused();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue(newPassword);

  await current.fill(password);
  await change.click();
  await expect(page.getByText('Your password has changed.')).toBeVisible();
  await expect(current).toHaveValue('');
  await expect(other).toHaveURL('/login?next=%2Fcustomers');
  await expect(other.getByRole('status')).toHaveText('Your session has ended. Sign in to continue.');
  await other.reload();
  await expect(other.getByRole('status')).toBeEmpty();
  await post.next(email, /^Your Muster password was changed$/);

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  await other.close();
});

test('staff look after their sign-in at the same address', long, async ({ page }) => {
  await signIn(page, 'staff', '/settings/security');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByText('This browser')).toBeVisible();
});

test(
  'a list that cannot be loaded says so, and the password can still be changed',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    await page.route('**/api/sessions', (route) =>
      route.fulfill({ status: 422, json: { code: 422, message: 'Not today.', data: null } }),
    );
    await page.goto('/settings/security');
    await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load your sessions' })).toBeVisible();
    await expect(page.getByLabel('Current password', { exact: true })).toBeVisible();
    await page.unroute('**/api/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This browser')).toBeVisible();
  },
);

test(
  'the list may arrive late, and moves nothing that somebody is about to press',
  long,
  async ({ page }) => {
    await signIn(page, 'technician');
    const arrive = await hold(page, '**/api/sessions');
    await page.goto('/settings/security');
    const change = page.getByRole('button', { name: 'Change password' });
    await change.waitFor();
    const before = await change.boundingBox();
    arrive();
    await expect(page.getByText('This browser')).toBeVisible();
    expect(await change.boundingBox()).toEqual(before);
  },
);

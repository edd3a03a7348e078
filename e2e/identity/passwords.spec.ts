import { askForReset, expect, newAddress, openAccount, resetLink, test } from './account.ts';
import { long } from '../journey.ts';

const newPassword = 'ironbark-and-tin';

test('a stranger’s address gets the same words as a known one', long, async ({ page, post }) => {
  const known = await openAccount(page, post);
  await page.context().clearCookies();
  for (const email of [known, newAddress()]) {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
    await expect(page.getByRole('main')).toContainText(`If ${email} has an account`);
    await expect(page.getByRole('button', { name: /^Send it again in/ })).toBeDisabled();
  }
  await page.reload();
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('alert')).toContainText('Too many attempts. Wait');
  await expect(page.getByRole('button', { name: /^Try again in/ })).toBeDisabled();
});

test('an address that cannot be one is named before anything is sent', long, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(sent).toEqual([]);
});

test('a new password: each refusal in words, and nothing typed is lost', async ({ page, post, context }) => {
  const email = await openAccount(page, post);
  await askForReset(page, email);
  const link = await resetLink(post, email);
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('main')).toContainText(/the old one of o….?@example\.com/);
  const first = page.getByLabel('New password', { exact: true });
  const second = page.getByLabel('Confirm new password', { exact: true });
  const set = page.getByRole('button', { name: 'Set new password' });

  await first.fill('short');
  await set.click();
  await expect(page.getByText('Enter a password of at least 8 characters.')).toBeVisible();
  await expect(first).toBeFocused();
  await first.fill(newPassword);
  await second.fill('ironbark-and-ton');
  await set.click();
  await expect(page.getByText('Enter the same password again.')).toBeVisible();
  await expect(second).toBeFocused();

  await first.fill('password1');
  await second.fill('password1');
  await set.click();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/too easy to guess/);
  await second.fill('password1 and more');
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await expect(first).toHaveValue('password1');

  await first.fill(newPassword);
  await second.fill(newPassword);
  await context.setOffline(true);
  await set.click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
  await expect(second).toHaveValue(newPassword);
  await context.setOffline(false);
  await set.click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has been used' })).toBeFocused();
});

test('every state of a link has its page and a way on', long, async ({ page }) => {
  const states = {
    used: 'This link has been used',
    expired: 'This link has expired',
    revoked: 'This link no longer works',
  };
  for (const [state, heading] of Object.entries(states)) {
    await page.route('**/password/reset/check', (route) =>
      route.fulfill({ json: { code: 800, message: '', data: { state, email: null } } }),
    );
    await page.goto('/reset-password?token=some-link');
    await expect(page.getByRole('heading', { name: heading })).toBeFocused();
    await expect(page).toHaveTitle(`${heading} · Muster`);
    await page.unroute('**/password/reset/check');
  }
  await page.goto('/reset-password?token=half-a-link');
  await expect(page.getByRole('heading', { name: 'We don’t recognise this link' })).toBeFocused();
  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'We don’t recognise this link' })).toBeVisible();
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('a password sent before the script ran is set once it does', long, async ({ page, post }) => {
  const email = await openAccount(page, post);
  await askForReset(page, email);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/reset-password-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(await resetLink(post, email), { waitUntil: 'commit' });
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).press('Enter');
  release();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
});

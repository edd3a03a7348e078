import { activationLink, expect, newAddress, password, resetLink, testOverSmtp as test } from './account.ts';
import { linkIn } from '../mail.ts';

const newPassword = 'ironbark-and-tin';

test('register, activate, sign in, sign out, forget the password, choose another, sign in', async ({
  page,
  mailed: { post },
}) => {
  const email = newAddress();
  await page.goto('/login');
  await page.getByRole('link', { name: 'New here? Register' }).click();
  await page.getByLabel('First name').fill('Olivia');
  await page.getByLabel('Last name').fill('Owner');
  await page.getByLabel('Phone').pressSequentially('0412345678');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Successfully Created.')).toBeVisible();
  await page.getByRole('link', { name: 'Didn’t get it?' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`We’ve sent a link to ${email}.`);

  await page.goto(await activationLink(post, email));
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeFocused();
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Olivia Owner').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  await expect(page.getByLabel('Business name')).toBeVisible();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(password);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await page.goto(await resetLink(post, email));
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  await page.goto('/');
  await expect(page).toHaveURL('/login');

  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('Your email or password is wrong.');
  await signIn(newPassword);
  const notice = await post.next(email, /^Your Muster password was changed$/);
  expect(linkIn(notice, '/forgot-password')).toBeTruthy();

  async function signIn(secret: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();
  }
});

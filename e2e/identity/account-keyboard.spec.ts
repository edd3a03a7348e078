import { long } from '../journey.ts';
import type { Locator } from '@playwright/test';
import { activationLink, expect, newAddress, password, resetLink, test } from './account.ts';

const newPassword = 'ironbark-and-tin';
const furthestTabs = 20;

test('the way into an account and back into it, with the keyboard alone', long, async ({ page, post }) => {
  const email = newAddress();
  await page.goto('/login');
  await follow(page.getByRole('link', { name: 'New here? Register' }));
  await type(page.getByLabel('First name'), 'Olivia');
  await type(page.getByLabel('Last name'), 'Owner');
  await type(page.getByLabel('Phone'), '0412345678');
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), password);
  await type(page.getByLabel('Confirm password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully Created.')).toBeVisible();

  await page.goto(await activationLink(post, email));
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeFocused();
  await follow(page.getByRole('button', { name: 'Activate and sign in' }));
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();

  await follow(page.getByRole('button', { name: /^Account/ }));
  await expect(page.locator('[role=menu] :focus, [role=menu]:focus')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Email')).toBeFocused();
  await follow(page.getByRole('link', { name: 'Forgot your password?' }));
  await type(page.getByLabel('Email'), email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();

  await page.goto(await resetLink(post, email));
  await type(page.getByLabel('New password', { exact: true }), newPassword);
  await type(page.getByLabel('Confirm new password', { exact: true }), newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
  await follow(page.getByRole('link', { name: 'Sign in' }));
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome, Olivia' })).toBeVisible();

  /** Moves the focus there with Tab, as a person without a mouse does. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let tabs = 0; tabs < furthestTabs; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  }

  async function follow(target: Locator): Promise<void> {
    await reach(target);
    await page.keyboard.press('Enter');
  }

  async function type(field: Locator, text: string): Promise<void> {
    await reach(field);
    await page.keyboard.type(text);
  }
});

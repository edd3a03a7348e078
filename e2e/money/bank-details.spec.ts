import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';

test.use({ business: 'scheduler' });

test('an owner says where invoices are paid to, with the password again, and is mailed about it', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  await page.goto('/settings/bank-details');
  await page.getByLabel('Account name').fill('Bright Sparks Pty Ltd');
  await page.getByLabel('BSB').fill('06200');
  await page.getByLabel('Account number').fill('1234 5678');
  await page.getByLabel('PayID').fill('0412345678');
  await page.getByRole('button', { name: /Save bank details/ }).click();
  await expect(page.getByLabel('Your password', { exact: true })).toBeFocused();
  await expect(page.getByText('Enter your password to save.')).toBeVisible();
  await page.getByLabel('Your password', { exact: true }).fill('not-mine');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('BSB')).toBeFocused();
  await page.getByLabel('BSB').fill('062 000');
  await page.getByRole('button', { name: /Save bank details/ }).click();
  await expect(page.getByText('Your current password is wrong. Check it and try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your password', { exact: true }).fill('muster-demo');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. We’ve emailed every owner.')).toBeVisible();
  await expect(page.getByLabel('BSB')).toHaveValue('062-000');
  await expect(page.getByLabel('PayID')).toHaveValue('0412 345 678');
  await expect(page.getByLabel('Your password', { exact: true })).toHaveCount(0);
  await page.goto('/inbox');
  await expect(page.getByText('The bank details on your invoices').first()).toBeVisible();
});

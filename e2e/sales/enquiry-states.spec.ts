import { expectAccessible } from '../accessible.ts';
import { calls, field, fillIn, send } from './enquiry.ts';
import { expect, long, test } from '../journey.ts';
import { moved } from '../movement.ts';
import { hold, notification } from '../identity/registration.ts';

test('the enquiry is for everybody, in each of its states', async ({ page }) => {
  const releaseIndustries = await hold(page, calls.industries);
  await page.goto('/enquiry');
  await expectAccessible(page);
  releaseIndustries();
  await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
  await send(page);
  await expect(notification(page, 'error')).toBeVisible();
  await expectAccessible(page);

  await fillIn(page);
  await expectAccessible(page);
  const release = await hold(page, calls.store);
  await send(page);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(notification(page, 'success')).toBeVisible();
  await expectAccessible(page);
});

test('the enquiry is for everybody, without its industries', long, async ({ page }) => {
  await page.route(calls.industries, (route) => route.abort());
  await page.goto('/enquiry');
  await expect(page.getByText('We couldn’t load the industries.')).toBeVisible();
  await expectAccessible(page);
  await send(page);
  await expect(page.getByText('Please fill all the fields!')).toBeVisible();
  await expectAccessible(page);
});

test('nothing moves while the page loads, nor when the industries arrive', long, async ({ page }) => {
  const release = await hold(page, calls.industries);
  await page.goto('/enquiry');
  release();
  await expect(field(page, 'Industry').locator('option').nth(1)).toBeAttached();
  expect(await moved(page)).toEqual([]);
});

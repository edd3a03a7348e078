import { expectAccessible } from '../accessible.ts';
import { expect, test, long } from '../journey.ts';
import { moved } from '../movement.ts';
import { calls, field, fillIn, hold, notification, send } from './registration.ts';

test('the registration is for everybody, in each of its states', async ({ page }) => {
  const releasePlans = await hold(page, calls.plans);
  await page.goto('/register');
  await expectAccessible(page);
  releasePlans();
  await expect(page.getByText('1 technician, ')).toBeVisible();
  await send(page);
  await expect(notification(page, 'error')).toBeVisible();
  await expectAccessible(page);

  await fillIn(page, { Email: 'everybody@example.com' });
  await field(page, 'Password').fill('tractor82');
  await field(page, 'Confirm password').fill('tractor82');
  await expectAccessible(page);
  const release = await hold(page, calls.register);
  await send(page);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(notification(page, 'success')).toBeVisible();
  await expectAccessible(page);
});

test('nothing moves while the page loads, nor when the plan arrives', long, async ({ page }) => {
  const release = await hold(page, calls.plans);
  await page.goto('/register?plan=fleet');
  await expect(page.getByText('Plan: fleet')).toBeVisible();
  release();
  await expect(page.getByText('25 technicians, $499 a month including GST')).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';

test.use({ purpose: 'board', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the board is a list, technician by technician', async ({ page }) => {
  await signIn(page, 'dispatcher');
  await expect(page.getByRole('region', { name: 'Unscheduled visits' })).toBeVisible();
  await page.getByRole('region', { name: 'Dave Kowalski' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: /^J-/ })).toBeVisible();
  await expectAccessible(page);
});

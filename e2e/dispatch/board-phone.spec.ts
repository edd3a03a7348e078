import { addVisit } from './board.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';

test.use({ business: 'board', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone the board is a list, technician by technician', async ({ page }) => {
  await signIn(page, 'dispatcher');
  const dave = page.getByRole('region', { name: 'Dave Kowalski' });
  await dave.getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /^J-/ })).toBeVisible();
  await expectAccessible(page);
});

test(
  'what waits, what needs a decision and what was done are a tab away on a phone',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher');
    const visit = await addVisit(page.context());
    await page.getByRole('tab', { name: /^Unscheduled/ }).click();
    const waiting = page.getByRole('region', { name: 'Unscheduled visits' });
    await expect(waiting.getByRole('button', { name: new RegExp(visit.name) })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: /^Attention/ }).click();
    await expect(page.locator('.attention')).toBeVisible();
    await expectAccessible(page);
    await page.locator('.attention').getByRole('button', { name: 'Find a slot' }).first().click();
    const slots = page.getByRole('dialog', { name: /^Find a slot/ });
    await expect(slots).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.locator('.changes__one').first()).toContainText(`added the job J-${visit.number}`);
  },
);

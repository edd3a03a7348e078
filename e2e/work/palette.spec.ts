import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ business: 'scheduler' });

test(
  'its key is heard while it is being loaded, and the page that opens below leaves it the focus',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher');
    const field = page.getByRole('textbox', { name: 'Search or start anything' });
    const letPaletteArrive = await hold(page, /\/palette-[^/]*\.js$/);
    const letJobArrive = await hold(page, /\/job-new-[^/]*\.js$/);
    await page.goto('/technicians');
    await expect(page.getByRole('heading', { name: 'Technicians' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await letPaletteArrive();
    await expect(field).toBeFocused();

    await page.keyboard.type('new job');
    await expect(page.locator('[data-selected]')).toContainText('New job');
    await page.keyboard.press('Enter');
    await expect(field).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await letJobArrive();
    await expect(page.locator('h2', { hasText: 'New job' })).toBeVisible();
    await page.keyboard.type('dark');
    await expect(field).toHaveValue('dark');
  },
);

/** Keeps a file of the page on its way until the answer is called. */
async function hold(page: Page, file: RegExp): Promise<() => Promise<void>> {
  const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: hear } = Promise.withResolvers<void>();
  await page.route(file, async (route) => {
    hear();
    await mayArrive;
    await route.continue();
  });
  return async () => {
    await isAsked;
    letArrive();
  };
}

test('anything is found and started by keyboard alone, and what was opened lately is first', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'dispatcher');
  const { data } = await call(page.context(), 'POST', '/customers', { name: `Wattle ${word}` });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Search or start anything' });
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await expect(page.locator('[data-selected]')).toContainText(`Wattle ${word}`);
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers/${data.row.id}`);
  await expect(page.getByRole('dialog', { name: `Wattle ${word}` })).toContainText('None booked.');

  await page.keyboard.press('Control+k');
  await expect(page.locator('[data-selected]')).toContainText(`Wattle ${word}`);
  await page.keyboard.type('new job');
  await expect(page.locator('[data-selected]')).toContainText('New job');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jobs\/new/);
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('dark');
  await expect(page.locator('[data-selected]')).toContainText('Switch to dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

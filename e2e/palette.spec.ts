import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ purpose: 'scheduler' });

test('anything is found and started by keyboard alone, and what was opened lately is first', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'dispatcher');
  const { data } = await call(page.context(), 'POST', '/customers', { name: `Wattle ${word}` });
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Find anything, or start anything' });
  await expect(field).toBeFocused();
  await page.keyboard.type(word);
  await expect(page.locator('[data-selected]')).toContainText(`Wattle ${word}`);
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/customers/${data.row.id}`);
  await expect(
    page.getByRole('dialog', { name: `Wattle ${word}` }).getByLabel('Name', { exact: true }),
  ).toHaveValue(`Wattle ${word}`);

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

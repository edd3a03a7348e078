import { expect, test } from './journey.ts';

test('the welcome mail has arrived and can be read without signing in', async ({ page }) => {
  await page.goto('/inbox');
  await page
    .getByRole('list', { name: 'Mails' })
    .getByRole('link', { name: /welcome/i })
    .first()
    .click();
  await expect(page.getByRole('article').getByRole('heading', { name: /welcome/i })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?mail=/);
  await page.reload();
  await expect(page.getByRole('article').getByRole('heading', { name: /welcome/i })).toBeVisible();
});

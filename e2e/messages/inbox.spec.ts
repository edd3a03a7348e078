import type { Locator, Page } from '@playwright/test';
import { expect, long, test } from '../journey.ts';

/** Other journeys cause mails, too; this one is always there. */
function welcome(page: Page): Locator {
  return page
    .getByRole('list', { name: 'Emails' })
    .getByRole('link', { name: /welcome/i })
    .first();
}

test('the welcome mail has arrived and can be read without signing in', async ({ page }) => {
  await page.goto('/inbox');
  await welcome(page).click();
  await expect(page.getByRole('article').getByRole('heading', { name: /welcome/i })).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?mail=/);
  await page.reload();
  await expect(page.getByRole('article').getByRole('heading', { name: /welcome/i })).toBeVisible();
  // As a mail program shows it, as tall as it is; its links leave the frame.
  const frame = page.locator('iframe[title="The email"]');
  const mail = frame.contentFrame();
  await expect(mail.getByText('Muster').first()).toBeVisible();
  await expect.poll(async () => (await frame.boundingBox())!.height).toBeGreaterThan(300);
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Text').click();
  await expect(frame).toBeHidden();
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Dark').click();
  await mail.getByRole('link').first().click();
  await expect(page).not.toHaveURL(/\/inbox/);
});

test('a mail that is not there says so and leads to the others', long, async ({ page }) => {
  for (const id of ['0193e5a0-0000-7000-8000-00000000ffff', 'half-a-link']) {
    await page.goto(`/inbox?mail=${id}`);
    await expect(page.getByRole('heading', { name: 'Email not found' })).toBeVisible();
    await page.getByRole('link', { name: 'See all emails' }).click();
    await expect(page.getByRole('list', { name: 'Emails' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Muster' }).click();
  await expect(page).toHaveURL('/login');
});

test(
  'a mail that failed while the server was away is there once it is back',
  long,
  async ({ page, context }) => {
    await page.route('**/api/mails/*', (route) => route.abort());
    await page.goto('/inbox');
    await welcome(page).click();
    await expect(page.getByRole('heading', { name: 'We couldn’t load this email' })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('Connection lost.')).toBeVisible({ timeout: 15_000 });

    await page.unroute('**/api/mails/*');
    await context.setOffline(false);
    await expect(page.getByRole('article').getByRole('heading', { name: /welcome/i })).toBeVisible({
      timeout: 15_000,
    });
    await expect(page.getByText('Connection lost.')).toBeHidden();
  },
);

test('where there is room, the newest mail is open at once', long, async ({ page, isMobile }) => {
  await page.goto('/inbox');
  await expect(page.getByRole('list', { name: 'Emails' })).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible({ visible: !isMobile });
  await expect(page.locator('[aria-current=page]')).toHaveCount(isMobile ? 0 : 1);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call, ownWord } from '../work/technicians.ts';
import { finishedVisit } from './finished-visit.ts';

test.use({ business: 'scheduler' });

const DAY_MS = 86_400_000;
const cases = [
  { place: 'at a desk', size: { width: 1440, height: 900 }, scheme: 'light', tag: {} },
  { place: 'on a phone, in the dark', size: { width: 390, height: 844 }, scheme: 'dark', tag: long },
] as const;

for (const { place, size, scheme, tag } of cases)
  test.describe(place, () => {
    test.use({ viewport: size, colorScheme: scheme });

    test(
      'a bookkeeper invoices a visit, sends it, records a part, reminds, records the rest, credits and refunds',
      tag,
      async ({ page }) => {
        await haveSession(page, 'owner');
        const context = page.context();
        const [robin, customer] = [await addTechnician(context), await addCustomer(context)];
        const path = `/customers/${customer.id}`;
        const { data: known } = await call(context, 'GET', path);
        const email = `${ownWord().toLowerCase()}@example.com`;
        await call(context, 'PATCH', path, { version: known.row.version, email });
        await call(context, 'PATCH', `${path}/terms`, { version: 0, terms_days: 0 });
        const { number } = await finishedVisit(context, { customer, technician: robin.id });
        await context.clearCookies();

        await signIn(page, 'bookkeeper', `/jobs/${number}`);
        await page.getByRole('button', { name: 'Invoice 1 visit' }).click();
        await page.getByRole('button', { name: 'Issue…' }).click();
        const issuing = page.getByRole('dialog', { name: 'Issue this invoice?' });
        const weekAgo = new Date(Date.now() - 7 * DAY_MS);
        await issuing.getByLabel('Date').fill(weekAgo.toLocaleDateString('en-AU'));
        await page.keyboard.press('Tab');
        await issuing.getByRole('button', { name: 'Issue' }).click();
        const owing = page.getByRole('region', { name: 'Owing' });
        await expect(owing).toContainText('Still to pay$236.50');
        await expectFits(page);

        const dialog = page.getByRole('dialog');
        await page.getByRole('button', { name: /^Send/ }).click();
        await dialog.getByRole('button', { name: 'Send', exact: true }).click();
        const timeline = page.getByRole('region', { name: 'Timeline' });
        await expect(timeline).toContainText(`Emailed to ${customer.name}`);

        await page.getByRole('button', { name: /^Record payment/ }).click();
        await dialog.getByLabel('Amount').fill('100');
        await dialog.getByRole('button', { name: 'Bank transfer' }).click();
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(owing).toContainText('Still to pay$136.50');

        await act(page, 'Remind', size.width);
        await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(
          'part of it is still to pay',
        );
        await dialog.getByRole('button', { name: 'Send the reminder' }).click();
        await expect(timeline).toContainText('Reminder emailed to');

        await page.getByRole('button', { name: /^Record payment/ }).click();
        await expect(dialog.getByLabel('Amount')).toHaveValue('136.50');
        await dialog.getByRole('button', { name: 'Cash' }).click();
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(owing).toContainText('Paid$236.50');

        await act(page, 'Credit', size.width);
        await dialog.getByRole('button', { name: 'An amount' }).click();
        await dialog.getByLabel('Amount including GST').fill('50');
        await dialog.getByRole('button', { name: 'Issue credit note' }).click();
        // Each stands where it was written down, though payments have a day alone.
        await expect(timeline.getByRole('listitem').last()).toContainText(/Credited by CR-\d+\$50\.00/);
        await expectAccessible(page);
        await timeline.getByRole('link', { name: /^Credited by/ }).click();
        await act(page, 'Refund', size.width);
        await expect(dialog.getByLabel('Amount')).toHaveValue('50.00');
        await dialog.getByRole('button', { name: 'Record refund' }).click();
        await expect(page.getByRole('region', { name: 'Credit' })).toContainText('Used');
        await expectFits(page);
      },
    );
  });

/** What is not the main thing lies behind the dots where there is little room. */
async function act(page: Page, label: string, width: number): Promise<void> {
  if (width >= 1240) return page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** Nothing runs off the side of the screen. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
}

import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';

test.use({ business: 'scheduler' });

const dollars = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.−]/g, '').replace('−', '-'));

test('whoever keeps the books finds the GST of a quarter, what it comes from, and files for their program', async ({
  page,
}) => {
  await haveSession(page, 'bookkeeper');
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'More actions for invoices' }).click();
  await page.getByRole('menuitem', { name: 'GST and exports' }).click();
  await expect(page.getByRole('heading', { name: 'GST and exports' })).toBeFocused();
  const figures = page.getByRole('region', { name: 'GST on sales' });
  const gst = figures.locator('dd').first();
  await expect(gst).toHaveText(/^\$\d/);
  await expectAccessible(page);

  // Each of its lines is told, and together they are the figure.
  const entries = page.getByRole('table', { name: 'What it comes from' });
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(more).toHaveCount(0);
  const lines = await entries.locator('tbody td:last-child').allTextContents();
  expect(lines.length).toBeGreaterThan(5);
  const sum = lines.reduce((total, text) => total + dollars(text), 0);
  expect(sum).toBeCloseTo(dollars(await gst.textContent()), 2);

  const byCash = await gst.textContent();
  await page.getByText('Accrual', { exact: true }).click();
  await expect(gst).not.toHaveText(byCash!);
  await expect(page).toHaveURL(/basis=accrual/);
  const quarter = await page.getByRole('heading', { level: 2 }).first().textContent();
  await page.getByRole('button', { name: 'Period before' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(quarter!);
  await page.getByRole('button', { name: 'Period after' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(quarter!);
  await page.getByRole('button', { name: 'Period after' }).click();
  await expect(page.getByText('This period isn’t over')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Period after' })).toBeDisabled();
  await page.getByRole('button', { name: 'Period before' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(quarter!);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download Xero invoices' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const invoices = new Set(file.match(/INV-\d+/g));
  await expect(page.getByText(new RegExp(`^${invoices.size} invoices?`))).toBeVisible();
  await entries.getByRole('link').first().click();
  await expect(page.getByRole('article')).toBeVisible();
});

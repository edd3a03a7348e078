import { expectAccessible } from '../accessible.ts';
import { expect, signIn, test } from '../journey.ts';
import { call, ownWord } from '../work/technicians.ts';

test.use({ business: 'scheduler' });

test('open invoices of another program come in from the list, with what is wrong with a row said, and are owed with their own numbers', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'owner', '/invoices');
  await call(page.context(), 'POST', '/customers', { name: `Ann ${word}` });
  await page.getByRole('button', { name: 'More actions for invoices' }).click();
  await expect(page.getByRole('menuitem', { name: 'Export as CSV' })).toHaveAttribute(
    'href',
    /\/invoices\.csv\?sort=-created$/,
  );
  await page.getByRole('menuitem', { name: 'Import invoices…' }).click();
  const row = (number: string, due: string) =>
    `Ann ${word}\tOLD-${word}-${number}\t1/10/2026\t${due}\t\t100.00`;
  await page
    .getByLabel('Or paste from a spreadsheet')
    .fill(`Contact\tInvoice no\tDate\tBalance\tGST\tTotal\n${row('1', '440.00')}\n${row('2', '60.00')}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('More is owed than the total.')).toBeVisible();
  await expect(page.getByText('1 row is left out.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 invoice' }).click();
  await expect(page.getByText('1 invoice imported', { exact: true })).toBeVisible();

  await page.goto(`/invoices?search=${word}`);
  const listed = page.getByRole('row', { name: new RegExp(`OLD-${word}-2`) });
  await expect(listed).toContainText('$60.00');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search or start anything').fill(`old-${word}`);
  await expect(page.getByText(`Ann ${word} · $60.00`)).toBeVisible();
  await page.getByText(`OLD-${word}-2`).last().click();
  await expect(page.getByText(`Balance of invoice OLD-${word}-2`).first()).toBeVisible();
});

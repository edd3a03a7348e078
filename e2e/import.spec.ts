import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ purpose: 'scheduler' });

test('a table of customers is matched, corrected, imported as one, and taken back as one', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'owner', '/import/customers');
  await page
    .getByLabel('Or paste from a spreadsheet')
    .fill(`Who\tMobile\tSuburb\nAnn ${word}\t0412 000 001\tNowhere\nBen ${word}\t0412 000 002\tRyde`);
  await page.getByRole('button', { name: 'Look at it' }).click();
  await expect(page.getByText('Choose the column that holds Name.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Column Who is' }).click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await expect(page.getByText('There is no suburb “Nowhere”.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Choose another table' }).click();
  const buffer = Buffer.from(`Name,Mobile\nAnn ${word},0412 000 001\nBen ${word},0412 000 002\n`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import 2 customers' }).click();
  await expect(page.getByText('2 customers are imported', { exact: true })).toBeVisible();
  const count = async () =>
    (await call(page.context(), 'GET', `/customers?search=${word}`)).data.rows.length as number;
  expect(await count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  expect(await count()).toBe(0);
});

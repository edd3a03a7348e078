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
  await expect(page.getByText(/^Undone: imported /)).toBeVisible();
  expect(await count()).toBe(0);
});

test('a row that looks like a customer who is there is pointed out, and left out unless it is wanted', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'owner', '/import/customers');
  await call(page.context(), 'POST', '/customers', { name: `Ann ${word}`, email: `${word}@example.com` });
  await page
    .getByLabel('Or paste from a spreadsheet')
    .fill(`Name\tEmail\nAnna ${word}\t${word}@example.com\nCyd ${word}\t`);
  await page.getByRole('button', { name: 'Look at it' }).click();
  const mark = `Anna ${word} looks like Ann ${word}: same email.`;
  await expect(page.getByRole('rowheader', { name: /^2.*looks like what is there/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: mark })).toBeVisible();
  await expectAccessible(page);
  const leaveOut = page.getByLabel('Leave out what is already there');
  await leaveOut.setChecked(false);
  await expect(page.getByRole('button', { name: 'Import 2 customers' })).toBeVisible();
  await leaveOut.setChecked(true);
  await page.getByRole('button', { name: 'Import 1 customer' }).click();
  await expect(page.getByText(/^One row was left out/)).toBeVisible();
  const { data } = await call(page.context(), 'GET', `/customers?search=${word}`);
  expect((data.rows as { name: string }[]).map(({ name }) => name)).toEqual([`Ann ${word}`, `Cyd ${word}`]);
  await page.goto('/history');
  await expect(page.getByText('imported one customer').first()).toBeVisible();
});

import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ business: 'scheduler' });

test('a table of customers is matched, corrected, imported as one, and taken back as one', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'owner', '/import/customers');
  await page
    .getByLabel('Or paste from a spreadsheet')
    .fill(`Who\tMobile\tSuburb\nAnn ${word}\t0412 000 001\tNowhere\nBen ${word}\t0412 000 002\tRyde`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Choose the column for Name.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Column Who is' }).click();
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  await expect(page.getByText('We couldn’t find the suburb “Nowhere”.')).toBeVisible();
  await expect(page.getByText('1 row is left out.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Choose another file' }).click();
  const workbook = Buffer.from('PK\x03\x04\x14\x00\x06\x00');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.xlsx', mimeType: 'application/octet-stream', buffer: workbook });
  await expect(page.getByText(/^customers\.xlsx isn’t a CSV file, so nothing was imported\./)).toBeVisible();
  const buffer = Buffer.from(`Name,Mobile\nAnn ${word},0412 000 001\nBen ${word},0412 000 002\n`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(page.getByText('2 rows imported', { exact: true })).toBeVisible();
  const count = async () =>
    (await call(page.context(), 'GET', `/customers?search=${word}`)).data.rows.length as number;
  expect(await count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText(/^Undone: imported /)).toBeVisible();
  expect(await count()).toBe(0);
});

test(
  'a draft that is left with columns matched by hand is there again, and so is one that is left before it is read',
  long,
  async ({ page }) => {
    const word = ownWord();
    await signIn(page, 'owner', '/import/customers');
    await page.getByLabel('Or paste from a spreadsheet').fill(`Who\tMobile\nAnn ${word}\t0412 000 001`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('combobox', { name: 'Column Who is' }).click();
    await page.getByRole('option', { name: 'Name', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeEnabled();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    const drafts = page.getByRole('region', { name: 'Unfinished imports' });
    const open = drafts.getByRole('button', { name: 'Continue' }).first();
    await expect(open).toBeVisible();

    // Nobody is told what the file holds until it is left.
    await page.route('**/imports/*/preview*', () => undefined);
    await page.reload();
    await open.click();
    await expect(page.getByText('Reading the file')).toBeAttached();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await open.click();
    await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  },
);

test(
  'a bad row is fixed, one is skipped and one decided on; nothing is lost on reload, and what is left out is named',
  long,
  async ({ page }) => {
    const word = ownWord();
    await signIn(page, 'owner', '/import/customers');
    await call(page.context(), 'POST', '/customers', { name: `Ann ${word}`, email: `${word}@example.com` });
    await page
      .getByLabel('Or paste from a spreadsheet')
      .fill(
        [
          'Name\tEmail\tPhone\tAddress\tSuburb',
          `Bad ${word}\t\t\t1 Long St\tMarickville NSW`,
          `Skip ${word}\t\t++\t\t`,
          `Anna ${word}\t${word}@example.com\t\t2 Long St\tRyde NSW 2112`,
          `Cyd ${word}\t\t\t\t`,
        ].join('\n'),
      );
    await page.getByRole('button', { name: 'Preview' }).click();
    const row = (number: number) => page.getByRole('article', { name: `Row ${number}`, exact: true });
    await row(2).getByRole('button', { name: 'Marrickville NSW 2204?' }).click();
    await expect(row(2)).toBeHidden();
    await row(3).getByRole('button', { name: 'Skip row' }).click();
    await expect(row(4).getByText(`Anna ${word} looks like Ann ${word}: same email.`)).toBeVisible();
    await expectAccessible(page);
    await row(4).getByRole('button', { name: 'Add as a site' }).click();
    await expect(page.getByRole('button', { name: 'Import 3 rows' })).toBeVisible();
    await page.reload();
    await expect(row(4).getByRole('button', { name: 'Add as a site', pressed: true })).toBeVisible();
    await page.getByRole('button', { name: 'Import 3 rows' }).click();
    await expect(page.getByText('3 rows imported', { exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: `Row 3 Skip ${word}` })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('customers-left-out.csv');
    const { data } = await call(page.context(), 'GET', `/customers?search=${word}`);
    expect(
      (data.rows as { name: string; site_count: number }[]).map(
        ({ name, site_count }) => `${name} ${site_count}`,
      ),
    ).toEqual([`Ann ${word} 1`, `Bad ${word} 1`, `Cyd ${word} 0`]);
  },
);

test(
  'rows that look like customers who are there are left out or taken, all the same or one by one',
  long,
  async ({ page }) => {
    const word = ownWord();
    await signIn(page, 'owner', '/import/customers');
    await call(page.context(), 'POST', '/customers', { name: `Ann ${word}`, email: `${word}@example.com` });
    const names = Array.from({ length: 25 }, (_, at) => `Anna ${at} ${word}\t${word}@example.com`);
    await page
      .getByLabel('Or paste from a spreadsheet')
      .fill(['Name\tEmail', ...names, `Cyd ${word}\t`].join('\n'));
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('rowheader', { name: /^2.*looks like a duplicate/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Look alike (25)' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
    await page.getByRole('combobox', { name: 'The same for all' }).click();
    await page.getByRole('option', { name: 'Add as new' }).click();
    await expect(page.getByRole('button', { name: 'Import 26 rows' })).toBeVisible();
    await page.getByRole('button', { name: 'Page 2' }).click();
    const last = page.getByRole('article', { name: 'Row 26' });
    await last.getByRole('button', { name: 'Leave out' }).click();
    await page.getByRole('button', { name: 'Import 25 rows' }).click();
    await expect(page.getByText(/^1 row was left out/).first()).toBeVisible();
    await page.goto('/import/customers');
    await expect(page.getByText('Unfinished imports')).toBeHidden();
  },
);

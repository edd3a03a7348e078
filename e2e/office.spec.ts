import type { Page } from '@playwright/test';
import { expect, signIn, test } from './journey.ts';
import { change, column, enquire, found, history, live, moveTo, open, ownWord } from './office.ts';

async function names(page: Page): Promise<string[]> {
  return page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents();
}

test('staff find an enquiry on the board and in the table, and the address keeps what they look at', async ({
  page,
  request,
}) => {
  const word = ownWord();
  for (const [name, licenses_required] of [
    ['Banksia', 3],
    ['Acacia', 12],
    ['Correa', 1],
  ] as const)
    await enquire(request, { name: `${name} ${word}`, licenses_required });

  await signIn(page, 'staff');
  await page.getByLabel('Search').fill(word);
  await expect(page).toHaveURL(`/office?search=${word}`);
  await expect(column(page, 'New').getByRole('link')).toHaveCount(3);
  await page.getByRole('link', { name: 'Table' }).click();
  await expect(page).toHaveURL(`/office?search=${word}&view=table`);
  await expect(page.getByRole('status').getByText('3 enquiries')).toBeVisible();
  expect(await names(page)).toEqual([`Correa ${word}`, `Acacia ${word}`, `Banksia ${word}`]);

  await page.getByRole('link', { name: 'Licences' }).click();
  await expect(page.getByRole('columnheader', { name: 'Licences' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect.poll(() => names(page)).toEqual([`Correa ${word}`, `Banksia ${word}`, `Acacia ${word}`]);
  await page.getByRole('link', { name: 'Licences' }).click();
  await expect.poll(() => names(page)).toEqual([`Acacia ${word}`, `Banksia ${word}`, `Correa ${word}`]);
  await expect(page).toHaveURL(/sort=-licences/);

  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue(word);
  await expect.poll(() => names(page)).toEqual([`Acacia ${word}`, `Banksia ${word}`, `Correa ${word}`]);
  await page.getByRole('link', { name: `Banksia ${word}` }).click();
  await expect(page.getByRole('heading', { name: `Banksia ${word}` })).toBeFocused();
  await page.getByRole('link', { name: 'All enquiries' }).click();
  await expect(page).toHaveURL(/sort=-licences/);

  await page.getByLabel('State', { exact: true }).selectOption('Won');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'See all enquiries' }).click();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(page).toHaveURL('/office?view=table&sort=-licences');
});

test('what does not fit on a page is on the next one', async ({ page, request }) => {
  const word = ownWord();
  await Promise.all(Array.from({ length: 51 }, () => enquire(request, { name: `Grevillea ${word}` })));
  await signIn(page, 'staff');
  await page.goto(`/office?search=${word}`);
  await page.getByRole('link', { name: 'See all 51 in the table' }).click();
  await expect(page).toHaveURL(/state=new/);
  await expect(page.getByRole('status').getByText('51 enquiries')).toBeVisible();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('51 to 51')).toBeVisible();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1);
  // Another order begins at its beginning.
  await page.getByRole('link', { name: 'Name' }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50);
  await expect(page).not.toHaveURL(/page=/);
});

test('an enquiry goes on step by step, is lost with a reason, and may come back', async ({
  page,
  request,
}) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.getByRole('button', { name: 'Mark as contacted' }).click();
  await expect(history(page).first()).toContainText('New → Contacted');
  await expect(history(page).first()).toContainText('Sam Staff');
  await expect(page.getByRole('button', { name: 'Mark as won' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as qualified' }).click();
  await expect(history(page).first()).toContainText('Contacted → Qualified');

  await page.getByRole('button', { name: 'Mark as lost…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why was it lost?' });
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await expect(dialog.getByText('Say in a few words why it was lost.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Went with a calendar on the wall');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Mark as lost…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Went with a calendar on the wall');
  await dialog.getByRole('button', { name: 'Mark as lost' }).click();
  await expect(history(page).first()).toContainText('Qualified → Lost');
  await expect(page.getByRole('definition').filter({ hasText: 'Went with a calendar' })).toBeVisible();
  await expect(page.getByText('Nothing is due any more.')).toBeVisible();

  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(history(page).first()).toContainText('Lost → New');
});

test('the keyboard alone takes an enquiry on, and keeps its place', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.getByRole('button', { name: 'Mark as contacted' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Mark as qualified' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mark as qualified' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('No longer in business');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeFocused();
});

test('two changes in a row are one after the other', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
    press('Take it');
    press('Mark as contacted');
  });
  await expect(history(page)).toHaveText([/New → Contacted/, /Sam Staff looks after it/, /Arrived/]);
});

test('somebody looks after it until a time, and what is overdue stands out', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await open(page, asked);
  await expect(page.getByText(/^due in/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Take it' }).click();
  await expect(history(page).first()).toContainText('Sam Staff looks after it');
  await expect(page.getByLabel('Owner').locator('option:checked')).toHaveText('Sam Staff');

  await page.getByLabel('Due').fill('2026-01-05T09:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(history(page).first()).toContainText('Now due Mon, 5 Jan, 9:30 am');
  await expect(page.getByText(/overdue$/).first()).toBeVisible();

  await page.goto(`/office?search=${asked.reference}`);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toContainText(/overdue/);
  await page.getByLabel('Overdue only').check();
  await expect(page).toHaveURL(/overdue=true/);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toBeVisible();
  await page.getByLabel('Owner').selectOption('Nobody’s yet');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('when somebody was faster it says so, and what was typed is still there', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  await page.route(live, (route) => route.abort());
  await open(page, asked);
  await page.getByLabel('Add a note').fill('Rang twice, no answer');
  await change(page.context(), asked, 'state', { state: 'contacted' });

  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody was faster' })).toBeVisible();
  await expect(history(page).first()).toContainText('New → Contacted');
  await expect(page.getByLabel('Add a note')).toHaveValue('Rang twice, no answer');
  await page.reload();
  await expect(page.getByLabel('Add a note')).toHaveValue('Rang twice, no answer');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(history(page).first()).toContainText('Rang twice, no answer');
  await expect(page.getByLabel('Add a note')).toHaveValue('');
});

test('two of staff see each other’s changes as they happen', async ({ page, browser, baseURL, request }) => {
  const word = ownWord();
  const asked = await enquire(request, { name: `Telopea ${word}` });
  await signIn(page, 'staff');
  await page.goto(`/office?search=${word}`);
  await expect(column(page, 'New').getByRole('link')).toHaveCount(1);
  const context = await browser.newContext({ baseURL: baseURL! });
  const other = await context.newPage();
  await signIn(other, 'staff');
  await open(other, asked);

  await other.getByRole('button', { name: 'Mark as contacted' }).click();
  await expect(column(page, 'Contacted').getByRole('link', { name: asked.name })).toBeVisible();
  await enquire(request, { name: `Boronia ${word}` });
  await expect(column(page, 'New').getByRole('link', { name: `Boronia ${word}` })).toBeVisible();

  await page.getByRole('link', { name: asked.name }).click();
  await page.getByLabel('Add a note').fill('They ring back on Monday');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(history(other).first()).toContainText('They ring back on Monday');
  await context.close();
});

test('an enquiry shows who else may be the same, and brings a mail with its reference', async ({
  page,
  request,
}) => {
  const first = await enquire(request);
  const second = await enquire(request, { email: first.email });
  await signIn(page, 'staff');
  await open(page, second);
  await expect(page.getByRole('link', { name: 'Write a mail' })).toHaveAttribute(
    'href',
    `mailto:${second.email}?subject=Your%20Muster%20enquiry%20${second.reference}`,
  );
  const duplicates = page.getByRole('list', { name: 'Possible duplicates' });
  await expect(duplicates.getByRole('listitem')).toHaveText([/same email/]);
  await duplicates.getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { name: first.name })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: first.email })).toBeVisible();
});

test('the export holds what is looked at, and no more', async ({ page, request }) => {
  const asked = await enquire(request, { name: '=1+1 Plumbing' });
  await enquire(request);
  await signIn(page, 'staff');
  await page.goto(`/office?search=${asked.reference}&view=table`);
  await expect(page.getByRole('status').getByText('One enquiry')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await download).createReadStream();
  const lines = (await file.toArray()).join('').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${asked.reference}"`);
  expect(lines[1]).toContain(`"'=1+1 Plumbing"`);
});

test('the figures can be read as tables', async ({ page, request }) => {
  await moveToContacted();
  await page.goto('/office');
  const figure = page.getByRole('figure', { name: /^By state/ });
  await figure.getByText('As a table').click();
  const counts = await figure.getByRole('row').getByRole('cell').allTextContents();
  expect(counts).toHaveLength(7);
  const total = counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0);
  await expect(figure.getByRole('caption').or(figure.locator('figcaption'))).toContainText(
    `${total.toLocaleString('en-AU')} in all`,
  );
  const times = page.getByRole('figure', { name: /^Time to first contact/ });
  await times.getByText('As a table').click();
  await expect(times.getByRole('row').last().getByRole('cell')).toHaveText(/^\d+(\.\d)? (min|h|days)$/);

  async function moveToContacted() {
    const asked = await enquire(request);
    await signIn(page, 'staff');
    await moveTo(page.context(), asked, 'contacted');
  }
});

test('what was won becomes an account once, after saying what will happen', async ({ page, request }) => {
  const asked = await enquire(request, { licenses_required: 12 });
  await signIn(page, 'staff');
  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await open(page, asked);
  await page.getByRole('button', { name: 'Open the account…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`open the account ${asked.name} on the plan Fleet, with 12 licences`);
  await expect(dialog).toContainText(`invite ${asked.email} as its owner`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await found(page.context(), asked)).toMatchObject({ state: 'won' });

  await page.getByRole('button', { name: 'Open the account…' }).click();
  await dialog.getByRole('button', { name: 'Open the account' }).click();
  await expect(dialog.getByRole('heading', { name: 'The account is open' })).toBeVisible();
  await expect(dialog).toContainText(`An invitation is on its way to ${asked.email}.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(history(page).first()).toContainText('Account opened with 12 licences');
  await expect(page.getByRole('button', { name: 'Open the account…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send the invitation again' }).click();
  await expect(history(page).first()).toContainText(`${asked.email} invited again`);
});

test('an address that signs in already is no owner of another account, and the dialog says so', async ({
  page,
  request,
}) => {
  const asked = await enquire(request, { email: 'owner@example.com' });
  await signIn(page, 'staff');
  await moveTo(page.context(), asked, 'contacted', 'qualified', 'won');
  await open(page, asked);
  await page.getByRole('button', { name: 'Open the account…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('already signs in to an account');
});

test('nobody but staff finds anything, and nobody finds what is not there', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  const { id } = await found(page.context(), asked);
  for (const address of [
    '/office/enquiries/half-a-link',
    `/office/enquiries/${id.replace(/^..../, '0000')}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'There is no such enquiry' })).toBeVisible();
  }
  await page.context().clearCookies();
  await signIn(page, 'owner');
  for (const address of ['/office', `/office/enquiries/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  }
});

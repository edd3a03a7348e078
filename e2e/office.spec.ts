import type { Page } from '@playwright/test';
import { expect, signIn, test } from './journey.ts';
import { choose, column, enquire, found, moveTo, open, ownWord, show } from './office.ts';

async function names(page: Page): Promise<string[]> {
  return page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents();
}

test('staff find an enquiry in the pipeline and in the table, and the address keeps what they look at', async ({
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
  await show(page, 'Table');
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
  await expect(page).toHaveURL(/office\/enquiries\/.*sort=-licences/);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/office\?.*sort=-licences/);
  await expect(page.getByRole('link', { name: `Banksia ${word}` })).toBeFocused();

  await choose(page, 'State', 'Won');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'See all enquiries' }).click();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(page).toHaveURL('/office?view=table&sort=-licences');
});

test('an old link to the board opens the pipeline', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff', `/office?view=board&search=${asked.reference}`);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toBeVisible();
});

test('what does not fit on a page is on the next one', async ({ page, request }) => {
  const word = ownWord();
  await Promise.all(Array.from({ length: 51 }, () => enquire(request, { name: `Grevillea ${word}` })));
  await signIn(page, 'staff', `/office?search=${word}`);
  await page.getByRole('link', { name: 'See all 51 in the table' }).click();
  await expect(page).toHaveURL(/state=new/);
  await expect(page.getByRole('status').getByText('51 enquiries')).toBeVisible();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('51 to 51')).toBeVisible();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(1);
  // A change of the order shows the first page.
  await page.getByRole('link', { name: 'Name' }).click();
  await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50);
  await expect(page).not.toHaveURL(/page=/);

  // The pipeline shows every state, so its export holds every state, too.
  const exported = page.getByRole('link', { name: 'Export CSV' });
  await expect(exported).toHaveAttribute('href', /state=new/);
  await show(page, 'Pipeline');
  await expect(page).not.toHaveURL(/state=/);
  await expect(exported).toHaveAttribute('href', new RegExp(`csv\\?search=${word}$`));
});

test('the search field follows the address, and what is cleared stays cleared', async ({ page, request }) => {
  const word = ownWord();
  await enquire(request, { name: `Waratah ${word}` });
  await signIn(page, 'staff');
  const field = page.getByLabel('Search');
  await field.fill(word);
  await expect(page).toHaveURL(`/office?search=${word}`);
  await page.getByRole('navigation').getByRole('link', { name: 'Office' }).first().click();
  await expect(page).toHaveURL('/office');
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(`/office?search=${word}`);
  await expect(field).toHaveValue(word);

  await page.goto('/office?overdue=true');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeVisible();
  await page.clock.install();
  await field.fill(word);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/office');
  await page.clock.runFor(1_000);
  await expect(field).toHaveValue('');
  await expect(page).toHaveURL('/office');
});

test('what the address asks for is shown as chosen, although it is not to be chosen any more', async ({
  page,
}) => {
  await signIn(page, 'staff', '/office?owner=0193e5a0-0000-7000-8000-00000000ffff&industry=999');
  await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('Former staff member');
  await expect(page.getByRole('combobox', { name: 'Industry' })).toHaveValue('Unknown industry');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
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
  await signIn(page, 'staff', `/office?search=${asked.reference}&view=table`);
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
  await page.getByRole('button', { name: 'Figures' }).click();
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

test('nobody but staff finds anything, and nobody finds what is not there', async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff');
  const { id } = await found(page.context(), asked);
  for (const address of [
    '/office/enquiries/half-a-link',
    `/office/enquiries/${id.replace(/^..../, '0000')}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Enquiry not found' })).toBeVisible();
  }
  // A page that is open notices that its session is over, and leaves for the login page by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await signIn(page, 'owner');
  for (const address of ['/office', `/office/enquiries/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
  }
});

test('on a tablet the table gives way to cards, and nothing is to be scrolled sideways for', async ({
  page,
  request,
}) => {
  const asked = await enquire(request);
  await page.setViewportSize({ width: 1100, height: 800 });
  await signIn(page, 'staff', `/office?view=table&search=${asked.reference}`);
  await expect(page.getByRole('list', { name: 'Enquiries' }).getByRole('listitem')).toHaveCount(1);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
});

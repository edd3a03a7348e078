import type { Locator, Page } from '@playwright/test';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { choose, column, enquire, found, moveTo, open, ownWord, show } from './office.ts';

/** The rows of the list. */
function rows(page: Page): Locator {
  return page.getByRole('table', { name: 'Enquiries' }).getByRole('rowheader');
}

async function names(page: Page): Promise<string[]> {
  return rows(page).getByRole('link').allTextContents();
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
  await expect.poll(() => names(page)).toEqual([`Correa ${word}`, `Acacia ${word}`, `Banksia ${word}`]);

  await page.getByRole('button', { name: 'Licences' }).click();
  await expect(page.getByRole('columnheader', { name: 'Licences' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect.poll(() => names(page)).toEqual([`Correa ${word}`, `Banksia ${word}`, `Acacia ${word}`]);
  await page.getByRole('button', { name: 'Licences' }).click();
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

  await choose(page, 'Status', 'Won');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'See all enquiries' }).click();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await expect(page).toHaveURL('/office?view=table&sort=-licences');
});

test('an old link to the board opens the pipeline', long, async ({ page, request }) => {
  const asked = await enquire(request);
  await signIn(page, 'staff', `/office?view=board&search=${asked.reference}`);
  await expect(column(page, 'New').getByRole('link', { name: asked.name })).toBeVisible();
});

test(
  'what does not fit on the screen is read on, and many are marked at once',
  long,
  async ({ page, request }) => {
    const word = ownWord();
    await Promise.all(Array.from({ length: 51 }, () => enquire(request, { name: `Grevillea ${word}` })));
    await signIn(page, 'staff', `/office?search=${word}`);
    await page.getByRole('link', { name: 'See all 51 in the table' }).click();
    await expect(page).toHaveURL(/state=new/);
    // All of it is there: what comes into sight is drawn, and read on before.
    await expect(page.getByRole('table', { name: 'Enquiries' })).toHaveAttribute('aria-rowcount', '52');
    await rows(page).first().hover();
    await page.mouse.wheel(0, 10_000);
    await expect(page.getByRole('row').last()).toHaveAttribute('aria-rowindex', '52');

    // What is done with many at once is taken back at once.
    await page.getByRole('button', { name: 'Name' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+J');
    await page.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(page.getByRole('table', { name: 'Enquiries' })).toHaveAttribute('aria-rowcount', '49');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('table', { name: 'Enquiries' })).toHaveAttribute('aria-rowcount', '52');

    // The pipeline shows every state, so its export holds every state, too.
    const exported = page.getByRole('link', { name: 'Export CSV' });
    await expect(exported).toHaveAttribute('href', /state=new/);
    await show(page, 'Pipeline');
    await expect(page).not.toHaveURL(/state=/);
    await expect(exported).toHaveAttribute('href', new RegExp(`csv\\?search=${word}$`));
  },
);

test(
  'the search field follows the address, and what is cleared stays cleared',
  long,
  async ({ page, request }) => {
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
  },
);

test(
  'what the address asks for is shown as chosen, although it is not to be chosen any more',
  long,
  async ({ page }) => {
    await signIn(page, 'staff', '/office?owner=0193e5a0-0000-7000-8000-00000000ffff&industry=999');
    await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('Former staff member');
    await expect(page.getByRole('combobox', { name: 'Industry' })).toHaveValue('Unknown industry');
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  },
);

test(
  'an enquiry shows who else may be the same, and brings a mail with its reference',
  long,
  async ({ page, request }) => {
    const first = await enquire(request);
    const second = await enquire(request, { email: first.email });
    await signIn(page, 'staff');
    await open(page, second);
    await expect(page.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
      'href',
      `mailto:${second.email}?subject=Your%20Muster%20enquiry%20${second.reference}`,
    );
    const duplicates = page.getByRole('list', { name: 'Possible duplicates' });
    await expect(duplicates.getByRole('listitem')).toHaveText([/same email/]);
    await duplicates.getByRole('link', { name: first.name }).click();
    await expect(page.getByRole('heading', { name: first.name })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: first.email })).toBeVisible();
  },
);

test('the export holds what is looked at, and no more', long, async ({ page, request }) => {
  const asked = await enquire(request, { name: '=1+1 Plumbing' });
  await enquire(request);
  await signIn(page, 'staff', `/office?search=${asked.reference}&view=table`);
  await expect(rows(page)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await download).createReadStream();
  const lines = (await file.toArray()).join('').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${asked.reference}"`);
  expect(lines[1]).toContain(`"'=1+1 Plumbing"`);
});

test('the figures can be read as tables', long, async ({ page, request }) => {
  await moveToContacted();
  await page.goto('/office');
  await page.getByRole('button', { name: 'Figures' }).click();
  const figure = page.getByRole('figure', { name: /^By status/ });
  await figure.getByText('As a table').click();
  const counts = await figure.getByRole('row').getByRole('cell').allTextContents();
  expect(counts).toHaveLength(7);
  const total = counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0);
  await expect(figure.getByRole('caption').or(figure.locator('figcaption'))).toContainText(
    `${total.toLocaleString('en-AU')} in total`,
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

test(
  'nobody but staff finds anything, and nobody finds what is not there',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await haveSession(page, 'staff');
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
    await haveSession(page, 'owner');
    for (const address of ['/office', `/office/enquiries/${id}`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'We couldn’t find this page' })).toBeVisible();
    }
  },
);

test(
  'on a tablet the list has fewer columns, and nothing is to be scrolled sideways for',
  long,
  async ({ page, request }) => {
    const asked = await enquire(request);
    await page.setViewportSize({ width: 1100, height: 800 });
    await signIn(page, 'staff', `/office?view=table&search=${asked.reference}`);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('columnheader', { name: 'Due' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveCount(0);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  },
);

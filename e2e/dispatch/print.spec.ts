import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'print' });

/** The sizes of the pages that come out of the printer, in points. */
async function printed(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox ?\[0 0 (\d+)\.?\d* (\d+)\.?\d*\]/g);
  return [...boxes].map(([, width, height]) => `${width}x${height}`);
}

const PORTRAIT = '594x841';
const LANDSCAPE = '841x594';

test('the day on paper: the board across, then everybody on a page of their own', async ({ page }) => {
  await signIn(page, 'dispatcher');
  const { data } = await call(page.context(), 'GET', '/settings');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: data.row.zone }).format(new Date());
  const board = (await call(page.context(), 'GET', `/board?from=${today}&to=${today}`)).data;
  const sheets = (await call(page.context(), 'GET', `/day-sheets?date=${today}`)).data.rows;
  const isToday = (at: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: data.row.zone }).format(new Date(at)) === today;
  const booked = new Set<string>(
    board.assignments
      .filter(({ starts_at }: { starts_at: string }) => isToday(starts_at))
      .map(({ technician_id }: { technician_id: string }) => technician_id),
  );
  const named = new Map<string, string>(
    board.technicians.map(({ id, name }: { id: string; name: string }) => [id, name]),
  );
  const names = [...booked].map((id) => named.get(id)!).toSorted();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Search or start anything' })).toBeFocused();
  await page.keyboard.type('print the day');
  await expect(page.locator('[data-selected]')).toContainText('Print the day');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/print/day');
  await expect(page.getByRole('region', { name: 'The day' }).getByRole('rowheader')).toHaveCount(
    board.technicians.filter((one: { id: string; is_active: boolean }) => one.is_active || booked.has(one.id))
      .length,
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['The day', ...names]);
  const first = page.getByRole('region', { name: names[0]! });
  await expect(first).toContainText('Harbour City Plumbing · printed');
  const dangerous = sheets.find(({ site }: { site: { hazards: string } }) => site.hazards !== '');
  await expect(page.getByText(`Hazards: ${dangerous.site.hazards}`).first()).toBeVisible();
  await expect(page.getByText(dangerous.phones[0].phone).first()).toBeVisible();
  await expectAccessible(page);

  const pages = await printed(page);
  expect(pages[0]).toBe(LANDSCAPE);
  expect(pages.length).toBeGreaterThanOrEqual(names.length + 1);
  expect(pages.slice(1).every((size) => size === PORTRAIT)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  // What is printed while a medium is set is printed for that medium.
  await page.emulateMedia({ media: null });

  await page.getByLabel('What to print').selectOption({ label: names[0]! });
  await expect(page).toHaveURL(/technician=/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([names[0]!]);
  expect((await printed(page)).every((size) => size === PORTRAIT)).toBe(true);
  await page.getByLabel('What to print').selectOption('Board only');
  await expect(page).toHaveURL(/only=board/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['The day']);
  expect(await printed(page)).toEqual([LANDSCAPE]);
});

test('the button asks the browser to print', long, async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await signIn(page, 'owner', '/print/day?only=board');
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
});

test('a day without visits, somebody who is away and somebody who is gone say so', long, async ({ page }) => {
  await signIn(page, 'owner', '/print/day?date=2031-11-16');
  await expect(page.getByText('Nothing is planned for this day.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['The day']);
  await expectAccessible(page);
  const { id, name } = await addTechnician(page.context(), { is_active: true });
  const away = await call(page.context(), 'POST', `/technicians/${id}/absences`, {
    kind: 'training',
    starts_at: '2031-11-16T13:00:00Z',
    ends_at: '2031-11-17T13:00:00Z',
    whole_days: true,
  });
  expect(away.code).toBe(800);
  await page.goto(`/print/day?date=2031-11-17&technician=${id}`);
  await expect(page.getByRole('region', { name })).toContainText('In training all day');
  await expect(page.getByRole('region', { name })).toContainText(`${name} is away.`);
  await page.goto(`/print/day?date=2031-11-18&technician=${id}`);
  await expect(page.getByText(`Nothing is planned for ${name}.`)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/print/day?technician=0193e5a0-0000-7000-8000-00000000ffff');
  await expect(page.getByText('This technician no longer exists')).toBeVisible();
});

test('technicians have no such page', long, async ({ page }) => {
  await signIn(page, 'technician', '/print/day');
  await expect(page).toHaveURL('/my-day');
});

import { expectAccessible } from '../accessible.ts';
import { addWaiting, blockOf, dayOf } from './board.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board-look', viewport: { width: 1440, height: 900 } });

test('a day fits on the screen, in rows of two heights that are remembered', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { slots } = await addWaiting(page.context(), { week: 1 });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  const first = page.locator('.board-row').first();
  await expect(first).toBeVisible();
  const box = (await first.boundingBox())!;
  expect(box.y).toBeLessThanOrEqual(132);
  expect(Math.floor((900 - box.y) / box.height)).toBeGreaterThanOrEqual(13);
  const times = page.locator('.board-head__day span');
  await expect(times.filter({ hasText: /^7 am$/ })).toBeInViewport();
  await expect(times.filter({ hasText: /^5 pm$/ })).toBeInViewport();
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByText('Compact').click();
  await page.reload();
  await expect.poll(async () => (await first.boundingBox())?.height).toBe(40);
  await page.getByRole('separator', { name: 'Width of the tray' }).press('ArrowLeft');
  await page.getByRole('button', { name: 'Collapse' }).click();
  await page.reload();
  await expect(page.getByRole('complementary', { name: 'Beside the board' })).toHaveCSS('width', '300px');
  await expect(page.getByRole('link', { name: 'Customers' })).toHaveCSS('justify-content', 'normal');
});

test('technicians are grouped by the area of their base, and shown of one area', long, async ({ page }) => {
  await signIn(page, 'dispatcher');
  await expect(page.locator('.visit-block').first()).toBeVisible();
  const all = await page.locator('.board-row').count();
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('combobox', { name: 'Group technicians' }).click();
  await page.getByRole('option', { name: 'By area' }).click();
  await expect(page).toHaveURL(/group=area/);
  await page.keyboard.press('Escape');
  const heading = page.getByRole('button', { name: /^Parramatta \d+$/ });
  await heading.press('Enter');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => page.locator('.board-row').count()).toBeLessThan(all);
  await heading.click();
  await expect.poll(() => page.locator('.board-row').count()).toBe(all);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Technician area' }).click();
  await page.getByRole('option', { name: 'Parramatta' }).click();
  await expect(page).toHaveURL(/area=/);
  await expect.poll(() => page.locator('.board-row').count()).toBeLessThan(all);
});

test('by clicks alone visits are selected, moved, made longer, and taken off', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { name, id, version, slots } = await addWaiting(page.context(), { week: 2 });
  const { technicians, starts_at } = slots[0]!;
  await call(page.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await page.getByRole('button', { name: 'Select visits' }).click();
  await blockOf(page, id).click();
  const bar = page.getByRole('toolbar', { name: 'Selected items' });
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Lengthen' }).click();
  await expect(page.getByText(`${name} takes 1 h 15 min.`)).toBeVisible();
  await expectAccessible(page);
  const before = (await blockOf(page, id).boundingBox())!;
  await bar.getByRole('button', { name: 'Move…' }).click();
  await page.mouse.click(before.x + 160, before.y + 20);
  await expect(page.getByText(`${name} is planned for`)).toBeVisible();
  await expect.poll(async () => (await blockOf(page, id).boundingBox())!.x).toBeGreaterThan(before.x + 60);
  await bar.getByRole('button', { name: 'Unschedule' }).click();
  await expect(blockOf(page, id)).toBeHidden();
  await page.getByRole('button', { name: `Place ${name} with a click` }).click();
  await page.mouse.click(before.x + 5, before.y + 20);
  await expect(blockOf(page, id)).toBeVisible();
});

test(
  'what is refused goes back, and says why beside the visit until that is read',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { id, version, slots } = await addWaiting(page.context(), { week: 3 });
    const { technicians, starts_at } = slots[0]!;
    await call(page.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
    await page.goto(`/?date=${dayOf(slots[0]!)}`);
    const text = 'Somebody else was faster.';
    await page.route('**/pin', (route) =>
      route.fulfill({ status: 409, json: { code: 409, message: text, data: {} } }),
    );
    await blockOf(page, id).focus();
    await page.keyboard.press('p');
    const note = page.locator('.refused-note');
    await expect(note).toContainText(text);
    await expect(blockOf(page, id)).not.toHaveAttribute('data-pinned');
    await expectAccessible(page);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await expect(note).toBeHidden();
  },
);

test(
  'without a network a visit keeps its new place and waits, and is sent when there is one',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { id, version, slots } = await addWaiting(page.context(), { week: 4 });
    const { technicians, starts_at } = slots[0]!;
    await call(page.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
    await page.goto(`/?date=${dayOf(slots[0]!)}`);
    await blockOf(page, id).focus();
    await page.context().setOffline(true);
    await page.keyboard.press('p');
    await expect(blockOf(page, id)).toHaveAttribute('data-doubt', 'waiting');
    await expect(blockOf(page, id)).toHaveAttribute('data-pinned', 'true');
    await page.context().setOffline(false);
    await expect(blockOf(page, id)).not.toHaveAttribute('data-doubt');
    const { data } = await call(page.context(), 'GET', `/visits/${id}`);
    expect(data.row.assignments[0].is_pinned).toBe(true);
  },
);

import { expectAccessible } from './accessible.ts';
import { addVisit, addWaiting, blockOf, book, dayOf, freeDay, momentOf } from './board.ts';
import { expect, signIn, test } from './journey.ts';
import { addTechnician, call } from './technicians.ts';

test.use({ purpose: 'board' });

test('days are copied, tried on with somebody extra, compared, taken over with a clash left out, and undone', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'owner');
  const context = page.context();
  const [moved, clashing] = [await addWaiting(context, { week: 40 }), await addVisit(context)];
  const { technicians, starts_at } = moved.slots[0]!;
  const day = dayOf(moved.slots[0]!);
  await book(context, moved, technicians[0]!, starts_at);
  const robin = await addTechnician(context, { is_active: true });
  await book(context, clashing, robin.id, momentOf(day, '11:00'));

  await page.goto('/scenarios');
  await page.getByRole('button', { name: 'New scenario' }).first().click();
  await page.getByLabel('Name').fill('One more plumber');
  await page.getByRole('textbox', { name: 'From' }).fill(day);
  await page.getByRole('textbox', { name: 'To' }).fill(day);
  await page.getByRole('textbox', { name: 'To' }).blur();
  await page.getByRole('button', { name: 'Copy the days' }).click();
  const band = page.getByRole('region', { name: 'Scenario' });
  await expect(band).toContainText('Nothing here is real until you take it over');
  await expect(blockOf(page, moved.id)).toBeVisible();
  await expectAccessible(page);

  await band.getByRole('button', { name: 'Extra technician' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hypothetical Hal');
  await dialog.getByRole('button', { name: 'Add to the scenario' }).click();
  await expect(page.locator('.board-row__name', { hasText: 'Hypothetical Hal' })).toBeVisible();

  const id = page.url().match(/scenarios\/([0-9a-f-]{36})/)![1]!;
  const headers = { 'x-scenario': id };
  const inside = async (visit: string, technician: string, at: string) => {
    const body = { version: 1, technicians: [technician], starts_at: at };
    const answer = await call(context, 'POST', `/visits/${visit}/schedule`, body, headers);
    expect(answer.code, answer.message).toBe(800);
  };
  const board = (await call(context, 'GET', `/board?from=${day}&to=${day}`, undefined, headers)).data;
  const hal = board.technicians.find(({ name }: { name: string }) => name === 'Hypothetical Hal');
  await inside(moved.id, hal.id, momentOf(day, '09:00'));
  await expect(blockOf(page, moved.id)).toHaveAccessibleName(/On the live board/);
  await inside(clashing.id, robin.id, momentOf(day, '09:00'));
  await expect(band.getByText('Mark 2 differences')).toBeVisible();

  // A colleague on the live board sees nothing of it, and moves one of them meanwhile.
  const colleague = await browser.newPage({ baseURL: product.url });
  await signIn(colleague, 'dispatcher');
  await colleague.goto(`/?date=${day}`);
  await expect(blockOf(colleague, moved.id)).toBeVisible();
  await expect(colleague.getByText('Hypothetical Hal')).toHaveCount(0);
  await call(colleague.context(), 'POST', `/visits/${clashing.id}/unschedule`);

  await band.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog.getByRole('row', { name: /Hypothetical Hal/ })).toContainText('1,');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await band.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog.getByText('Clash: Somebody has taken it off the board since.')).toBeVisible();
  await expect(dialog.getByText('Hypothetical Hal will be added and needs a licence.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take over 1' }).click();
  await dialog.getByRole('button', { name: 'Open the live board' }).click();
  await expect(band).toHaveCount(0);
  await expect(page.locator('.board-row__name', { hasText: 'Hypothetical Hal' })).toBeVisible();
  await expect(colleague.locator('.board-row__name', { hasText: 'Hypothetical Hal' })).toBeVisible();

  await page.keyboard.press('Control+z');
  await expect(page.locator('.board-row__name', { hasText: 'Hypothetical Hal' })).toHaveCount(0);
  await expect(blockOf(page, moved.id)).toBeVisible();

  await page.goto('/scenarios');
  await page.getByRole('button', { name: 'Discard One more plumber' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('link', { name: 'One more plumber' })).toHaveCount(0);
  await colleague.close();
});

test('on a phone a scenario says that it is one, and its list is usable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'owner');
  const day = freeDay(41);
  const body = { name: 'On the phone', from: day, to: day };
  const { row } = (await call(page.context(), 'POST', '/scenarios', body)).data;
  await page.goto('/scenarios');
  const scenario = page.getByRole('link', { name: 'On the phone' });
  await expect(scenario).toBeVisible();
  await expectAccessible(page);
  await scenario.click();
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('Nothing here is real');
  await expectAccessible(page);
  await call(page.context(), 'POST', `/scenarios/${row.id}/discard`);
  await expect(page.getByRole('heading', { name: 'This scenario is gone' })).toBeVisible();
});

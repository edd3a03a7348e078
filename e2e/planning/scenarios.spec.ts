import { expectAccessible } from '../accessible.ts';
import { addVisit, addWaiting, blockOf, book, dayOf, freeDay, momentOf } from '../dispatch/board.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'board' });

test('days are copied, tried on with somebody extra, compared, taken over with a clash left out, and undone', async ({
  page,
  browser,
  product,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const [moved, clashing] = [await addWaiting(context, { week: 40 }), await addVisit(context)];
  const { technicians, starts_at } = moved.slots[0]!;
  const day = dayOf(moved.slots[0]!);
  await book(context, moved, technicians[0]!, starts_at);
  const robin = await addTechnician(context, { is_active: true });
  await book(context, clashing, robin.id, momentOf(day, '11:00'));

  await page.goto('/scenarios');
  await page.getByRole('button', { name: 'New scenario' }).first().click();
  await page.getByRole('button', { name: 'Create scenario' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    /Enter a name for the scenario/,
  );
  await page.getByRole('textbox', { name: 'Name' }).fill('One more plumber');
  await page.getByRole('textbox', { name: 'From' }).fill(day);
  // A day that cannot be read is corrected first: the copy would be of others than are shown.
  await page.getByRole('textbox', { name: 'To' }).fill('some day');
  await page.getByRole('button', { name: 'Create scenario' }).click();
  await expect(page.getByRole('textbox', { name: 'To' })).toBeFocused();
  await page.getByRole('textbox', { name: 'To' }).fill(day);
  await page.getByRole('textbox', { name: 'To' }).blur();
  await page.getByRole('button', { name: 'Create scenario' }).click();
  const band = page.getByRole('region', { name: 'Scenario' });
  await expect(band).toContainText('Nothing here is real until you take it over');
  await expect(blockOf(page, moved.id)).toBeVisible();
  // Nobody is told of anything, so nothing is offered that would tell them.
  await expect(page.locator('.board-row__dispatch')).toHaveCount(0);
  await expectAccessible(page);

  await band.getByRole('button', { name: 'Extra technician' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Hypothetical Hal');
  await dialog.getByRole('button', { name: 'Add to scenario' }).click();
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
  await haveSession(colleague, 'dispatcher');
  await colleague.goto(`/?date=${day}`);
  await expect(blockOf(colleague, moved.id)).toBeVisible();
  await expect(colleague.getByText('Hypothetical Hal')).toHaveCount(0);
  await call(colleague.context(), 'POST', `/visits/${clashing.id}/unschedule`);

  await band.getByRole('button', { name: 'Compare' }).click();
  await expect(dialog.getByRole('row', { name: /Hypothetical Hal/ })).toContainText('1 more visit');
  await expect(dialog.getByRole('row', { name: /^Driving/ })).toContainText(
    /more, worse|less, better|the same/,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await band.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog.getByText('1 of 2 clash with the live board')).toBeVisible();
  await expect(dialog.getByText('Clash: It has been unscheduled since.')).toBeVisible();
  await expect(dialog.getByText('Hypothetical Hal will be added and needs a licence.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take over 1' }).click();
  await expect(dialog.getByText('1 change is now on the live board')).toBeVisible();
  // While the dialog is open, nobody means the scenario behind it.
  const undone = page.waitForRequest(/undo/, { timeout: 1_500 }).catch(() => null);
  await page.keyboard.press('Control+z');
  expect(await undone).toBeNull();
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
  await expect(page.getByRole('link', { name: 'One more plumber', exact: true })).toHaveCount(0);
  await colleague.close();
});

test(
  'two boards of a day stand side by side: what differs is marked, listed, led to and followed',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const [moved, freed] = [await addWaiting(context, { week: 42 }), await addVisit(context)];
    const { technicians, starts_at } = moved.slots[0]!;
    const day = dayOf(moved.slots[0]!);
    await book(context, moved, technicians[0]!, starts_at);
    const robin = await addTechnician(context, { is_active: true });
    await book(context, freed, robin.id, momentOf(day, '11:00'));
    const to = Temporal.PlainDate.from(day).add({ days: 1 });
    const copied = { name: 'Robin does it', from: day, to: to.toString() };
    const { row } = (await call(context, 'POST', '/scenarios', copied)).data;
    const headers = { 'x-scenario': row.id };
    const schedule = (visit: string, time: string) =>
      call(
        context,
        'POST',
        `/visits/${visit}/schedule`,
        { version: 1, technicians: [robin.id], starts_at: momentOf(day, time) },
        headers,
      );
    expect((await schedule(moved.id, '13:00')).code).toBe(800);
    await call(context, 'POST', `/visits/${freed.id}/unschedule`, undefined, headers);

    await page.goto(`/scenarios/${row.id}?date=${copied.to}`);
    const band = page.getByRole('region', { name: 'Scenario' });
    await band.getByRole('button', { name: 'Absence' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'From' })).toHaveValue(
      new RegExp(`\\b${to.day} `),
    );
    await page.getByRole('button', { name: 'Add to scenario' }).click();
    await expect(page.getByText('Choose who is away.')).toBeVisible();
    await page.keyboard.press('Escape');
    await band.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('link', { name: 'See both boards' }).click();
    await expect(page).toHaveURL(/scenarios\/compare\?left=live/);
    await page.getByRole('button', { name: /2 different$/ }).click();

    const list = page.getByRole('region', { name: 'Differences' });
    await expect(list.getByRole('heading')).toContainText('2 differences');
    await expect(list.getByRole('row', { name: new RegExp(moved.name) })).toContainText('Moved to');
    await expect(list.getByRole('row', { name: new RegExp(freed.name) })).toContainText(
      'Only on the live board',
    );
    const figures = page.getByRole('region', { name: 'Robin does it' });
    await expect(figures.getByText('1 fewer, worse').first()).toBeVisible();
    await expectAccessible(page);

    const blocks = page.locator(`.compare-block[data-visit="${moved.id}"]`);
    await expect(blocks).toHaveCount(2);
    await blocks.first().hover();
    await expect(blocks.last()).toHaveAttribute('data-pointed', '');
    await list.getByRole('button', { name: new RegExp(moved.name) }).click();
    await expect(blocks.last()).toHaveAttribute('data-selected', 'true');
    await expect(page.locator('.compare-thread path')).toBeVisible();

    // Both boards are followed: what is done in the scenario, and what is done on the live board.
    expect((await schedule(freed.id, '09:00')).code).toBe(800);
    await expect(list.getByRole('row', { name: new RegExp(freed.name) })).toContainText('Moved, 2 h earlier');
    await call(context, 'POST', `/visits/${moved.id}/unschedule`);
    await expect(list.getByRole('row', { name: new RegExp(moved.name) })).toContainText(
      'Only on “Robin does it”',
    );
    await page.getByRole('button', { name: 'Swap the boards' }).click();
    await expect(page.getByRole('combobox', { name: 'Left board' })).toHaveValue('Robin does it');
    await expect(list.getByRole('row', { name: new RegExp(freed.name) })).toContainText('Moved, 2 h later');

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator('.compare-boards__time')).toHaveCount(1);
    await page.getByText('Live board', { exact: true }).first().click();
    await expect(page.locator('.compare-boards__time[data-side="1"]')).toBeVisible();
    await expectAccessible(page);
    await call(context, 'POST', `/scenarios/${row.id}/discard`);
  },
);

test('on a phone a scenario says that it is one, and its list is usable', long, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await haveSession(page, 'owner');
  const day = freeDay(41);
  const body = { name: 'On the phone', from: day, to: day };
  const { row } = (await call(page.context(), 'POST', '/scenarios', body)).data;
  await page.goto('/scenarios');
  const scenario = page.getByRole('link', { name: 'On the phone', exact: true });
  await expect(scenario).toBeVisible();
  await expectAccessible(page);
  await scenario.click();
  await expect(page.getByRole('region', { name: 'Scenario' })).toContainText('Nothing here is real');
  await expectAccessible(page);
  await call(page.context(), 'POST', `/scenarios/${row.id}/discard`);
  await expect(page.getByRole('heading', { name: 'This scenario was discarded' })).toBeVisible();
});

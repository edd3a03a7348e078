import { expectAccessible } from '../accessible.ts';
import { addVisit, addWaiting, blockOf, book, cardOf, carry, dayOf, freeDay, placeOf } from './board.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board' });

test('a day, three days and a week, on any date, filtered and in order, all in the address', async ({
  page,
}) => {
  await signIn(page, 'dispatcher');
  await expect(page.locator('.visit-block').first()).toBeVisible();
  await expect(page.locator('.board-row__leg').first()).toBeAttached();
  await expectAccessible(page);
  const all = await page.locator('.board-row').count();
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/view=week/);
  const heads = page.locator('.board-head__day');
  await expect(heads).toHaveCount(7);
  // From Monday to Sunday, all in sight, with who is visited when.
  await expect(heads.first()).toContainText(/^Mon /);
  for (const head of [heads.first(), heads.last()]) await expect(head).toBeInViewport({ ratio: 1 });
  const chip = page.locator('.visit-block').first();
  await expect(chip).toHaveText(/^\d{1,2}:\d\d \w/);
  expect((await chip.boundingBox())!.width).toBeGreaterThan(90);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Later', exact: true }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);
  await page.getByText('Day', { exact: true }).click();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.locator('.board-row__name').first().focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('toolbar', { name: 'Board' }).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.board-grid [tabindex="0"]')).toBeFocused();
  await expect(page).not.toHaveURL(/date=|view=/);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Technician skill' }).click();
  const name = (await page.getByRole('option').last().textContent())!;
  await page.getByRole('option').last().click();
  await expect(page).toHaveURL(/skill=/);
  await expect.poll(() => page.locator('.board-row').count()).toBeLessThan(all);
  await expect(page.getByRole('columnheader', { name: /Technicians · \d+ hidden/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: `Remove the filter ${name}` }).click();
  await expect.poll(() => page.locator('.board-row').count()).toBe(all);
});

test('a visit is dragged from the tray, made longer, dragged back, and each is undone', async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { name, id, slots } = await addWaiting(page.context(), { week: 1 });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await carry(page, await cardOf(page, { name }), await placeOf(page, slots[0]!));
  await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(name);
  await page.mouse.up();
  await expect(blockOf(page, id)).toBeVisible();
  await expect(page.getByText(`${name} is planned for`)).toBeVisible();
  const { data } = await call(page.context(), 'GET', `/visits/${id}`);
  expect(data.row.assignments.map((one: { technician_id: string }) => one.technician_id)).toEqual(
    slots[0]!.technicians,
  );

  await blockOf(page, id).focus();
  await page.keyboard.press('+');
  await expect(page.getByText(`${name} takes 1 h 15 min.`)).toBeVisible();
  await page.keyboard.press('p');
  await expect(blockOf(page, id)).toHaveAttribute('data-pinned', 'true');
  await page.keyboard.press('u');
  await expect(blockOf(page, id)).toBeHidden();
  await expect(page.getByText(`${name} unscheduled.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(blockOf(page, id)).toBeVisible();
});

test(
  'a day of work by keys alone: taken up, moved, put down, and told to the crew',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { name, id, slots } = await addWaiting(page.context(), { week: 2 });
    await page.goto(`/?date=${dayOf(slots[0]!)}`);
    await (await cardOf(page, { name })).focus();
    await page.keyboard.press('f');
    const places = page.getByRole('dialog', { name: `Find a slot for ${name}` });
    await expect(places.getByRole('listitem')).toHaveCount(5);
    await expect(places.getByRole('button', { name: /driving/ }).first()).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await places
      .getByRole('button', { name: /driving/ })
      .first()
      .press('Enter');
    await expect(blockOf(page, id)).toBeVisible();

    await blockOf(page, id).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} picked up.`)).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(name);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Put back where it was.')).toBeAttached();
    await expect(blockOf(page, id)).toBeFocused();
    await page.keyboard.press('d');
    // Who hears of a single visit is said first, too.
    const telling = page.getByRole('dialog', { name: 'Dispatch 1 visit' });
    await expect(telling.getByRole('region', { name: 'Customers' })).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(blockOf(page, id)).toHaveAttribute('data-state', 'dispatched');
    await expect(page.getByText(`${name} dispatched.`)).toBeVisible();
    await expect(blockOf(page, id)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  },
);

test('what cannot be is refused in words; with a usual reason it is allowed where that may be, for several in one go', async ({
  page,
}) => {
  await haveSession(page, 'dispatcher');
  const { name, id, slots } = await addWaiting(page.context(), { week: 3 });
  const other = await addWaiting(page.context(), { week: 3 });
  const { technicians, starts_at } = slots[0]!;
  const booking = { version: other.version, technicians, starts_at };
  await call(page.context(), 'POST', `/visits/${other.id}/schedule`, booking);
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await carry(page, await cardOf(page, { name }), await placeOf(page, slots[0]!));
  const row = page.locator('.drag-row[data-kind="asks"]').filter({ hasText: 'overlaps' });
  await expect(row.first()).toBeVisible();
  await expect(page.locator('.drag-caption')).toContainText(`is with ${other.name}`);
  const ghost = (await page.locator('.drag-ghost[data-pointed]').boundingBox())!;
  expect(Math.abs(ghost.width - (await blockOf(page, other.id).boundingBox())!.width)).toBeLessThan(2);
  await page.keyboard.down('Alt');
  await page.mouse.up();
  await page.keyboard.up('Alt');
  const question = page.getByRole('dialog', { name: 'This visit doesn’t fit here' });
  await expect(question).toContainText(other.name);
  await question.getByRole('button', { name: 'Technician agreed' }).click();
  await question.getByRole('button', { name: 'Drop anyway' }).click();
  await expect(blockOf(page, id)).toHaveAttribute('data-broken', 'true');

  // Both into an hour that somebody else is booked for, by keys, with one reason.
  const third = await addWaiting(page.context(), { week: 3 });
  const later = new Date(Date.parse(starts_at) + 7_200_000).toISOString();
  await book(page.context(), third, technicians[0]!, later);
  await expect(blockOf(page, third.id)).toBeVisible();
  for (const visit of [id, other.id])
    await blockOf(page, visit).click({ modifiers: ['ControlOrMeta'], force: true });
  await blockOf(page, id).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu', { name: '2 visits' }).getByRole('menuitem', { name: /^Move/ }).click();
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const both = page.getByRole('dialog', { name: '2 of 2 visits don’t fit here' });
  await both.getByRole('button', { name: 'Emergency' }).click();
  await both.getByRole('button', { name: 'Drop anyway' }).click();
  await expect(page.getByText('2 visits moved.')).toBeVisible();
  await expect(page.locator('.visit-block[data-broken]')).toHaveCount(2);
});

test(
  'a menu of a visit, a technician and an empty slot, by a right click and by keys',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { name, id, version, slots } = await addWaiting(page.context(), { week: 6 });
    const waiting = await addWaiting(page.context(), { week: 6 });
    const { technicians, starts_at } = slots[0]!;
    await call(page.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
    await page.goto(`/?date=${dayOf(slots[0]!)}`);
    const items = () => page.getByRole('menu').getByRole('menuitem');
    await blockOf(page, id).click({ button: 'right' });
    await expect(page.getByRole('menu', { name })).toBeVisible();
    await expectAccessible(page, '[role=menu]');
    await items().filter({ hasText: 'Pin' }).click();
    await expect(blockOf(page, id)).toHaveAttribute('data-pinned', 'true');
    await expect(blockOf(page, id)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(items().filter({ hasText: 'Unpin' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(blockOf(page, id)).toBeFocused();
    const row = page.locator(`.board-row__name[data-technician="${technicians[0]}"]`);
    await row.focus();
    await page.keyboard.press('ContextMenu');
    await expect(items().filter({ hasText: 'Dispatch the day' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
    await (await cardOf(page, waiting)).waitFor();
    const slot = waiting.slots.find((one) => dayOf(one) === dayOf(slots[0]!))!;
    const { x, y } = await placeOf(page, slot);
    await page.mouse.click(x + 1, y, { button: 'right' });
    await items().filter({ hasText: waiting.name }).click();
    await expect(blockOf(page, waiting.id)).toBeVisible();
  },
);

test('what waits is sorted, selected by its group and put onto one row together', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const first = await addWaiting(page.context(), { week: 7 });
  const second = await addVisit(page.context(), { duration: 30 });
  await page.goto(`/?date=${dayOf(first.slots[0]!)}`);
  await (await cardOf(page, first)).click({ modifiers: ['ControlOrMeta'] });
  await (await cardOf(page, second)).click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByRole('toolbar', { name: 'Selected unscheduled visits' })).toContainText(
    '2 selected',
  );
  await carry(page, await cardOf(page, second), await placeOf(page, first.slots[0]!));
  await expect(page.locator('.drag-ghost')).toHaveCount(2);
  await page.mouse.up();
  await expect(page.getByText('2 visits planned.')).toBeVisible();
  await expect(blockOf(page, first.id)).toBeVisible();
  await expect(blockOf(page, second.id)).toBeVisible();
});

test('what a colleague moves appears without a reload', long, async ({ page, browser, product }) => {
  await haveSession(page, 'dispatcher');
  const { id, version, slots } = await addWaiting(page.context(), { week: 4 });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await expect(page.locator('.board-row').first()).toBeVisible();
  const colleague = await browser.newPage({ baseURL: product.url });
  await signIn(colleague, 'owner');
  const { technicians, starts_at } = slots[0]!;
  await call(colleague.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
  await expect(blockOf(page, id)).toBeVisible();
  await call(colleague.context(), 'POST', `/visits/${id}/unschedule`);
  await expect(blockOf(page, id)).toBeHidden();
  await colleague.close();
});

test('an empty slot becomes a job with its visit', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const { name, slots } = await addWaiting(page.context(), { week: 5 });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  const { x, y } = await placeOf(page, slots[0]!);
  await page.mouse.dblclick(x + 150, y);
  const form = page.getByRole('dialog', { name: /^New job: / });
  await form.getByRole('combobox', { name: 'Customer' }).fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
  await form.getByLabel('Description').fill('From the board');
  await expect(form.getByRole('combobox', { name: 'Site' })).toHaveValue(/Church Street/);
  await form.getByRole('button', { name: 'Add job' }).click();
  const drawer = page.getByRole('dialog', { name: new RegExp(name) });
  await expect(drawer.getByText('Planned')).toBeVisible();
});

test('what needs a decision is listed with its remedies, and the day is dispatched at once', async ({
  page,
}) => {
  await haveSession(page, 'dispatcher');
  const on_date = freeDay(6);
  const { name } = await addWaiting(page.context(), { week: 6, on_date, duration: 30 });
  await page.goto(`/?date=${on_date}`);
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText('Not assigned yet');
  await expectAccessible(page);
  await item.getByRole('button').nth(1).click();
  await expect(page.getByText(`${name} is planned for`)).toBeVisible();
  await expect(item).toBeHidden();
  await page.getByRole('button', { name: /^Dispatch \d+$/ }).click();
  const telling = page.getByRole('dialog', { name: /^Dispatch / });
  await expect(telling.getByRole('region', { name: 'Technicians' })).toContainText(
    /has no sign-in, so Muster can’t tell them|sees it in Muster straight away/,
  );
  await expect(telling.getByRole('region', { name: 'Customers' })).toContainText(
    `${name} can’t be reached by email or text, so call them.`,
  );
  await expectAccessible(page, '[role=dialog]');
  await telling.getByRole('button', { name: /^Dispatch \d+ visits?$/ }).click();
  await expect(page.getByRole('button', { name: 'All dispatched' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: /Undo/ }).first()).toBeVisible();
});

test('the line of now never crosses the names of the technicians', long, async ({ page }) => {
  await signIn(page, 'owner');
  const line = page.locator('.board-grid__now');
  await expect(line).toBeAttached();
  const names = (await page.locator('.board-row__name').first().boundingBox())!;
  for (const left of [0, 100_000]) {
    await line.evaluate((element, left) => element.closest('.board-grid')!.scrollTo({ left }), left);
    await expect
      .poll(async () => (await line.boundingBox())?.x ?? Infinity)
      .toBeGreaterThanOrEqual(names.x + names.width - 1);
  }
});

test.describe('from far away', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' });

  test(
    'tomorrow is the day after the business’s today, wherever somebody types it',
    long,
    async ({ page }) => {
      await haveSession(page, 'dispatcher');
      // Saturday morning in Sydney is Friday morning in Honolulu.
      await page.clock.setFixedTime('2026-11-20T20:00:00Z');
      await page.goto('/?date=2026-12-01');
      const day = page.getByRole('textbox', { name: 'Day', exact: true });
      await day.fill('tomorrow');
      await day.press('Enter');
      await expect(page).toHaveURL(/date=2026-11-22/);
    },
  );
});

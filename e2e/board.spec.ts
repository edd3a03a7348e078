import { expectAccessible } from './accessible.ts';
import { addWaiting, blockOf, cardOf, carry, dayOf, freeDay, placeOf } from './board.ts';
import { expect, signIn, test } from './journey.ts';
import { call } from './technicians.ts';

test.use({ purpose: 'board' });

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
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);
  await page.getByText('Day', { exact: true }).click();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.locator('.board-row__name').first().focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('toolbar', { name: 'Board' }).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.board-grid [tabindex="0"]')).toBeFocused();
  await expect(page).not.toHaveURL(/date=|view=/);
  const skill = page.getByRole('combobox', { name: 'Technicians who have the skill' });
  await skill.click();
  const name = (await page.getByRole('option').last().textContent())!;
  await page.getByRole('option').last().click();
  await expect(page).toHaveURL(/skill=/);
  await expect.poll(() => page.locator('.board-row').count()).toBeLessThan(all);
  await page.reload();
  await expect(skill).toHaveValue(name);
});

test('a visit is dragged from the tray, made longer, dragged back, and each is undone', async ({ page }) => {
  await signIn(page, 'dispatcher');
  const { name, id, slots } = await addWaiting(page.context(), { week: 1 });
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await carry(page, await cardOf(page, { name }), await placeOf(page, slots[0]!));
  await expect(page.locator('.drag-hint[data-pointed]')).toContainText(name);
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
  await expect(page.getByText(`${name} is off the board.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(blockOf(page, id)).toBeVisible();
});

test('a day of work by keys alone: taken up, moved, put down, and told to the crew', async ({ page }) => {
  await signIn(page, 'dispatcher');
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
  await expect(page.getByText(`${name} taken up.`)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.drag-hint[data-pointed]')).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Put back where it was.')).toBeAttached();
  await expect(blockOf(page, id)).toBeFocused();
  await page.keyboard.press('d');
  await expect(blockOf(page, id)).toHaveAttribute('data-state', 'dispatched');
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('what cannot be is refused in words; with a reason it is allowed where that may be', async ({
  page,
}) => {
  await signIn(page, 'dispatcher');
  const { name, id, slots } = await addWaiting(page.context(), { week: 3 });
  const other = await addWaiting(page.context(), { week: 3 });
  const { technicians, starts_at } = slots[0]!;
  const booking = { version: other.version, technicians, starts_at };
  await call(page.context(), 'POST', `/visits/${other.id}/schedule`, booking);
  await page.goto(`/?date=${dayOf(slots[0]!)}`);
  await carry(page, await cardOf(page, { name }), await placeOf(page, slots[0]!));
  await expect(page.locator('.drag-hint[data-pointed]')).toContainText('overlaps');
  await page.keyboard.down('Alt');
  await page.mouse.up();
  await page.keyboard.up('Alt');
  const question = page.getByRole('dialog', { name: 'Something speaks against it' });
  await expect(question).toContainText(other.name);
  await question.getByLabel('Why it is right all the same').fill('Both live next door');
  await question.getByRole('button', { name: 'Drop anyway' }).click();
  await expect(blockOf(page, id)).toHaveAttribute('data-broken', 'true');
});

test('what a colleague moves appears without a reload', async ({ page, browser, product }) => {
  await signIn(page, 'dispatcher');
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

test('an empty slot becomes a job with its visit', async ({ page }) => {
  await signIn(page, 'dispatcher');
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
  await signIn(page, 'dispatcher');
  const on_date = freeDay(6);
  const { name } = await addWaiting(page.context(), { week: 6, on_date, duration: 30 });
  await page.goto(`/?date=${on_date}`);
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText('Nobody has it yet');
  await expectAccessible(page);
  await item.getByRole('button').nth(1).click();
  await expect(page.getByText(`${name} is planned for`)).toBeVisible();
  await expect(item).toBeHidden();
  await page.getByRole('button', { name: /^Dispatch \d+$/ }).click();
  await expect(page.getByRole('button', { name: 'All dispatched' })).toBeVisible();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: /Undo/ }).first()).toBeVisible();
});

test('the line of now never crosses the names of the technicians', async ({ page }) => {
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

import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addVisit, blockOf, boardOf, freeDay } from './board.ts';
import { addressOf, expect, long, signIn, test } from '../journey.ts';

test.use({ business: 'board-keyboard' });

const mostSteps = 80;

/** Presses a key until something is so. */
async function pressUntil(page: Page, key: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isSo()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there.`);
}

const isFocused = (what: Locator) =>
  what.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

const tabTo = (page: Page, what: Locator, key = 'Tab') => pressUntil(page, key, () => isFocused(what));

/** From wherever the focus is in the grid: to the name at the left, to the row, and along it to the visit. */
async function walkTo(page: Page, visit: string): Promise<void> {
  const block = blockOf(page, visit);
  if (await isFocused(block)) return;
  const technician = await block.getAttribute('data-technician');
  await tabTo(page, page.getByRole('rowheader'), 'ArrowLeft');
  await tabTo(page, page.getByRole('rowheader').first(), 'ArrowUp');
  await tabTo(page, page.locator(`.board-row__name[data-technician="${technician}"]`), 'ArrowDown');
  await tabTo(page, block, 'ArrowRight');
}

/** The visit in the tray has the focus. */
async function tabToCard(page: Page, name: string): Promise<void> {
  const search = page.getByRole('toolbar', { name: 'Board' }).getByRole('searchbox');
  // A sign that leads to the search is typed where somebody types.
  const isTyping = await page.evaluate(() => document.activeElement?.matches('input') ?? false);
  if (isTyping) await tabTo(page, search);
  else await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(name);
  await tabTo(page, page.locator('.tray__visit').filter({ hasText: name }));
}

test('a visit is taken from the tray, put on the board, moved and taken back without a mouse', async ({
  page,
}) => {
  const day = freeDay(11);
  await signIn(page, 'dispatcher', `/?date=${day}`);
  const { name, id } = await addVisit(page.context());
  const press = (key: string) => page.keyboard.press(key);
  const starts = async () => (await boardOf(page.context(), day)).booked;
  const told = page.locator('.board [role=status]');
  await tabToCard(page, name);
  await expectAccessible(page);
  await press('m');
  await press('ArrowDown');
  await pressUntil(page, 'ArrowRight', async () => (await told.textContent())!.endsWith(' fits.'));
  await press('Enter');
  const block = blockOf(page, id);
  await expect(block).toBeFocused();
  // The server has it a moment after the screen shows it.
  await expect.poll(starts).toHaveLength(1);
  const [before] = await starts();
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'])
    await press(key);
  await expect.poll(starts).not.toEqual([before]);
  await expect(block).toBeFocused();
  await press('Control+z');
  await expect.poll(starts).toEqual([before]);
});

test('a whole day of work without a mouse', long, async ({ page }) => {
  const day = freeDay(10);
  const context = page.context();
  const starts = async () =>
    (await boardOf(context, day)).booked.map((one) => one.split(' ').slice(2).join(' '));
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const told = page.locator('.board [role=status]');

  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(addressOf('dispatcher'));
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('muster-demo');
  await press('Enter');
  await expect(page.locator('.visit-block').first()).toBeVisible();
  const [first, second] = [await addVisit(context), await addVisit(context, { on_date: day })];
  await tabTo(page, page.getByRole('textbox', { name: 'Day' }));
  await press('Control+a');
  await page.keyboard.type(day.split('-').toReversed().join('/'));
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`date=${day}`));
  await expect(page.locator('.visit-block')).toHaveCount(0);

  // Taken from the tray, put on a row, moved, made longer, pinned and let go.
  await tabToCard(page, first.name);
  await expectAccessible(page);
  await press('m', 'ArrowDown');
  await pressUntil(page, 'ArrowRight', async () => (await told.textContent())!.endsWith(' fits.'));
  await press('Enter');
  const block = blockOf(page, first.id);
  await expect(block).toBeFocused();
  await expect(page.getByText(`${first.name} is planned for Dave Kowalski`)).toBeVisible();
  const [before] = await starts();
  await press('Enter', ...Array.from({ length: 8 }, () => 'ArrowRight'), 'Enter');
  await expect.poll(starts).not.toEqual([before]);
  await expect(block).toBeFocused();
  await press('+');
  await expect(page.getByText(`${first.name} takes 1 h 15 min.`)).toBeVisible();
  await press('p');
  await expect(block).toHaveAttribute('data-pinned', 'true');
  await press('p');
  await expect(block).not.toHaveAttribute('data-pinned');

  // Another is booked where it fits best.
  await tabToCard(page, second.name);
  await press('f');
  const places = page.getByRole('dialog', { name: `Find a slot for ${second.name}` });
  await expect(places.getByRole('button', { name: /driving/ }).first()).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await press('Enter');
  await expect(blockOf(page, second.id)).toBeFocused();
  await expect(page.getByText(`${second.name} is planned for`)).toBeVisible();

  // Both together, a quarter of an hour later.
  const apart = await starts();
  await press('x');
  await walkTo(page, first.id);
  await press('x');
  await expect(told).toHaveText('2 selected.');
  await press('Enter', 'ArrowRight', 'Enter');
  await expect.poll(starts).not.toContain(apart[0]);
  await expect.poll(starts).not.toContain(apart[1]);

  // Off the board, back, off and back again.
  await walkTo(page, second.id);
  await press('x', 'u');
  await expect(blockOf(page, second.id)).toBeHidden();
  await expect(page.getByText(`${second.name} unscheduled.`)).toBeVisible();
  await press('Control+z');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await expect(blockOf(page, second.id)).toBeVisible();
  await press('Control+Shift+z');
  await expect(page.getByText(/^Redone: /)).toBeVisible();
  await expect(blockOf(page, second.id)).toBeHidden();
  await press('Control+z');
  await expect(blockOf(page, second.id)).toBeVisible();

  // The drawer: its state, a note, and back to the visit.
  await tabTo(page, page.locator('[role=grid] [tabindex="0"]'));
  await walkTo(page, first.id);
  await press('Space');
  const drawer = page.getByRole('dialog', { name: new RegExp(first.name) });
  await tabTo(page, drawer.getByRole('button', { name: 'Dispatch' }));
  await expectAccessible(page);
  await press('Enter');
  const one = page.getByRole('button', { name: 'Dispatch 1 visit' });
  await expect(one).toBeFocused();
  await expect(one).toBeEnabled();
  await press('Enter');
  await expect(drawer.getByText('Dispatched')).toBeVisible();
  await tabTo(page, drawer.getByRole('button', { name: /^More actions for visit/ }));
  await press('Enter');
  await tabTo(page, page.getByRole('menuitem', { name: 'Edit' }), 'ArrowDown');
  await press('Enter');
  await tabTo(page, drawer.getByLabel('Note for the crew'));
  await page.keyboard.type('Ring twice');
  await press('Control+Enter');
  await expect(drawer.getByRole('article')).toContainText('Ring twice');
  await press('Escape');
  await expect(block).toBeFocused();

  // A new job in the place after it.
  await press('n');
  const form = page.getByRole('dialog', { name: /^New job: Dave Kowalski/ });
  await tabTo(page, form.getByRole('combobox', { name: 'Customer' }));
  await page.keyboard.type(first.name);
  // What was found for fewer letters is gone.
  await expect(page.getByRole('option').first()).toContainText(first.name);
  await press('ArrowDown', 'Enter');
  await tabTo(page, form.getByLabel('Description'));
  await page.keyboard.type('Next to it');
  await expectAccessible(page);
  await press('Control+Enter');
  await expect(page.getByRole('dialog', { name: new RegExp(first.name) }).getByText('Planned')).toBeVisible();
  await press('Escape');
  await expect(page.locator('.visit-block:focus')).toContainText(first.name);

  // What is looked for, and what stands out.
  await press('q');
  await expect(page.getByRole('textbox', { name: 'The job in plain words' })).toBeFocused();
  await press('Escape', '/');
  await expect(page.locator('[data-list-search]')).toBeFocused();
  await page.keyboard.type(first.name);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await expect(page.getByText(/^1 of \d+ technicians shown\./)).toBeVisible();
  await press('Control+a', 'Delete');
  await expect(page).not.toHaveURL(/search=/);
  await tabTo(page, page.getByRole('button', { name: 'Filter' }));
  await press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Visit status' }));
  // The list opens first, and what the next keys reach is in it.
  await press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Dispatched', exact: true })).toBeVisible();
  await press('ArrowDown', 'Enter');
  await expect(page).toHaveURL(/state=/);
  await press('Escape', 'Escape');

  // Everybody is told, and what happened is beside the board.
  await tabTo(page, page.getByRole('button', { name: /^Dispatch \d/ }));
  await press('Enter');
  const dispatch = page.getByRole('button', { name: /^Dispatch \d+ visits?$/ });
  await expect(dispatch).toBeFocused();
  // Nothing leaves before it is said who hears of it.
  await expect(dispatch).toBeEnabled();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'All dispatched' })).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: /^Unscheduled/ }));
  await press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Attention/ })).toBeFocused();
  await expectAccessible(page);
  await press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Undo: / }).first()).toBeVisible();
  await expectAccessible(page);
  await press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toContainText('Pick up a visit, or put it down');
  await expectAccessible(page, '[role=dialog]');

  // Whoever does not want single letters to do anything switches them off, and finds the way back.
  await tabTo(page, help.getByRole('switch', { name: 'Single-key shortcuts' }));
  await press('Space', 'Escape');
  await expect(help).toBeHidden();
  await press('/', '?', 'q');
  await expect(page.locator('[data-list-search]')).not.toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: /^Account/ }));
  await press('Enter');
  await tabTo(page, page.getByRole('menuitem', { name: 'Keys' }), 'ArrowDown');
  await press('Enter');
  await expect(help).toBeVisible();
});

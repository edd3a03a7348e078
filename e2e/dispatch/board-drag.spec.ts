import type { BrowserContext, Page } from '@playwright/test';
import { addWaiting, blockOf, cardOf, dayOf, freeDay, placeOf } from './board.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board-drag' });

const dayMs = 86_400_000;
const later = (starts_at: string, days: number) =>
  new Date(Date.parse(starts_at) + days * dayMs).toISOString();

/** A visit that is planned for a Tuesday. */
async function addPlanned(context: BrowserContext, week: number) {
  const { id, name, version, slots } = await addWaiting(context, { week });
  const slot = slots.find((one) => dayOf(one) === freeDay(week))!;
  await call(context, 'POST', `/visits/${id}/schedule`, { version, ...booking(slot) });
  return { id, name, slot };
}

function booking({ technicians, starts_at }: { technicians: string[]; starts_at: string }) {
  return { technicians, starts_at };
}

async function startOf(context: BrowserContext, id: string): Promise<string | undefined> {
  const { data } = await call(context, 'GET', `/visits/${id}`);
  const [first] = data.row.assignments;
  return first && new Date(first.starts_at).toISOString();
}

/** Takes a visit up with the mouse, and goes a little way with it. */
async function lift(page: Page, id: string) {
  const { x, y, height } = (await blockOf(page, id).boundingBox())!;
  await page.mouse.move(x + 10, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 90, y + height / 2, { steps: 4 });
  await expect(page.locator('.drag-ghost[data-pointed]')).toBeVisible();
}

const day = (page: Page) => page.locator('.board-head__day b');

test('held at the edge, a visit goes along to the next day; both days are right, for a colleague too, and after an undo', async ({
  page,
  browser,
  product,
}) => {
  await haveSession(page, 'dispatcher');
  const { id, name, slot } = await addPlanned(page.context(), 1);
  const next = later(slot.starts_at, 1);
  const colleague = await browser.newPage({ baseURL: product.url });
  await haveSession(colleague, 'owner');
  await colleague.goto(`/?date=${dayOf({ ...slot, starts_at: next })}`);
  await page.goto(`/?date=${dayOf(slot)}`);
  await lift(page, id);
  const board = (await page.locator('.board-grid').boundingBox())!;
  const { y } = (await blockOf(page, id).boundingBox())!;
  await page.mouse.move(board.x + board.width - 8, y + 20, { steps: 4 });
  await expect(page.locator('.turn-sign')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${dayOf({ ...slot, starts_at: next })}`));
  await expect(page.getByText('still holding the visit')).toBeAttached();
  await page.mouse.move(board.x + board.width / 2, y + 20, { steps: 4 });
  await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(name);
  await page.locator('.board-grid').evaluate((element) => element.scrollTo({ left: 0 }));
  const to = await placeOf(page, { ...slot, starts_at: next });
  await page.mouse.move(to.x + 8, to.y, { steps: 6 });
  await expect(page.locator('.drag-ghost[data-pointed]')).toHaveAttribute('data-kind', /fits|warns/);
  await page.mouse.up();
  await expect(page.getByText(`${name} is planned for`)).toBeVisible();
  await expect(blockOf(page, id)).toBeVisible();
  await expect(blockOf(colleague, id)).toBeVisible();
  expect((await startOf(page.context(), id))!.slice(0, 10)).toBe(next.slice(0, 10));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(blockOf(page, id)).toBeHidden();
  await expect(blockOf(colleague, id)).toBeHidden();
  expect(await startOf(page.context(), id)).toBe(slot.starts_at.replace('+00:00', '.000Z'));
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(blockOf(page, id)).toBeVisible();
  await colleague.close();
});

test(
  'over an arrow, and by keys; Escape puts it back and leaves the day that is shown',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { id, name, slot } = await addPlanned(page.context(), 2);
    await page.goto(`/?date=${dayOf(slot)}`);
    const shown = await day(page).textContent();
    await lift(page, id);
    const arrow = (await page.getByRole('button', { name: 'Earlier' }).boundingBox())!;
    await page.mouse.move(arrow.x + 12, arrow.y + 12, { steps: 4 });
    await expect(page.locator('.in-hand')).toHaveText(name);
    await expect(day(page)).not.toHaveText(shown!);
    await page.keyboard.press('Escape');
    await expect(page.locator('.in-hand')).toBeHidden();
    await page.mouse.up();
    await expect(blockOf(page, id)).toBeHidden();
    const before = await startOf(page.context(), id);
    await page.goto(`/?date=${dayOf(slot)}`);
    await blockOf(page, id).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('PageDown');
    await expect(day(page)).not.toHaveText(shown!);
    await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name} is planned for`)).toBeVisible();
    await expect(blockOf(page, id)).toBeFocused();
    expect(await startOf(page.context(), id)).toBe(later(before!, 1));
  },
);

test('three that are selected move as one change, and one undo brings them back', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const visits: Awaited<ReturnType<typeof addPlanned>>[] = [];
  for (let count = 0; count < 3; count += 1) visits.push(await addPlanned(page.context(), 3));
  await page.goto(`/?date=${dayOf(visits[0]!.slot)}`);
  const starts = () => Promise.all(visits.map(({ id }) => startOf(page.context(), id)));
  const before = await starts();
  for (const { id } of visits) await blockOf(page, id).click({ modifiers: ['ControlOrMeta'] });
  const shown = await day(page).textContent();
  await blockOf(page, visits[0]!.id).focus();
  await page.keyboard.press('Enter');
  // Each says where it would go, and none is in the way of another that goes along.
  await expect(page.locator('.visit-block[data-lifted]')).toHaveCount(3);
  await expect(page.locator('.drag-ghost')).toHaveCount(3);
  await expect(page.locator('.drag-ghost[data-pointed]')).toContainText('and 2 more');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.drag-ghost:is([data-kind="asks"], [data-kind="refuses"])')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageDown');
  await expect(day(page)).not.toHaveText(shown!);
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 visits moved.')).toBeVisible();
  for (const { id } of visits) await expect(blockOf(page, id)).toBeVisible();
  expect(await starts()).toEqual(before.map((start) => later(start!, 1)));
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await starts()).toEqual(before);
});

test(
  'Escape and a window that loses the focus end a drag, and nothing has changed',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { id, slot } = await addPlanned(page.context(), 4);
    await page.goto(`/?date=${dayOf(slot)}`);
    const before = await startOf(page.context(), id);
    for (const end of [
      () => page.keyboard.press('Escape'),
      () => page.evaluate(() => dispatchEvent(new Event('blur'))),
    ]) {
      await lift(page, id);
      await end();
      await expect(page.locator('.drag-ghost')).toHaveCount(0);
      await page.mouse.up();
    }
    expect(await startOf(page.context(), id)).toBe(before);
    await blockOf(page, id).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.getByText('takes 1 h 15 min.')).toBeVisible();
  },
);

test(
  'a slot that a colleague took a moment before is refused: the visit goes back, and why is said',
  long,
  async ({ page }) => {
    await haveSession(page, 'dispatcher');
    const { id, name, slots } = await addWaiting(page.context(), { week: 5 });
    const other = await addWaiting(page.context(), { week: 5 });
    await page.goto(`/?date=${dayOf(slots[0]!)}`);
    await page.route(`**/visits/${id}/schedule`, async (route) => {
      const body = { version: other.version, ...booking(slots[0]!) };
      await call(page.context(), 'POST', `/visits/${other.id}/schedule`, body);
      await route.continue();
    });
    const card = (await (await cardOf(page, { name })).boundingBox())!;
    const to = await placeOf(page, slots[0]!);
    await page.mouse.move(card.x + 20, card.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.locator('.tray__refused')).toContainText(`is with ${other.name}`);
    await expect(blockOf(page, id)).toBeHidden();
    await expect(blockOf(page, other.id)).toBeVisible();
    await expect(page.locator('.tray__visit').filter({ hasText: name })).toBeVisible();
  },
);

import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addWaiting, blockOf, dayOf } from './board.ts';
import { addressOf, expect, long, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'board' });

/** Whoever was on the board in an earlier journey, and could not say that it ended, has left it by then. */
const left = { timeout: 60_000 };

/** A planned visit, and its day on the boards of two people. */
async function together(page: Page, colleague: Page, week: number) {
  await signIn(page, 'owner');
  // In a session of their own: what earlier journeys left open in the one that they share is still here for a while.
  const api = '/services/authentication/api';
  if (!(await colleague.request.get(`${api}/session`)).ok()) {
    const data = { email: addressOf('dispatcher'), password: 'muster-demo' };
    expect(await (await colleague.request.post(`${api}/login`, { data })).json()).toMatchObject({
      code: 800,
    });
  }
  const { id, name, version, slots } = await addWaiting(page.context(), { week });
  const { technicians, starts_at } = slots[0]!;
  await call(page.context(), 'POST', `/visits/${id}/schedule`, { version, technicians, starts_at });
  for (const one of [page, colleague]) {
    await one.goto(`/?date=${dayOf(slots[0]!)}`);
    await expect(blockOf(one, id)).toBeVisible();
  }
  return { id, name, technician: technicians[0]! };
}

async function grab(page: Page, id: string) {
  const box = (await blockOf(page, id).boundingBox())!;
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 12, { steps: 5 });
}

test(
  'two on the board see each other, what is open, and that somebody left',
  long,
  async ({ page, browser, product }) => {
    const colleague = await browser.newPage({ baseURL: product.url });
    const { id, name } = await together(page, colleague, 20);
    const here = page.getByRole('button', { name: /^Also here/ });
    await expect(here).toBeVisible();
    await expect(colleague.getByRole('button', { name: /^Also here/ })).toBeVisible();
    await blockOf(colleague, id).click();
    await expect(blockOf(page, id)).toHaveAccessibleName(/has this open/);
    await here.click();
    const list = page.getByRole('list', { name: 'Who else is here' });
    await expect(list).toContainText(new RegExp(`has J-\\d+.* ${name} open, is viewing Tue`));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(here).toBeFocused();
    await colleague.goto('/jobs');
    await expect(here).toBeHidden(left);
    await expect(blockOf(page, id)).not.toHaveAccessibleName(/has this open/);
    await colleague.close();
  },
);

test(
  'whoever leaves the board has left, also where the page could not say so while it closed',
  long,
  async ({ page, browser, product }) => {
    const colleague = await browser.newPage({ baseURL: product.url });
    await colleague.addInitScript(() => {
      addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
    });
    await together(page, colleague, 26);
    const here = page.getByRole('button', { name: /^Also here/ });
    await expect(here).toBeVisible();
    await colleague.goto('/jobs');
    await expect(here).toBeHidden(left);
    await colleague.close();
  },
);

test('what one holds the other cannot grab, by pointer or keys, until it is put down; then it glows', async ({
  page,
  browser,
  product,
}) => {
  const colleague = await browser.newPage({ baseURL: product.url });
  const { id } = await together(page, colleague, 21);
  await grab(page, id);
  await expect(page.locator('.drag-ghost[data-pointed]')).toBeVisible();
  await expect(blockOf(colleague, id)).toHaveAccessibleName(/is moving this/);
  await expect(blockOf(colleague, id)).toHaveAttribute('data-mark', 'held');
  await expectAccessible(colleague);
  await grab(colleague, id);
  await expect(colleague.getByText(/is moving this\.$/)).toBeVisible();
  await expect(colleague.locator('.drag-ghost')).toHaveCount(0);
  await colleague.mouse.up();
  await blockOf(colleague, id).focus();
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByText(/picked up/)).toHaveCount(0);

  await page.mouse.up();
  await expect(blockOf(colleague, id)).toHaveAttribute('data-mark', 'changed');
  await expect(blockOf(page, id)).not.toHaveAttribute('data-mark');
  await expect(blockOf(colleague, id)).not.toHaveAttribute('data-mark');
  await blockOf(colleague, id).focus();
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByText(/picked up/)).toBeAttached();
  await expect(blockOf(page, id)).toHaveAttribute('data-mark', 'held');
  await colleague.keyboard.press('Escape');
  await expect(blockOf(page, id)).not.toHaveAttribute('data-mark');
  await colleague.close();
});

test(
  'a tab that only listens to another one counts, and a browser that dies in the middle of a move lets go',
  long,
  async ({ page, browser, product }) => {
    const context = await browser.newContext({ baseURL: product.url });
    const leading = await context.newPage();
    await signIn(leading, 'dispatcher', '/jobs');
    const colleague = await context.newPage();
    const { id } = await together(page, colleague, 22);
    await expect(page.getByRole('button', { name: /^Also here/ })).toBeVisible();
    await grab(colleague, id);
    await expect(blockOf(page, id)).toHaveAttribute('data-mark', 'held');
    // Nothing more is heard of that browser.
    await context.setOffline(true);
    await expect(blockOf(page, id)).not.toHaveAttribute('data-mark', { timeout: 20_000 });
    await context.close();
  },
);

import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addVisit, blockOf, boardOf, book, freeDay, momentOf } from './board.ts';
import { expect, haveSession, long, test } from '../journey.ts';

// A tablet on its side.
test.use({ business: 'board-look', hasTouch: true, viewport: { width: 1024, height: 768 } });

/** Where everything in the bar lies, by what it is called without its number. */
async function placesIn(page: Page): Promise<Record<string, DOMRect>> {
  return page.getByRole('toolbar', { name: 'Board' }).evaluate((bar) =>
    Object.fromEntries(
      [...bar.querySelectorAll('button, input:not([type=radio], [type=hidden])')].map((one) => {
        const name = one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ?? one.textContent;
        return [
          name.replace(/^(All dispatched|Dispatch).*/, 'Dispatch'),
          one.getBoundingClientRect().toJSON(),
        ];
      }),
    ),
  );
}

test('on a tablet the bar is one row, what has no room is in one menu, and a number moves nothing', async ({
  page,
}, info) => {
  const day = freeDay(16 + 30 * info.repeatEachIndex);
  await haveSession(page, 'dispatcher');
  const { technicians } = await boardOf(page.context(), day);
  const visit = await addVisit(page.context());
  await page.goto(`/?date=${day}`);
  await expect(page.getByRole('button', { name: 'All dispatched' })).toBeVisible();
  const before = await placesIn(page);
  const boxes = Object.values(before);
  const middle = (box: DOMRect) => box.y + box.height / 2;
  expect(Math.max(...boxes.map(middle)) - Math.min(...boxes.map(middle))).toBeLessThan(2);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(1024);
  for (const { height, width } of boxes) expect(Math.min(height, width)).toBeGreaterThanOrEqual(36);
  const first = (await page.locator('.board-row').first().boundingBox())!;
  expect(first.y).toBeLessThanOrEqual(144);

  await book(page.context(), visit, technicians[0]!, momentOf(day, '09:00'));
  await expect(page.getByRole('button', { name: 'Dispatch 1' })).toBeVisible();
  expect(await placesIn(page)).toEqual(before);

  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.tap();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Today',
    'Legend',
    'View options',
    'Select visits',
    'Map',
    'Print the day',
    'Quick add',
  ]);
  await expectAccessible(page, '[role=toolbar]');
  await page.getByRole('menuitem', { name: 'View options' }).tap();
  await page.getByText('Compact').tap();
  await expect.poll(async () => (await page.locator('.board-row').first().boundingBox())?.height).toBe(40);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Compact')).toBeHidden();
  await more.tap();
  await page.getByRole('menuitem', { name: 'Quick add' }).tap();
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  // With the names of the rail beside it there is less room still.
  await page.getByRole('button', { name: 'Collapse' }).tap();
  await expect(page.getByRole('radio', { name: 'Week' })).toHaveCount(0);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Week' }).tap();
  await expect(page).toHaveURL(/view=week/);
  const narrow = Object.values(await placesIn(page));
  expect(Math.max(...narrow.map(middle)) - Math.min(...narrow.map(middle))).toBeLessThan(2);
});

test('what is the matter with a visit is seen at every width and height', long, async ({ page }, info) => {
  const day = freeDay(17 + 30 * info.repeatEachIndex);
  await haveSession(page, 'dispatcher');
  const { technicians } = await boardOf(page.context(), day);
  const visit = await addVisit(page.context(), { duration: 45 });
  await book(page.context(), visit, technicians[0]!, momentOf(day, '09:00'));
  await page.goto(`/?date=${day}`);
  const block = blockOf(page, visit.id);
  await block.focus();
  await page.keyboard.press('p');
  await expect(block).toHaveAttribute('data-pinned', 'true');
  for (const [view, size] of [
    ['day', 'tiny'],
    ['days', 'sliver'],
  ])
    for (const density of ['comfortable', 'compact', 'one line']) {
      await page.evaluate(
        (density) => localStorage.setItem('muster-board', JSON.stringify({ density })),
        density,
      );
      await page.goto(`/?date=${day}&view=${view}`);
      await expect(block).toHaveAttribute('data-size', size!);
      const sign = await block.evaluate((element) => {
        const { display, width, height, right, bottom } = getComputedStyle(element, '::after');
        return {
          display,
          area: parseFloat(width) * parseFloat(height),
          inside: [right, bottom].every((one) => parseFloat(one) >= 0),
        };
      });
      expect(sign, `${view}, ${density}`).toMatchObject({ display: 'block', inside: true });
      expect(sign.area).toBeGreaterThan(30);
    }
});

import type { Page } from '@playwright/test';
import { addVisit, blockOf, boardOf, book, cardOf, freeDay, momentOf, placeOf } from './board.ts';
import { expect, haveSession, test } from '../journey.ts';

// A tablet in a van: lower than the rows are high together, so that there is something to scroll.
test.use({ business: 'board', hasTouch: true, viewport: { width: 1180, height: 620 } });

/** A finger as the browser itself knows it; Playwright's own can only tap. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (x: number, y: number) => touch('touchStart', { x, y }),
    async slide(from: { x: number; y: number }, to: { x: number; y: number }) {
      for (let step = 1; step <= 10; step += 1) {
        const share = step / 10;
        await touch('touchMove', {
          x: from.x + (to.x - from.x) * share,
          y: from.y + (to.y - from.y) * share,
        });
      }
    },
    up: () => touch('touchEnd'),
  };
}

test('a finger that holds still takes a visit up, one that slides at once scrolls', async ({
  page,
}, info) => {
  const day = freeDay(13 + 30 * info.repeatEachIndex);
  await haveSession(page, 'dispatcher');
  const context = page.context();
  const { technicians } = await boardOf(context, day);
  const [visit, waiting] = [await addVisit(context), await addVisit(context)];
  await book(context, visit, technicians[2]!, momentOf(day, '09:00'));
  await page.goto(`/?date=${day}`);
  const block = blockOf(page, visit.id);
  const grid = page.getByRole('grid', { name: 'Board' });
  const hand = await finger(page);
  const middle = async () => {
    const box = (await block.boundingBox())!;
    return { x: box.x + 12, y: box.y + box.height / 2 };
  };

  const begin = await middle();
  await hand.down(begin.x, begin.y);
  await hand.slide(begin, { x: begin.x, y: begin.y - 150 });
  await hand.up();
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  await expect(grid).not.toHaveAttribute('data-dragging');

  // With every row in sight: near an edge the rows would go on scrolling beneath a finger that rests there.
  await page.setViewportSize({ width: 1180, height: 1100 });
  await expect.poll(() => grid.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  const slot = { technicians: [technicians[1]!], starts_at: momentOf(day, '13:00') };
  const place = await placeOf(page, slot);
  const from = await middle();
  await hand.down(from.x, from.y);
  await expect(grid).toHaveAttribute('data-dragging');
  await hand.slide(from, { x: place.x + 12, y: place.y });
  await expect(page.locator('.drag-ghost[data-pointed]')).toContainText(visit.name);
  await hand.up();
  await expect(page.getByText(`${visit.name} is planned for`)).toBeVisible();
  const card = await cardOf(page, waiting);
  const box = (await card.boundingBox())!;
  const rest = await placeOf(page, { technicians: [technicians[1]!], starts_at: momentOf(day, '09:00') });
  await hand.down(box.x + 20, box.y + 10);
  await expect(grid).toHaveAttribute('data-dragging');
  await hand.slide({ x: box.x + 20, y: box.y + 10 }, rest);
  await hand.up();
  await expect(page.getByText(`${waiting.name} is planned for`)).toBeVisible();
  expect((await boardOf(context, day)).booked).toEqual(
    [`${visit.id} ${technicians[1]} 1:00 pm`, `${waiting.id} ${technicians[1]} 9:00 am`].toSorted(),
  );
});

import { expectAccessible } from '../accessible.ts';
import { addVisit, boardOf, book, freeDay, momentOf } from './board.ts';
import { expect, haveSession, test, long } from '../journey.ts';

// What is left of 1440 × 900 at 200 %.
test.use({ business: 'board', viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

test(
  'at 200 % nothing is cut off, nothing moves by itself, and a visit is moved without dragging',
  long,
  async ({ page }) => {
    const day = freeDay(14);
    await haveSession(page, 'dispatcher');
    const context = page.context();
    const { technicians } = await boardOf(context, day);
    const visit = await addVisit(context);
    await book(context, visit, technicians[0]!, momentOf(day, '09:00'));
    await page.goto(`/?date=${day}`);
    const entry = page.getByRole('button', { name: new RegExp(`9:00 am ${visit.name}`) });
    await entry.scrollIntoViewIfNeeded();
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await wider()).toBe(0);
    await expectAccessible(page);
    await entry.click();
    const drawer = page.getByRole('dialog', { name: new RegExp(visit.name) });
    await drawer.getByRole('button', { name: 'Move' }).click();
    const form = drawer.getByRole('group', { name: 'Schedule visit' });
    await form.getByLabel('Time').fill('1:00 pm');
    await form.getByRole('button', { name: 'Move visit' }).click();
    await expect(drawer.getByText(/1:00 pm to 2:00 pm/)).toBeVisible();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await wider()).toBe(0);
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: new RegExp(`1:00 pm ${visit.name}`) })).toBeVisible();
  },
);

import type { Page } from '@playwright/test';
import { repetitions } from '../../apps/server/test/long.ts';
import {
  addVisit,
  blockOf,
  boardOf,
  book,
  carry,
  freeDay,
  momentOf,
  placeOf,
  seenAt,
  shownOn,
  type Visit,
} from './board.ts';
import { expect, signIn, testOfOwnProduct as test, long } from '../journey.ts';

test.use({ business: 'board-together' });
test.describe.configure({ mode: 'default' });

/** What the browser says of a server that is away. */
const unreachable = /net::ERR_|^Failed to load resource/;
const times = ['08:30', '09:15', '10:00', '11:30', '13:00', '12:15'];

/** Two people who look at the same day, on which each of some visits has a row of its own. */
async function twoAt(page: Page, colleague: Page, day: string, count: number) {
  await signIn(page, 'owner');
  await signIn(colleague, 'dispatcher');
  const { technicians } = await boardOf(page.context(), day);
  const visits: Visit[] = [];
  for (let at = 0; at < count; at += 1) {
    const visit = await addVisit(page.context());
    await book(page.context(), visit, technicians[at]!, momentOf(day, '09:00'));
    visits.push(visit);
  }
  for (const one of [page, colleague]) {
    await one.goto(`/?date=${day}`);
    await expect(one.locator('.visit-block')).toHaveCount(count);
    await one.evaluate(() => Object.assign(window, { isSamePage: true }));
  }
  return { technicians, visits };
}

/** Both screens show what the database has, and neither was loaded anew. */
async function expectEqual(day: string, ...pages: Page[]) {
  const { booked } = await boardOf(pages[0]!.context(), day);
  for (const page of pages) {
    await expect.poll(() => shownOn(page)).toEqual(booked);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  }
}

test(
  'each sees every move of the other, and both boards end as the database',
  long,
  async ({ page, browser }) => {
    const day = freeDay(1);
    const colleague = await browser.newPage();
    const { technicians, visits } = await twoAt(page, colleague, day, 4);
    const waits: number[] = [];
    const moves = repetitions({ usual: 20, long: 200 });
    for (let move = 0; move < moves; move += 1) {
      const [at, round] = [move % visits.length, Math.floor(move / visits.length)];
      const [mover, other] = (at + round) % 2 === 0 ? [page, colleague] : [colleague, page];
      const visit = visits[at]!;
      // A row that nobody else has: in every other round they are four further down.
      const technician = technicians[at + (round % 2) * visits.length]!;
      const starts_at = momentOf(day, times[round % times.length]!);
      const seen = seenAt(other, visit.id, technician, starts_at);
      let began = Date.now();
      if (at === 0 && round > 0) {
        const place = await placeOf(mover, { technicians: [technician], starts_at });
        await carry(mover, blockOf(mover, visit.id), place);
        began = Date.now();
        await mover.mouse.up();
      } else await book(mover.context(), visit, technician, starts_at);
      waits.push((await seen) - began);
      await seenAt(mover, visit.id, technician, starts_at);
    }
    await expectEqual(day, page, colleague);
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.floor(waits.length * share)]!;
    const told = `${waits.length} moves: median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, the last ${waits.at(-1)} ms`;
    test.info().annotations.push({ type: 'seen by the other', description: told });
    await colleague.close();
  },
);

test(
  'both drop on one slot at once: one wins, the other is told why, and both boards are right',
  long,
  async ({ page, browser }) => {
    const day = freeDay(2);
    const colleague = await browser.newPage();
    const { technicians, visits } = await twoAt(page, colleague, day, 2);
    const slot = { technicians: [technicians[4]!], starts_at: momentOf(day, '11:30') };
    // Neither reaches the server before both have let go.
    const gate = Promise.withResolvers<void>();
    let dropped = 0;
    const people = [page, colleague].map((one, at) => ({ page: one, visit: visits[at]! }));
    for (const { page, visit } of people) {
      await page.route('**/schedule', async (route) => {
        dropped += 1;
        if (dropped === 2) gate.resolve();
        await gate.promise;
        await route.continue();
      });
      await carry(page, blockOf(page, visit.id), await placeOf(page, slot));
      await expect(page.locator('.drag-ghost[data-pointed]')).toContainText('Fits');
    }
    await Promise.all(people.map(({ page }) => page.mouse.up()));
    const wins = ({ page, visit }: (typeof people)[number]) => page.getByText(`${visit.name} is planned for`);
    await expect
      .poll(async () => (await Promise.all(people.map((one) => wins(one).count()))).join())
      .toMatch(/1/);
    const [winner, loser] = (await wins(people[0]!).isVisible()) ? people : people.toReversed();
    await expect(wins(winner!)).toBeVisible();
    await expect(
      loser!.page.getByText(`is with ${winner!.visit.name} 11:30 am–12:30 pm: 1 h overlap.`).first(),
    ).toBeVisible();
    await expect(wins(loser!)).toHaveCount(0);
    await expectEqual(day, page, colleague);
    await colleague.close();
  },
);

test('a server that is killed, and a line that is cut: both catch up by themselves, and nothing is lost', async ({
  page,
  browser,
  product,
  complaints,
}) => {
  const day = freeDay(3);
  const colleague = await browser.newPage();
  const { technicians, visits } = await twoAt(page, colleague, day, 2);
  const [visit, another] = [visits[0]!, visits[1]!];
  const drag = async (row: number, time: string) => {
    const slot = { technicians: [technicians[row]!], starts_at: momentOf(day, time) };
    await carry(page, blockOf(page, visit.id), await placeOf(page, slot));
    await page.mouse.up();
    return slot;
  };

  await product.kill();
  for (const one of [page, colleague]) await expect(one.getByText('Connection lost.')).toBeVisible();
  await drag(4, '11:30');
  await expect(blockOf(page, visit.id)).toHaveAttribute('data-doubt', 'waiting');
  await colleague.context().setOffline(true);
  await product.start();
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await expect(page.getByText(`${visit.name} is planned for`)).toBeVisible();
  await expectEqual(day, page);

  const { starts_at } = await drag(5, '13:00');
  await expect(page.getByText(`${visit.name} is planned for`)).toBeVisible();
  await expect(colleague.getByText('Connection lost.')).toBeVisible();
  await colleague.context().setOffline(false);
  await seenAt(colleague, visit.id, technicians[5]!, starts_at);
  await book(colleague.context(), another, technicians[6]!, starts_at);
  await seenAt(page, another.id, technicians[6]!, starts_at);
  await expectEqual(day, page, colleague);
  await colleague.close();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !unreachable.test(text)));
});

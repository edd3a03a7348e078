import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, haveSession, signIn, testOfOwnProduct as test, long } from '../journey.ts';
import {
  type Assignment,
  clearDay,
  dayFromToday,
  drawn,
  endMs,
  overlapsOn,
  panelOf,
  pressPlan,
  tablesOf,
} from './plan.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'plan-together' });
test.describe.configure({ mode: 'serial' });

/** A colleague's own window on the same day. */
async function colleagueOf(browser: Browser, baseURL: string, day: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await signIn(page, 'dispatcher', `/?date=${day}`);
  await expect(page.locator('.board-row__name').first()).toBeVisible();
  return page;
}

/** Puts a visit off by some minutes, as somebody who drags it does; false where a rule speaks against it. */
async function putOff(context: BrowserContext, booking: Assignment, minutes: number): Promise<boolean> {
  const { version } = (await call(context, 'GET', `/visits/${booking.visit_id}`)).data.row;
  const starts_at = new Date(Date.parse(booking.starts_at) + minutes * 60_000).toISOString();
  const body = { version, technicians: [booking.technician_id], starts_at };
  return (await call(context, 'POST', `/visits/${booking.visit_id}/schedule`, body)).code === 800;
}

test('a colleague sees the run, is refused a second, moves visits meanwhile, and nothing overlaps', async ({
  page,
  browser,
  baseURL,
}) => {
  const day = dayFromToday(3);
  await signIn(page, 'owner', `/?date=${day}`);
  const context = page.context();
  const dana = await colleagueOf(browser, baseURL!, day);
  await pressPlan(page, 'Plan', 'Good 15 s');
  await expect(drawn(page).first()).toBeVisible();

  // Dana sees who plans, and cannot do the same.
  await expect(dana.getByText(/Olivia Owner is planning /)).toBeVisible();
  await pressPlan(dana);
  await expect(dana.getByText('Olivia Owner is already planning these days.')).toBeVisible();

  // During the run she moves some, which have not been proposed otherwise yet.
  const { assignments } = await tablesOf(context, day);
  let moved = 0;
  for (const booking of assignments.toReversed()) {
    if (moved === 3) break;
    for (const minutes of [-15, 15, 30]) if (await putOff(dana.context(), booking, minutes)) break;
    const now = (await tablesOf(context, day)).assignments.find(({ id }) => id === booking.id);
    if (now?.starts_at !== booking.starts_at) moved += 1;
  }
  expect(moved).toBe(3);
  await dana.getByRole('button', { name: 'Stop' }).click();
  const panel = panelOf(page);
  await expect(panel).toBeVisible({ timeout: endMs });

  // What has happened is told, and what no longer fits says why and is not among what would be accepted.
  await expect(panel.getByText('Changed since')).toBeVisible();
  await expect(panel.getByText(/It has been moved since/).first()).toBeVisible();
  const accept = panel.getByRole('button', { name: /^Accept the other \d+ .*no longer fits?/ });
  await expect(accept).toBeVisible();
  await expect(dana.getByRole('button', { name: 'Proposal', exact: true })).toBeVisible();
  const kept = (await tablesOf(context, day)).assignments;

  // During the acceptance as well.
  const [last] = kept;
  await Promise.all([accept.click(), putOff(dana.context(), last!, 5)]);
  await expect(page.getByText(/\d visits? (planned|moved|back)|n’t fit/).first()).toBeVisible();
  if (
    !(await page
      .getByText(/\d visits? (planned|moved|back)/)
      .first()
      .isVisible())
  ) {
    await panel
      .getByRole('button', { name: /^Accept/ })
      .first()
      .click();
    await expect(page.getByText(/\d visits? (planned|moved|back)/).first()).toBeVisible();
  }
  expect(await overlapsOn(context, day)).toEqual([]);
  await expect(dana.getByText(/^\w+ \w+ accepted the proposal for /)).toBeVisible();
  await panel.getByRole('button', { name: 'Dismiss' }).click();
  await expect(panel).toHaveCount(0);
  await expect(dana.getByText(/^\w+ \w+ rejected the proposal for /)).toBeVisible();
  await dana.context().close();
});

test(
  'a server that dies during a run is told of, nothing is half done, and the next run works',
  long,
  async ({ page, product }) => {
    const day = dayFromToday(4);
    await haveSession(page, 'owner');
    await clearDay(page.context(), day);
    await page.goto(`/?date=${day}`);
    await pressPlan(page, 'Plan', 'Best 60 s');
    await expect(drawn(page).first()).toBeVisible();
    const before = (await tablesOf(page.context(), day)).assignments;
    await product.kill();
    await product.start();
    await expect(page.getByText(/couldn’t be planned\./)).toBeVisible({ timeout: 60_000 });
    await expect(drawn(page)).toHaveCount(0);
    expect((await tablesOf(page.context(), day)).assignments).toEqual(before);

    await page.getByRole('button', { name: 'Plan again' }).click();
    await expect(drawn(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(panelOf(page)).toBeVisible({ timeout: endMs });
  },
);

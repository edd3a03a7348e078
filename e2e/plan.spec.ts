import { expectAccessible } from './accessible.ts';
import { addVisit, blockOf, freeDay } from './board.ts';
import { addCustomer } from './customers.ts';
import { expect, signIn, test } from './journey.ts';
import {
  clearDay,
  contentsOf,
  dayFromToday,
  drawn,
  endMs,
  panelOf,
  pressPlan,
  tablesOf,
  workingDayFromToday,
} from './plan.ts';
import { call } from './technicians.ts';

test.use({ purpose: 'plan' });
test.describe.configure({ timeout: 120_000 });

test('a cleared day is planned, accepted in part, taken back byte by byte, and rejected', async ({
  page,
}) => {
  const day = workingDayFromToday(3);
  await signIn(page, 'owner');
  const context = page.context();
  expect(await clearDay(context, day)).toBeGreaterThan(20);
  await page.goto(`/?date=${day}`);
  await expect(page.locator('.board-row__name').first()).toBeVisible();
  const before = await contentsOf(context, day);

  const pressed = await pressPlan(page);
  await expect(drawn(page).first()).toBeVisible();
  const first = Date.now() - pressed;
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/ visits placed · /)).toBeVisible();
  const panel = panelOf(page);
  await expect(panel).toBeVisible({ timeout: endMs });
  test.info().annotations.push({ type: 'time', description: `first ${first} ms` });
  process.stdout.write(`first drawn after ${first} ms, the end after ${Date.now() - pressed} ms\n`);
  expect(await contentsOf(context, day)).toBe(before);

  // Figures, reasons in sentences, and names that lead to what they are about.
  await expect(panel.getByText('Visits placed')).toBeVisible();
  const items = panel.locator('.plan-item');
  const count = await panel.getByRole('checkbox', { name: /^Accept (?!all of)/ }).count();
  expect(count).toBeGreaterThan(20);
  for (const why of await panel.locator('.plan-item__why').allTextContents()) expect(why).toMatch(/\w+ \w+/);
  await expectAccessible(page, '.board');
  const named = items.first();
  await named.hover();
  await expect(page.locator('.difference[data-pointed]').first()).toBeVisible();
  await named.getByRole('button').first().click();
  await expect(page).toHaveURL(/visit=/);
  await page.keyboard.press('Escape');
  await expect(panel).toBeVisible();

  // It is the server's: a reload finds it again, with what is drawn.
  await page.reload();
  await expect(drawn(page).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: `Accept all ${count}` })).toBeVisible();

  // By technicians: half of them, so that nobody needs what is left out.
  const groups = panel.getByRole('checkbox', { name: /^Accept all of/ });
  const half = Math.floor((await groups.count()) / 2);
  for (let at = 0; at < half; at += 1) await groups.nth(at).uncheck();
  const accept = panel.getByRole('button', { name: /^Accept \d+ selected/ });
  const accepted = Number(/\d+/.exec((await accept.textContent())!)![0]);
  expect(accepted).toBeLessThan(count);
  // What was chosen outlives a reload.
  await page.reload();
  await expect(panel.getByRole('button', { name: `Accept ${accepted} selected` })).toBeVisible();
  await accept.click();
  await expect(page.getByText(/visits are planned as proposed/)).toBeVisible();
  await expect(page.locator('.visit-block').first()).toBeVisible();
  const booked = (await tablesOf(context, day)).assignments.length;
  expect(booked).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await contentsOf(context, day)).toBe(before);

  await panel.getByRole('button', { name: 'Reject' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Proposal', exact: true })).toHaveCount(0);
  await expect(drawn(page)).toHaveCount(0);
  expect(await contentsOf(context, day)).toBe(before);
});

test('where nothing is left to plan it says so, and one press plans the next working day', async ({
  page,
}) => {
  await signIn(page, 'owner', `/?date=${dayFromToday(-1)}`);
  await pressPlan(page);
  await expect(page.getByText('The working day is over.')).toBeVisible();
  await page.getByRole('button', { name: /^Plan (Mon|Tue|Wed|Thu|Fri|Sat|Sun) / }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(panelOf(page)).toBeVisible({ timeout: endMs });
  await expect(page).toHaveURL(/date=.*plan=|plan=/);
  await panelOf(page)
    .getByRole('button', { name: /^(Reject|Put away)/ })
    .click();
  await expect(panelOf(page)).toHaveCount(0);
});

test('an absence is repaired in four clicks or fewer, also where visits are dispatched, and what has begun stays', async ({
  page,
}) => {
  const day = dayFromToday(2);
  await signIn(page, 'owner');
  const context = page.context();
  const { assignments } = await tablesOf(context, day);
  const byTechnician = Map.groupBy(assignments, ({ technician_id }) => technician_id);
  const from = Temporal.PlainDateTime.from(`${day}T10:30`).toZonedDateTime('Australia/Sydney').toInstant();
  const afterwards = (list: typeof assignments) =>
    list.filter(({ starts_at }) => Temporal.Instant.compare(Temporal.Instant.from(starts_at), from) >= 0);
  const [away, own] = [...byTechnician].find(
    ([, list]) => afterwards(list).length >= 2 && afterwards(list).length < list.length,
  )!;
  const begun = own.find((one) => !afterwards([one]).length)!;
  await call(context, 'POST', `/visits/${begun.visit_id}/dispatch`, {});
  await call(context, 'POST', `/visits/${begun.visit_id}/progress`, { progress: 'en route' });
  const [told] = afterwards(own) as [(typeof own)[number]];
  expect((await call(context, 'POST', `/visits/${told.visit_id}/dispatch`, {})).code).toBe(800);
  const waiting = await addVisit(context);
  const absence = {
    kind: 'sick',
    starts_at: from.toString(),
    ends_at: from.add({ hours: 9 }).toString(),
    whole_days: false,
  };
  expect((await call(context, 'POST', `/technicians/${away}/absences`, absence)).code).toBe(800);

  await page.goto(`/?date=${day}`);
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'tab' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name }).click();
  };
  await click(/^Attention/, 'tab');
  await click('Repair');
  const panel = panelOf(page);
  await expect(panel).toBeVisible({ timeout: endMs });
  await expect(panel.getByText(/^1 visit is dispatched to .* until you call it back\.$/)).toBeVisible();
  await expectAccessible(page, '.board');
  await click('Call back and repair');
  await expect(panel.getByText(/until you call it back/)).toHaveCount(0);
  await expect(panel).toBeVisible({ timeout: endMs });
  await click(/^Accept all/);
  await expect(page.getByText(/planned as proposed/)).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);

  const after = (await tablesOf(context, day)).assignments;
  const still = after.filter(({ technician_id }) => technician_id === away);
  expect(afterwards(still).filter(({ is_pinned }) => !is_pinned)).toEqual([]);
  expect(after.map(({ visit_id }) => visit_id)).toContain(told.visit_id);
  expect(after.map(({ visit_id }) => visit_id)).not.toContain(waiting.id);
  const kept = after.find(({ visit_id }) => visit_id === begun.visit_id)!;
  expect(kept).toMatchObject({ technician_id: away, starts_at: begun.starts_at });
});

test('with keys alone: planned, some left out, accepted', async ({ page }) => {
  const day = dayFromToday(6);
  await signIn(page, 'owner', `/?date=${day}`);
  await expect(page.locator('.board-row__name').first()).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(page.locator('.plan-menu__way').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel).toBeVisible({ timeout: endMs });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  const box = panel.getByRole('checkbox', { name: /^Accept all of/ }).first();
  for (let at = 0; at < 6 && !(await box.evaluate((one) => one === document.activeElement)); at += 1)
    await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  const accept = panel.getByRole('button', { name: /selected$/ });
  await expect(accept).toBeVisible();
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/planned as proposed|do not fit|does not fit/).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByText('Plan the days that are shown')).toBeVisible();
});

test('what matters is chosen in words, and saved as one change that can be taken back', async ({ page }) => {
  await signIn(page, 'owner', '/settings/planning');
  const driving = page.getByRole('slider', { name: 'Little driving' });
  await expect(driving).toHaveAttribute('aria-valuetext', 'as usual');
  await expectAccessible(page);
  await driving.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('slider', { name: 'Fair shares' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('What matters is saved.')).toBeVisible();
  const saved = async () => (await call(page.context(), 'GET', '/settings')).data.row.planning;
  expect(await saved()).toMatchObject({ driving: 4, fairness: 3 });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(driving).toHaveAttribute('aria-valuetext', 'as usual');
  expect(await saved()).toMatchObject({ driving: 2, fairness: 2 });
});

test('five places are offered before the job exists, with their price, and one is booked with it', async ({
  page,
}) => {
  await signIn(page, 'owner', '/');
  const context = page.context();
  const { name } = await addCustomer(context);
  await page.getByRole('button', { name: /Quick add/ }).click();
  await page.getByLabel('The job in plain words').fill(`${name} 45m`);
  await page.getByRole('button', { name: 'Find a slot', exact: true }).click();
  const offers = page.getByRole('list', { name: 'Slots' }).getByRole('button');
  await expect(offers).toHaveCount(5);
  await expect(offers.first()).toContainText(/driving|saves/);
  await offers.first().click();
  await page.getByRole('button', { name: 'Add and book' }).click();
  await expect(page.getByText(/is added\. /)).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Quick add' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a proposal is a list', async ({ page }) => {
    const day = dayFromToday(7);
    await signIn(page, 'owner', `/?date=${day}`);
    await pressPlan(page);
    const panel = panelOf(page);
    await expect(panel).toBeVisible({ timeout: endMs });
    await expectAccessible(page, '.record-drawer');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Look at it' }).click();
    await panel.getByRole('button', { name: 'Reject' }).click();
    await expect(panel).toHaveCount(0);
  });
});

test('why a visit waits is told in its drawer, and one press plans it', async ({ page }) => {
  await signIn(page, 'dispatcher');
  const visit = await addVisit(page.context());
  await page.goto(`/?date=${freeDay(44)}&visit=${visit.id}`);
  await page.getByRole('button', { name: 'Why not planned?' }).click();
  await page.getByRole('button', { name: /^Fits with / }).click();
  await expect(page.getByText(`${visit.name} is planned.`)).toBeVisible();
  await expect(blockOf(page, visit.id)).toBeVisible();
  await page.getByRole('button', { name: 'Why here?' }).click();
  await expect(page.locator('output.why')).toContainText(/\w/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(blockOf(page, visit.id)).toBeHidden();
});

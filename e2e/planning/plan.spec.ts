import { expectAccessible } from '../accessible.ts';
import { addVisit, blockOf, freeDay } from '../dispatch/board.ts';
import { addCustomer } from '../work/customers.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
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
import { call } from '../work/technicians.ts';

test.use({ business: 'plan' });

test('a cleared day is planned, accepted in part, taken back byte by byte, and rejected', async ({
  page,
}) => {
  const day = workingDayFromToday(3);
  await haveSession(page, 'owner');
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
  const count = await panel.getByRole('checkbox', { name: /^Accept (?!all for)/ }).count();
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
  const groups = panel.getByRole('checkbox', { name: /^Accept all for/ });
  const half = Math.floor((await groups.count()) / 2);
  for (let at = 0; at < half; at += 1) await groups.nth(at).uncheck();
  const accept = panel.getByRole('button', { name: /^Accept \d+ selected/ });
  const accepted = Number(/\d+/.exec((await accept.textContent())!)![0]);
  expect(accepted).toBeLessThan(count);
  // What was chosen outlives a reload.
  await page.reload();
  await expect(panel.getByRole('button', { name: `Accept ${accepted} selected` })).toBeVisible();
  await accept.click();
  await expect(page.getByText(/\d visits? (planned|moved|back)/).first()).toBeVisible();
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

test(
  'where nothing is left to plan it says so, and one press plans the next working day',
  long,
  async ({ page }) => {
    await signIn(page, 'owner', `/?date=${dayFromToday(-1)}`);
    await pressPlan(page);
    await expect(page.getByText('The working day has ended.')).toBeVisible();
    await page.getByRole('button', { name: /^Plan (Mon|Tue|Wed|Thu|Fri|Sat|Sun) / }).click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(panelOf(page)).toBeVisible({ timeout: endMs });
    await expect(page).toHaveURL(/date=.*plan=|plan=/);
    await panelOf(page)
      .getByRole('button', { name: /^(Reject|Dismiss)/ })
      .click();
    await expect(panelOf(page)).toHaveCount(0);
  },
);

test(
  'an absence is repaired in three clicks, also where visits are dispatched, and what has begun stays',
  long,
  async ({ page }) => {
    // On a weekend few work, and somebody else may not be free.
    const day = workingDayFromToday(2);
    await haveSession(page, 'owner');
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
    await expectAccessible(page, '.board');
    await click(/^Accept all/);
    await expect(page.getByText(/\d visits? (planned|moved|back)/).first()).toBeVisible();
    expect(clicks).toBeLessThanOrEqual(3);

    const after = (await tablesOf(context, day)).assignments;
    const still = after.filter(({ technician_id }) => technician_id === away);
    expect(afterwards(still).filter(({ is_pinned }) => !is_pinned)).toEqual([]);
    expect(after.map(({ visit_id }) => visit_id)).toContain(told.visit_id);
    expect(after.map(({ visit_id }) => visit_id)).not.toContain(waiting.id);
    const kept = after.find(({ visit_id }) => visit_id === begun.visit_id)!;
    expect(kept).toMatchObject({ technician_id: away, starts_at: begun.starts_at });
  },
);

test('a name on the board, sick, accepted: three presses, and the day stays', async ({ page }) => {
  const day = workingDayFromToday(4);
  await haveSession(page, 'owner');
  const { assignments, technicians } = await tablesOf(page.context(), day);
  const { id, name } = technicians.find((one) =>
    assignments.some(({ technician_id }) => technician_id === one.id),
  )!;
  await page.goto(`/?date=${day}`);
  await page.locator(`.board-row__who[title="${name}"]`).click();
  await expect(page).toHaveURL(new RegExp(`date=${day}.*technician=${id}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`date=${day}$`));
  await page.locator(`.board-row__who[title="${name}"]`).click();
  await page.getByRole('button', { name: /^Sick on / }).click();
  await expect(panelOf(page)).toBeVisible({ timeout: endMs });
  await expectAccessible(page, '.board');
  await page.getByRole('button', { name: /^Accept all/ }).click();
  await expect(page.getByText(/\d visits? (planned|moved|back)/).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`date=${day}`));
  const after = await tablesOf(page.context(), day);
  expect(after.assignments.filter(({ technician_id }) => technician_id === id)).toEqual([]);
  // Whoever lost nothing is where they were.
  const places = (rows: typeof assignments) =>
    new Map(rows.map((row) => [`${row.visit_id} ${row.technician_id}`, row.starts_at]));
  const lost = new Set(assignments.filter((row) => row.technician_id === id).map((row) => row.visit_id));
  const still = places(assignments.filter(({ visit_id }) => !lost.has(visit_id)));
  const left = [...still].filter(([key, start]) => places(after.assignments).get(key) !== start);
  expect(left.length).toBeLessThanOrEqual(3);
});

test('with keys alone: planned, some left out, accepted', long, async ({ page }) => {
  const day = dayFromToday(6);
  await signIn(page, 'owner', `/?date=${day}`);
  await expect(page.locator('.board-row__name').first()).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(page.locator('.plan-menu__way').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const panel = panelOf(page);
  await expect(panel).toBeVisible({ timeout: endMs });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  const box = panel.getByRole('checkbox', { name: /^Accept all for/ }).first();
  for (let at = 0; at < 6 && !(await box.evaluate((one) => one === document.activeElement)); at += 1)
    await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await page.keyboard.press('Space');
  const accept = panel.getByRole('button', { name: /selected$/ });
  await expect(accept).toBeVisible();
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/\d visits? (planned|moved|back)|n’t fit/).first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByText('Plan the days shown')).toBeVisible();
});

test(
  'what matters is chosen in words, and saved as one change that can be taken back',
  long,
  async ({ page }) => {
    await signIn(page, 'owner', '/settings/planning');
    const driving = page.getByRole('slider', { name: 'Less driving' });
    await expect(driving).toHaveAttribute('aria-valuetext', 'as usual');
    await expectAccessible(page);
    await driving.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('slider', { name: 'Even workload' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect(page.getByText('Priorities saved.')).toBeVisible();
    const saved = async () => (await call(page.context(), 'GET', '/settings')).data.row.planning;
    expect(await saved()).toMatchObject({ driving: 4, fairness: 3 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(driving).toHaveAttribute('aria-valuetext', 'as usual');
    expect(await saved()).toMatchObject({ driving: 2, fairness: 2 });
  },
);

test(
  'a slot that is taken on the telephone is agreed: planning its day keeps the time',
  long,
  async ({ page }) => {
    await signIn(page, 'owner', '/');
    const context = page.context();
    const { name } = await addCustomer(context);
    await page.getByRole('button', { name: /Quick add/ }).click();
    await page.getByLabel('The job in plain words').fill(`${name} 45m`);
    const offers = page.getByRole('list', { name: 'Slots' }).getByRole('button');
    await expect(offers).toHaveCount(5);
    await expect(offers.first()).toContainText(/driving|saves/);
    // Next week suits better.
    await page.getByRole('button', { name: /^Show later times/ }).click();
    await expect(offers).toHaveCount(10);
    const later = offers.nth(5);
    const [, arrival] = /arrival (\S+ [ap]m)/.exec((await later.textContent())!)!;
    await later.click();
    await expect(later).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Add and book' }).click();
    await expect(page.getByText(/ added\. /)).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Quick add' })).toHaveCount(0);

    const { data } = await call(context, 'GET', '/changes?limit=1');
    const visit: string = data.rows[0].entries.find((one: { table: string }) => one.table === 'visits').id;
    const { on_date } = (await call(context, 'GET', `/visits/${visit}`)).data.row;
    const startOf = async () => {
      const { row } = (await call(context, 'GET', `/visits/${visit}`)).data;
      const local = Temporal.Instant.from(row.assignments[0].starts_at).toZonedDateTimeISO(
        'Australia/Sydney',
      );
      return { day: local.toPlainDate().toString(), time: local.toPlainTime().toString().slice(0, 5), row };
    };
    await page.goto(`/?date=${on_date}`);
    await expect(blockOf(page, visit)).toBeVisible();
    await pressPlan(page);
    const panel = panelOf(page);
    await expect(panel).toBeVisible({ timeout: endMs });
    await panel.getByRole('button', { name: /^Accept all/ }).click();
    await expect(page.getByText(/\d visits? (planned|moved|back)/).first()).toBeVisible();
    const { day, time, row } = await startOf();
    expect(day).toBe(on_date);
    expect([row.window_from <= time, time <= row.window_to]).toEqual([true, true]);
    await blockOf(page, visit).hover();
    await expect(page.locator('.peek-card')).toContainText(`Agreed ${arrival}`);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a proposal is a list', long, async ({ page }) => {
    const day = dayFromToday(7);
    await signIn(page, 'owner', `/?date=${day}`);
    await pressPlan(page);
    const panel = panelOf(page);
    await expect(panel).toBeVisible({ timeout: endMs });
    await expectAccessible(page, '.record-drawer');
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await panel.getByRole('button', { name: 'Reject' }).click();
    await expect(panel).toHaveCount(0);
  });
});

test('why a visit waits is told in its drawer, and one press plans it', long, async ({ page }) => {
  await haveSession(page, 'dispatcher');
  const visit = await addVisit(page.context());
  await page.goto(`/?date=${freeDay(44)}&visit=${visit.id}`);
  await page.getByRole('button', { name: 'Why not planned?' }).click();
  await page.getByRole('button', { name: /^Fits with / }).click();
  await expect(page.getByText(`${visit.name} is planned.`)).toBeVisible();
  await expect(blockOf(page, visit.id)).toBeVisible();
  await page.getByRole('button', { name: 'Why here?' }).click();
  await expect(page.locator('output.why')).toContainText(/\w/);
  await expectAccessible(page);
  // By key: on a busy machine the notification with its button may be gone by now.
  await page.keyboard.press('Control+z');
  await expect(blockOf(page, visit.id)).toBeHidden();
});

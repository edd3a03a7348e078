import { expectAccessible } from '../accessible.ts';
import { bookAnyway, givenDay } from './field.ts';
import { expect, long, signIn } from '../journey.ts';
import { testOverLine as test } from '../line.ts';
import { card, expectLargeTargets, unfolded, untilKept } from './phone.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

const DAY_MS = 86_400_000;

test('what the office did meanwhile is told until it is read, without a connection too', async ({
  page,
  browser,
  product,
  line,
}) => {
  const office = await givenDay(browser, product, [{}, {}]);
  const [moved, cancelled] = office.visits as [
    (typeof office.visits)[number],
    (typeof office.visits)[number],
  ];
  await signIn(page, 'technician');
  await expect(page.getByRole('article', { name: new RegExp(moved.customer) })).toBeVisible();
  const banner = card(page, 'Changes from the office');
  await expect(banner).toBeHidden();
  await untilKept(page, [moved, cancelled]);
  line.become('cut');
  await expect(page.getByText('No connection.')).toBeVisible();
  const { row } = (await call(office.context, 'GET', `/visits/${moved.id}`)).data;
  const [{ technician_id, starts_at }] = row.assignments;
  for (const days of [2, 1])
    await bookAnyway(
      office.context,
      moved.id,
      technician_id,
      new Date(Date.parse(starts_at) + days * DAY_MS).toISOString(),
    );
  const off = await call(office.context, 'POST', `/visits/${cancelled.id}/cancel`, { reason: 'Sold' });
  expect(off.code).toBe(800);
  const note = { kind: 'note', content: { text: 'Use the back gate' } };
  expect((await call(office.context, 'POST', `/visits/${moved.id}/records`, note)).code).toBe(800);

  line.become('open');
  // Once for both moves, with its date; then what happened after them.
  await expect(banner.getByRole('listitem')).toHaveText([
    new RegExp(`^Moved: ${moved.customer}.*today, .* → \\w{3} \\d+ \\w{3,4}, .*Olivia Owner`),
    new RegExp(`^Cancelled: ${cancelled.customer}.*Olivia Owner`),
  ]);
  await expectLargeTargets(page);
  await expectAccessible(page);
  line.become('cut');
  await page.reload();
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(banner.getByRole('listitem')).toHaveCount(2);
  await banner.getByRole('button', { name: 'Got it' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByText('No connection.')).toBeVisible();
  await expect(banner).toBeHidden();

  line.become('open');
  await expect(page.getByText('No connection.')).toBeHidden();
  await page.goto(`/my-day/visits/${moved.id}`);
  await expect(await unfolded(page, 'Notes')).toContainText('from Olivia Owner');
  await expect(banner).toBeHidden();
  // Arrives without a reload.
  const more = { kind: 'note', content: { text: 'And bring a ladder' } };
  expect((await call(office.context, 'POST', `/visits/${moved.id}/records`, more)).code).toBe(800);
  await expect(card(page, 'Notes')).toContainText('And bring a ladder');
  await office.close();
});

test(
  'a visit that was never finished stays from yesterday, and is finished with the times it had',
  long,
  async ({ page, browser, product }) => {
    const office = await givenDay(browser, product, [{}]);
    const [visit] = office.visits as [(typeof office.visits)[number]];
    await signIn(page, 'technician');
    // Tomorrow, by the phone's clock.
    await page.clock.setFixedTime(Date.now() + DAY_MS);
    await page.goto('/my-day');
    const row = card(page, 'From yesterday').getByRole('link', { name: new RegExp(visit.customer) });
    await expect(row).toContainText(/\w{3} \d+ \w{3}/);
    await row.click();
    await page.getByRole('button', { name: 'Finish' }).click();
    const sheet = page.getByRole('dialog', { name: 'How did it go?' });
    await sheet.getByRole('radio', { name: /^Done/ }).check();
    const now = Temporal.Now.zonedDateTimeISO('Australia/Sydney').round({ smallestUnit: 'minute' });
    const [arrived, done] = [50, 20].map((minutes) => now.subtract({ minutes })) as [typeof now, typeof now];
    const text = (at: typeof now) => at.toPlainDateTime().toString().slice(0, 16);
    await sheet.getByLabel('Arrived').fill(text(arrived));
    await sheet.getByLabel('Done', { exact: true }).fill(text(done));
    await sheet.getByRole('button', { name: 'Finish: Done' }).click();
    await expect(sheet).toBeHidden();
    const known = async () => (await call(office.context, 'GET', `/visits/${visit.id}`)).data.row;
    await expect.poll(async () => (await known()).assignments[0].on_site_at).not.toBeNull();
    const { state, assignments } = await known();
    expect(state).toBe('completed');
    expect([assignments[0].on_site_at, assignments[0].done_at].map((at) => Date.parse(at))).toEqual(
      [arrived, done].map(({ epochMilliseconds }) => epochMilliseconds),
    );
    // What is finished is read from the past week.
    await page.goto('/my-day/week');
    await page.getByText('Last seven days', { exact: true }).click();
    await page.getByRole('link', { name: new RegExp(visit.customer) }).click();
    await expect(card(page, 'Times')).toContainText('30 min');
    await expect(page.getByRole('button', { name: 'Add note' })).toHaveCount(0);
    await office.close();
  },
);

import { addVisit, blockOf, boardOf, book, freeDay, momentOf } from './board.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, signIn, test } from '../journey.ts';
import { call } from '../work/technicians.ts';

test.use({ business: 'running-late' });

test('the board follows the field, and a delay moves the rest of the day in two presses', async ({
  page,
  browser,
  product,
}) => {
  await haveSession(page, 'dispatcher');
  const office = page.context();
  const day = freeDay(33);
  const { data } = await call(office, 'GET', '/technicians?limit=100');
  const own: string = data.rows.find(({ user_id }: { user_id: string | null }) => user_id !== null).id;
  const at = (time: string) => momentOf(day, time);
  const [done, next, after] = [
    await addVisit(office, { duration: 45 }),
    await addVisit(office),
    await addVisit(office),
  ];
  await book(office, done, own, at('09:00'));
  await book(office, next, own, at('10:00'));
  await book(office, after, own, at('11:15'));
  const visits = [done.id, next.id, after.id];
  expect(await call(office, 'POST', '/visits/dispatch', { visits })).toMatchObject({ code: 800 });
  await page.goto(`/?date=${day}`);
  await expect(blockOf(page, done.id)).toHaveAttribute('data-state', 'dispatched');

  const phonePage = await browser.newPage({ baseURL: product.url });
  await signIn(phonePage, 'technician');
  const phone = phonePage.context();
  const tell = (visit: string, path: string, body: object) =>
    call(phone, 'POST', `/my/visits/${visit}/${path}`, body);
  for (const [progress, time] of [
    ['en route', '08:40'],
    ['on site', '09:00'],
  ] as const) {
    expect(await tell(done.id, 'progress', { progress, at: at(time) })).toMatchObject({ code: 800 });
    await expect(blockOf(page, done.id)).toHaveAttribute('data-state', progress);
  }

  await page.getByRole('tab', { name: /^Attention/ }).click();
  const late = { kind: 'late', content: { minutes: 40, text: 'The valve is seized' } };
  expect(await tell(next.id, 'records', late)).toMatchObject({ code: 800 });
  const block = blockOf(page, next.id);
  await expect(block).toContainText('late');
  await expect(block).toHaveAttribute('aria-label', /late: 40 min late/);
  const item = page.locator('.attention__item').filter({ hasText: next.name });
  await expect(item).toContainText('Running late');
  await expect(item).toContainText('will be 40 min late: The valve is seized');
  await expectAccessible(page, '.tray');
  await item.getByRole('button', { name: 'Move the rest of the day' }).click();

  const panel = page.getByRole('dialog', { name: /Repair|Proposal/ });
  await expect(panel.getByText('late: The valve is seized.')).toBeVisible();
  await expect(panel.getByText('it starts as soon as they can get there.')).toBeVisible();
  await panel.getByRole('button', { name: /^Accept/ }).click();
  await expect(blockOf(page, next.id)).toHaveAttribute('aria-label', /10:40 am/);
  await expect(blockOf(page, after.id)).toHaveAttribute('aria-label', /11:45 am/);
  // It is planned for then: nobody is late any more.
  await expect(block).not.toContainText('late');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(blockOf(page, after.id)).toHaveAttribute('aria-label', /11:15 am/);
  await expect(block).toHaveAttribute('aria-label', /late: 40 min late/);
  const { booked } = await boardOf(office, day);
  expect(booked).toContain(`${after.id} ${own} 11:15 am`);

  // Whoever is there is not late any more.
  expect(await tell(next.id, 'progress', { progress: 'on site', at: at('10:40') })).toMatchObject({
    code: 800,
  });
  await expect(block).toHaveAttribute('data-state', 'on site');
  await expect(block).not.toContainText('late');
  await phonePage.close();
});

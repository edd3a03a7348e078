import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { call } from './technicians.ts';

test.use({ purpose: 'my-day', viewport: { width: 390, height: 844 } });

test('a technician finds the day on a phone, and hears of a change at once', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'technician');
  await expect(page).toHaveURL('/my-day');
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  const { data } = await call(page.context(), 'GET', '/my/visits');
  const visits: { id: string; state: string; number: string }[] = data.rows;
  const ahead = visits.find(({ state }) => state === 'planned' || state === 'dispatched')!;
  const card = page.getByRole('article', { name: new RegExp(`${ahead.number}$`) });
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: /^Call/ }).first()).toHaveAttribute('href', /^tel:[+\d]+$/);
  const way = card.getByRole('link', { name: /^The way there/ });
  expect((await way.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  await expectAccessible(page);

  const office = await browser.newPage({ baseURL: product.url });
  await signIn(office, 'dispatcher');
  const saved = await call(office.context(), 'PATCH', `/visits/${ahead.id}`, {
    version: 1,
    note: 'Ring twice, the bell is weak',
  });
  expect(saved.code).toBe(800);
  await expect(card).toContainText('Ring twice, the bell is weak');
  await office.close();
});

import { expect, haveSession, signIn, test } from '../journey.ts';
import { call, ownWord } from './technicians.ts';

test.use({ business: 'scheduler' });

test('two people at one customer: what only one changed is merged, and what both changed is chosen by a person', async ({
  page,
  browser,
  product,
}) => {
  const word = ownWord();
  await haveSession(page, 'owner');
  const { data } = await call(page.context(), 'POST', '/customers', { name: word, phone: '0400 000 000' });
  const { id, version } = data.row;
  const colleague = await browser.newPage({ baseURL: product.url });
  await signIn(colleague, 'dispatcher');
  await page.goto(`/customers/${id}`);
  const drawer = page.getByRole('dialog', { name: word });
  await drawer.getByRole('button', { name: 'Edit contact details' }).click();
  await drawer.getByLabel('Phone').fill('0411 111 111');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await drawer.getByLabel('Note', { exact: true }).fill('Rings twice');
  const body = { version, phone: '0422 222 222', email: 'both@example.com' };
  await call(colleague.context(), 'PATCH', `/customers/${id}`, body);
  await expect(drawer.getByLabel('Email', { exact: true })).toHaveValue('both@example.com');
  await drawer.getByRole('button', { name: /Phone: ?Use theirs ?0422 222 222/ }).click();
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
  const saved = await call(colleague.context(), 'GET', `/customers/${id}`);
  expect(saved.data.row).toMatchObject({
    phone: '0422 222 222',
    note: 'Rings twice',
    email: 'both@example.com',
  });
  await colleague.close();
});

import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { call, ownWord, row } from './technicians.ts';

test.use({ purpose: 'scheduler' });

test('a dispatcher adds a customer with a first site, is told of a duplicate, and completes the record', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'dispatcher');
  await call(page.context(), 'POST', '/customers', { name: `Old ${word}`, phone: '0499 123 987' });
  await page.goto('/customers/new');
  const added = page.getByRole('dialog', { name: 'New customer' });
  await added.getByLabel('Name', { exact: true }).fill(`New ${word}`);
  await added.getByLabel('Phone').fill('0499123987');
  await expect(added.getByRole('link', { name: `Old ${word}` })).toBeVisible();
  await added.getByLabel('Address').fill('4 Argent Street');
  await added.getByRole('combobox', { name: 'Suburb' }).fill('broken hill');
  await page.getByRole('option', { name: 'Broken Hill NSW 2880', exact: true }).click();
  await expect(added.getByText('The clocks there show Broken Hill time')).toBeVisible();
  await added.getByLabel('ABN').fill('51 824 753 557');
  await added.getByRole('button', { name: 'Add customer' }).click();
  await expect(added.getByLabel('ABN')).toBeFocused();
  await expect(added.getByLabel('ABN')).toHaveAccessibleDescription(/its check digits do not fit/);
  await added.getByLabel('ABN').fill('51 824 753 556');
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add customer' }).click();

  const drawer = page.getByRole('dialog', { name: `New ${word}` });
  await expect(drawer.getByText('4 Argent Street, Broken Hill NSW 2880')).toBeVisible();
  await drawer.getByText('4 Argent Street, Broken Hill NSW 2880').click();
  const site = drawer.getByRole('group', { name: 'Site', exact: true });
  await site.getByLabel('Coordinates').fill('-31.95, 141.46');
  await site.getByLabel('Hazards').fill('Dog in the yard');
  await site.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByText('Hazard', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Add contact' }).click();
  await drawer.getByLabel('Contact name').fill('Ana Lima');
  await drawer
    .getByRole('group', { name: 'New contact' })
    .getByRole('button', { name: /^Add contact/ })
    .click();
  await expect(drawer.getByRole('button', { name: /^Ana Lima/ })).toBeVisible();
  await expectAccessible(page);

  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const { data } = await call(page.context(), 'GET', `/customers/${id}`);
  expect(data.row).toMatchObject({
    abn: '51824753556',
    contacts: [{ name: 'Ana Lima' }],
    sites: [{ zone: 'Australia/Broken_Hill', latitude: -31.95, position_is_exact: true }],
  });
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText('added the contact Ana Lima')).toBeVisible();
});

test('a list of customers is filtered by its address, exported, and archived with one way back', async ({
  page,
}) => {
  const word = ownWord();
  await signIn(page, 'owner');
  for (const name of ['Ann', 'Ben'])
    await call(page.context(), 'POST', '/customers', { name: `${name} ${word}` });
  await page.goto(`/customers?search=${word}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'More actions with customers' }).click();
  const table = await page.getByRole('menuitem', { name: 'Export as CSV' }).getAttribute('href');
  const csv = await (await page.request.get(table!)).text();
  expect(csv.trim().split('\n')).toHaveLength(3);
  await page.keyboard.press('Escape');
  if (test.info().project.name === 'phone') return;
  await row(page, 'Ann').getByRole('checkbox').click();
  await row(page, 'Ben')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectAccessible(page);
});

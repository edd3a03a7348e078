import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test, long } from '../journey.ts';
import { call, ownWord, row } from './technicians.ts';

test.use({ business: 'scheduler' });

test('a dispatcher adds a customer with a first site, is told of a duplicate, and completes the record', async ({
  page,
}) => {
  const word = ownWord();
  await haveSession(page, 'dispatcher');
  await call(page.context(), 'POST', '/customers', { name: `Old ${word}`, phone: '0499 123 987' });
  await page.goto('/customers/new');
  const added = page.getByRole('dialog', { name: 'New customer' });
  await added.getByLabel('Name', { exact: true }).fill(`New ${word}`);
  await added.getByLabel('Phone').fill('0499123987');
  await expect(added.getByRole('link', { name: `Old ${word}` })).toBeVisible();
  await added.getByLabel('Address').fill('4 Argent Street');
  await added.getByRole('combobox', { name: 'Suburb' }).fill('broken hill');
  await page.getByRole('option', { name: 'Broken Hill NSW 2880', exact: true }).click();
  await expect(added.getByText('This site is on Broken Hill time')).toBeVisible();
  await added.getByLabel('ABN').fill('51 824 753 557');
  await added.getByRole('button', { name: 'Add customer' }).click();
  await expect(added.getByLabel('ABN')).toBeFocused();
  await expect(added.getByLabel('ABN')).toHaveAccessibleDescription(/isn’t a valid ABN/);
  await added.getByLabel('ABN').fill('51 824 753 556');
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add customer' }).click();

  const drawer = page.getByRole('dialog', { name: `New ${word}` });
  await expect(drawer.getByText('4 Argent Street, Broken Hill NSW 2880')).toBeVisible();
  await drawer.getByText('4 Argent Street, Broken Hill NSW 2880').click();
  const site = drawer.getByRole('group', { name: 'Site', exact: true });
  await site.getByLabel('Coordinates').fill('999, 999');
  await site.getByLabel('Coordinates').press('Control+Enter');
  await expect(site.getByLabel('Coordinates')).toBeFocused();
  await expect(site.getByLabel('Coordinates')).toHaveAccessibleDescription(/Enter them like/);
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

test('two customers who are one are merged, found under either address, and taken apart again', async ({
  page,
}) => {
  const word = ownWord();
  await haveSession(page, 'dispatcher');
  const context = page.context();
  const add = async (fields: object) =>
    (await call(context, 'POST', '/customers', fields)).data.row as { id: string };
  const street = { suburb_id: 4220 };
  const kept = await add({
    name: `Lima ${word}`,
    phone: '0412 345 678',
    sites: [{ address: '12 Church Street', ...street }],
  });
  const other = await add({
    name: `A Lima ${word}`,
    phone: '02 9876 5432',
    contacts: [{ name: 'Ben' }],
    sites: [
      { address: '12 Church St', ...street },
      { address: '3 Long Road', ...street },
    ],
  });
  await page.goto(`/customers/${kept.id}`);
  const drawer = page.getByRole('dialog', { name: `Lima ${word}` }).first();
  await drawer.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge with' });
  await dialog.getByRole('combobox', { name: 'The same customer as' }).fill(`A Lima ${word}`);
  await page.getByRole('option', { name: `A Lima ${word}` }).click();
  await expect(dialog.getByText('At the same address, so one site')).toBeVisible();
  await dialog.getByRole('radio', { name: '02 9876 5432' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`A Lima ${word} merged into Lima ${word}.`)).toBeVisible();
  await expect(drawer.getByText('3 Long Road, Ryde NSW 2112')).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^Ben/ })).toBeVisible();

  // Its old address leads to who they are.
  await page.goto(`/customers/${other.id}`);
  await expect(page).toHaveURL(new RegExp(`/customers/${kept.id}`));
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText(`merged A Lima ${word} into Lima ${word}`)).toBeVisible();
  await drawer.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(page.getByText(/^Undone:/)).toBeVisible();
  await page.goto(`/customers/${other.id}`);
  await expect(page.getByRole('dialog', { name: `A Lima ${word}` })).toBeVisible();
});

test(
  'a list of customers is filtered by its address, exported, and archived with one way back',
  long,
  async ({ page }) => {
    const word = ownWord();
    await haveSession(page, 'owner');
    for (const name of ['Ann', 'Ben'])
      await call(page.context(), 'POST', '/customers', { name: `${name} ${word}` });
    await page.goto(`/customers?search=${word}&utm_source=mail&sort=sideways`);
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(page).toHaveURL(`/customers?search=${word}`);
    await page.getByRole('button', { name: 'More actions for customers' }).click();
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
    await expect(page.getByText('No results')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(page.getByRole('row')).toHaveCount(3);
    await expectAccessible(page);
  },
);

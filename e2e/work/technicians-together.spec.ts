import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addTechnician, call, change, found, open, ownWord, row } from './technicians.ts';

test.use({ business: 'scheduler' });

test(
  'whoever has stale data loses nothing: what only one of two people changed is merged',
  long,
  async ({ page, browser, product }) => {
    await signIn(page, 'owner');
    const robin = await addTechnician(page.context());
    const colleague = await browser.newPage({ baseURL: product.url });
    await signIn(colleague, 'dispatcher');
    const drawer = await open(page, robin);
    // Nothing arrives here any more: what is on this screen grows old.
    await page.route('**/api/v1/technicians/*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await drawer.getByRole('button', { name: 'Edit contact' }).click();
    await drawer.getByRole('textbox', { name: 'Phone' }).fill('0499 999 999');
    await change(colleague.context(), robin.id, { email: 'robin@example.com' });
    await drawer.getByRole('button', { name: /^Save/ }).click();
    await expect(drawer.getByRole('link', { name: 'robin@example.com' })).toBeVisible();
    await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
    expect(await found(page.context(), robin.id)).toMatchObject({
      phone: '0499 999 999',
      email: 'robin@example.com',
      version: 3,
    });
    await colleague.close();
  },
);

test('a colleague’s change arrives while one types: untouched fields follow, and a clash is chosen by a person', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'owner');
  const robin = await addTechnician(page.context());
  const colleague = await browser.newPage({ baseURL: product.url });
  await signIn(colleague, 'dispatcher');
  const drawer = await open(page, robin);
  await drawer.getByRole('button', { name: 'Edit contact' }).click();
  await drawer.getByRole('textbox', { name: 'Phone' }).fill('0411 111 111');
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Has the keys');
  await change(colleague.context(), robin.id, {
    phone: '0422 222 222',
    note: 'Lost the keys',
    email: 'robin@example.com',
  });
  await expect(drawer.getByRole('textbox', { name: 'Email', exact: true }).last()).toHaveValue(
    'robin@example.com',
  );
  await expect(drawer.getByRole('textbox', { name: 'Phone' })).toHaveValue('0411 111 111');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: /Phone: ?Keep yours ?0411 111 111/ }).click();
  await drawer.getByRole('button', { name: /Note: ?Use theirs ?Lost the keys/ }).click();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Lost the keys');
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
  expect(await found(colleague.context(), robin.id)).toMatchObject({
    phone: '0411 111 111',
    note: 'Lost the keys',
    email: 'robin@example.com',
  });
  await colleague.close();
});

test('what is typed outlives a lost connection, a lost answer and a reload', async ({ page }) => {
  await signIn(page, 'owner');
  const robin = await addTechnician(page.context());
  const drawer = await open(page, robin);
  await drawer.getByRole('button', { name: 'Edit contact' }).click();
  await drawer.getByRole('textbox', { name: 'Phone' }).fill('0433 333 333');
  // The server does it, and nobody hears of it.
  await page.route('**/api/v1/technicians/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch();
    await route.abort();
  });
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByRole('alert')).toContainText('We can’t reach the server.');
  await expect(drawer.getByRole('textbox', { name: 'Phone' })).toHaveValue('0433 333 333');
  await page.unroute('**/api/v1/technicians/*');

  // Saying it again does it once.
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
  expect(await found(page.context(), robin.id)).toMatchObject({ phone: '0433 333 333', version: 2 });

  await drawer.getByRole('button', { name: 'Add note' }).click();
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Typed before the reload');
  await page.reload();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Typed before the reload');
  await expect(drawer.getByText('You typed this earlier.')).toBeVisible();
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer.getByRole('button', { name: 'Add note' })).toBeVisible();

  // Escape leaves what is edited, not the drawer, and what was typed can be had back.
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Has the keys');
  await page.keyboard.press('Escape');
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toBeHidden();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Note' })).toHaveValue('Has the keys');
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('whoever leaves is asked about what is not saved', long, async ({ page }) => {
  await signIn(page, 'owner');
  const robin = await addTechnician(page.context());
  const drawer = await open(page, robin);
  await drawer.getByRole('button', { name: 'Edit contact' }).click();
  await drawer.getByRole('textbox', { name: 'Phone' }).fill('0444 444 444');
  await drawer.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('dialog', { name: 'Save your changes?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Phone' })).toHaveValue('0444 444 444');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/technicians');
  expect(await found(page.context(), robin.id)).toMatchObject({ phone: '0444 444 444' });
});

test('a licence that is not there is explained with the way to more', long, async ({ page }) => {
  await signIn(page, 'owner');
  const context = page.context();
  for (let taken = 0; taken < 40; taken += 1) {
    const { code } = await call(context, 'POST', '/technicians', { name: `L ${ownWord()}`, is_active: true });
    if (code !== 800) break;
  }
  const robin = await addTechnician(context);
  const drawer = await open(page, robin);
  await drawer.getByRole('button', { name: 'Activate' }).click();
  await expect(drawer.getByRole('alert').filter({ hasText: 'All licences are in use.' })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Get more licences' }).click();
  await expect(page).toHaveURL('/licences');
});

test(
  'an undo that something stands in the way of says who and what',
  long,
  async ({ page, browser, product }) => {
    await signIn(page, 'owner');
    const robin = await addTechnician(page.context());
    const colleague = await browser.newPage({ baseURL: product.url });
    await signIn(colleague, 'dispatcher');
    const drawer = await open(page, robin);
    await drawer.getByRole('button', { name: 'Edit contact' }).click();
    await drawer.getByRole('textbox', { name: 'Phone' }).fill('0455 555 555');
    await drawer.getByRole('textbox', { name: 'Phone' }).press('Enter');
    await expect(drawer.getByRole('button', { name: /^Save/ })).toBeHidden();
    await change(colleague.context(), robin.id, { note: 'Since then' });
    await expect(drawer.getByRole('button', { name: 'Since then' })).toBeVisible();
    await drawer.getByRole('heading', { name: robin.name }).focus();
    await page.keyboard.press('Control+z');
    await expect(page.getByText(`Dan Dispatcher changed ${robin.name} after that`)).toBeVisible();
    await colleague.close();
  },
);

test(
  'the list shows what colleagues add and change, without being asked',
  long,
  async ({ page, browser, product }) => {
    await haveSession(page, 'owner');
    const robin = await addTechnician(page.context());
    await page.goto('/technicians');
    const colleague = await browser.newPage({ baseURL: product.url });
    await signIn(colleague, 'dispatcher');
    const next = `Aaron ${ownWord()}`;
    await change(colleague.context(), robin.id, { name: next });
    await expect(row(page, next)).toBeVisible();
    const other = await addTechnician(colleague.context(), { name: `Abel ${ownWord()}` });
    await page.goto(`/technicians?search=${other.name.split(' ')[1]}`);
    await expect(page.getByRole('row')).toHaveCount(2);
    await colleague.close();
  },
);

import { expectAccessible } from '../accessible.ts';
import { addCustomer } from './customers.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addTechnician, call, ownWord } from './technicians.ts';

test.use({ business: 'scheduler' });

test('a job is taken, planned against what speaks against it, dispatched, and needs a return', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const customer = await addCustomer(context);
  const robin = await addTechnician(context, { is_active: true });
  // From the board it opens beside it, and leaving it leads back to the same board.
  await page.goto('/?date=2027-11-17&view=week');
  await page.getByRole('button', { name: 'New job' }).click();
  const added = page.getByRole('dialog', { name: 'New job' });
  await expect(added.getByRole('combobox', { name: 'Customer' })).toBeFocused();
  await expect(page).toHaveURL('/?date=2027-11-17&view=week&new=true');
  await expect(page.locator('.board-row').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(added).toBeHidden();
  await expect(page).toHaveURL('/?date=2027-11-17&view=week');
  await page.goto('/jobs/new');
  await added.getByRole('combobox', { name: 'Customer' }).fill(customer.name);
  await page.getByRole('option', { name: customer.name }).click();
  await expect(added.getByRole('combobox', { name: 'Site' })).toHaveValue(/12 Church Street/);
  await added.getByLabel('Description').fill('Look at the letterbox');
  await added.getByRole('button', { name: '9–11' }).click();
  await added.getByRole('button', { name: 'P2 Soon' }).click();
  await added.getByRole('heading', { name: 'First visit' }).click();
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add job' }).click();

  await expect(page).toHaveURL(/\/jobs\/J-\d+/);
  const drawer = page.getByRole('dialog', { name: customer.name });
  await drawer.getByRole('button', { name: 'Schedule' }).click();
  const form = drawer.getByRole('group', { name: 'Schedule visit' });
  await form.getByRole('combobox', { name: 'Technician' }).fill(robin.name);
  await page.getByRole('option', { name: robin.name }).click();
  await form.getByLabel('Time').fill('3:00 am');
  await form.getByLabel('Day').fill('17/11/2027');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await expect(form.getByText('This breaks a rule')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Reason for override').fill('The shop opens at six');
  await form.getByRole('button', { name: 'Book anyway' }).click();
  const visit = drawer.getByRole('article');
  await expect(visit.getByText('Planned')).toBeVisible();
  await expect(visit.getByText(/Wed 17 Nov, 3:00 am to 4:00 am/)).toBeVisible();
  await visit.getByRole('button', { name: 'Dispatch' }).click();
  await page.getByRole('button', { name: 'Dispatch 1 visit' }).click();
  await expect(visit.getByText('Dispatched')).toBeVisible();

  await visit.getByRole('button', { name: /^More actions for visit/ }).click();
  await page.getByRole('menuitem', { name: 'Record outcome…' }).click();
  await visit.getByRole('button', { name: 'Needs return' }).click();
  await visit.getByLabel('What’s missing').fill('A valve needs to be ordered');
  await visit.getByRole('button', { name: 'Save outcome' }).click();
  await expect(drawer.getByRole('article')).toHaveCount(2);
  await expect(drawer.getByRole('article').nth(1).getByText('Unscheduled')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText(/added the job J-/)).toBeVisible();
});

test(
  'last night’s call-out is recorded as over, asks about a visit at the same time, and says it was entered afterwards',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const customer = await addCustomer(context);
    const robin = await addTechnician(context, { is_active: true });
    await page.goto('/jobs/new#past');
    const added = page.getByRole('dialog', { name: 'New job' });
    await added.getByRole('combobox', { name: 'Customer' }).fill(customer.name);
    await page.getByRole('option', { name: customer.name }).click();
    await expect(added.getByRole('combobox', { name: 'Site' })).toHaveValue(/12 Church Street/);
    await added.getByLabel('Description').fill('Burst pipe');
    await added.getByRole('combobox', { name: 'Who was there' }).fill(robin.name);
    await page.getByRole('option', { name: robin.name }).click();
    await added.getByLabel('Day').fill('16/11/2025');
    await added.getByLabel('Arrived').fill('10:10 pm');
    await added.getByLabel('Done').fill('12:40 am');
    await expect(added.getByLabel('Done (next day)')).toBeVisible();
    await expectAccessible(page);
    await added.getByRole('button', { name: 'Add job and visit' }).click();

    const drawer = page.getByRole('dialog', { name: customer.name });
    const visit = drawer.getByRole('article');
    await expect(visit.getByText('Completed')).toBeVisible();
    await expect(visit.getByText('Entered afterwards')).toBeVisible();
    await expect(visit.getByText(/10:10 pm to .*12:40 am/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Record a past visit' }).click();
    const form = drawer.getByRole('group', { name: 'Record a past visit' });
    await form.getByRole('combobox', { name: 'Who was there' }).fill(robin.name);
    await page.getByRole('option', { name: robin.name }).click();
    await form.getByLabel('Day').fill('16/11/2025');
    await form.getByLabel('Arrived').fill('11 pm');
    await form.getByLabel('Done').fill('11:30 pm');
    await form.getByRole('button', { name: 'Record visit' }).click();
    await form.getByLabel('Reason for two visits at once').fill('Called next door');
    await form.getByRole('button', { name: 'Record visit' }).click();
    await expect(drawer.getByRole('article')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(drawer.getByRole('article')).toHaveCount(1);
    await page.goto('/?date=2025-11-16');
    await expect(
      page.getByRole('gridcell', { name: new RegExp(`${customer.name}.*entered afterwards`) }),
    ).toBeVisible();
  },
);

test(
  'what a new job lacks is marked at its own field, and a duration is typed as people write it',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const { data: found } = await call(context, 'GET', '/suburbs?search=ryde');
    const suburb_id = found.rows[0].id;
    const name = `Gum ${ownWord()}`;
    const sites = ['1 Church Street', '2 Church Street'].map((address) => ({ address, suburb_id }));
    await call(context, 'POST', '/customers', { name, sites });
    await page.goto('/jobs/new');
    const added = page.getByRole('dialog', { name: 'New job' });
    const save = added.getByRole('button', { name: 'Add job' });
    const customer = added.getByRole('combobox', { name: 'Customer' });
    await save.click();
    await expect(customer).toHaveAttribute('aria-invalid', 'true');
    await expect(customer).toBeFocused();
    await customer.fill(name);
    await page.getByRole('option', { name }).click();

    const duration = added.getByLabel('Duration');
    await expect(duration).toHaveValue('1 h');
    await duration.fill('2h30');
    await duration.press('Tab');
    await expect(duration).toHaveValue('2 h 30 min');
    await duration.fill('1:75');
    await duration.press('Tab');
    await expect(duration).toHaveValue('1:75');
    await expect(duration).toHaveAttribute('aria-invalid', 'true');
    await save.click();
    await expect(duration).toBeFocused();
    await duration.fill('1:30');
    await duration.press('Shift+ArrowUp');
    await expect(duration).toHaveValue('1 h 35 min');

    await save.click();
    const site = added.getByRole('combobox', { name: 'Site' });
    await expect(site).toHaveAttribute('aria-invalid', 'true');
    await expect(site).toBeFocused();
    await expect(customer).not.toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('option', { name: '2 Church Street' }).click();
    await save.click();
    await expect(page).toHaveURL(/\/jobs\/J-\d+/);
    await expect(page.getByRole('dialog', { name }).getByRole('article')).toContainText('1 h 35 min');
  },
);

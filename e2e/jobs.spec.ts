import type { BrowserContext } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './journey.ts';
import { addTechnician, call, ownWord, row } from './technicians.ts';

test.use({ purpose: 'scheduler' });

/** A customer with one site, whom no other journey knows. */
async function addCustomer(context: BrowserContext) {
  const name = `Gum ${ownWord()}`;
  const { data: found } = await call(context, 'GET', '/suburbs?search=ryde');
  const sites = [{ address: '12 Church Street', suburb_id: found.rows[0].id }];
  const { data } = await call(context, 'POST', '/customers', { name, sites });
  const { data: whole } = await call(context, 'GET', `/customers/${data.row.id}`);
  return { name, id: data.row.id as string, site: whole.row.sites[0].id as string };
}

test('a job is taken, planned against what speaks against it, dispatched, and needs a return', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const context = page.context();
  const customer = await addCustomer(context);
  const robin = await addTechnician(context, { is_active: true });
  await page.goto('/jobs/new');
  const added = page.getByRole('dialog', { name: 'New job' });
  await added.getByRole('combobox', { name: 'Customer' }).fill(customer.name);
  await page.getByRole('option', { name: customer.name }).click();
  await expect(added.getByRole('combobox', { name: 'Site' })).toHaveValue(/12 Church Street/);
  await added.getByLabel('Description').fill('Kitchen tap drips');
  await added.getByRole('button', { name: '9–11' }).click();
  await added.getByRole('button', { name: 'P2 Soon' }).click();
  await added.getByRole('heading', { name: 'First visit' }).click();
  await expectAccessible(page);
  await added.getByRole('button', { name: 'Add job' }).click();

  await expect(page).toHaveURL(/\/jobs\/J-\d+/);
  const drawer = page.getByRole('dialog', { name: customer.name });
  await drawer.getByRole('button', { name: 'Schedule' }).click();
  const form = drawer.getByRole('group', { name: 'Schedule the visit' });
  await form.getByRole('combobox', { name: 'Technician' }).fill(robin.name);
  await page.getByRole('option', { name: robin.name }).click();
  await form.getByLabel('Time').fill('3:00 am');
  await form.getByLabel('Day').fill('17/11/2027');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await expect(form.getByText('This speaks against it')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Why it is booked all the same').fill('The shop opens at six');
  await form.getByRole('button', { name: 'Book anyway' }).click();
  const visit = drawer.getByRole('article');
  await expect(visit.getByText('Planned')).toBeVisible();
  await expect(visit.getByText(/Wed 17 Nov, 3:00 am to 4:00 am/)).toBeVisible();
  await visit.getByRole('button', { name: 'Dispatch' }).click();
  await expect(visit.getByText('Dispatched')).toBeVisible();

  await visit.getByRole('button', { name: /^More actions for visit/ }).click();
  await page.getByRole('menuitem', { name: 'How did it go…' }).click();
  await visit.getByRole('button', { name: 'Needs return' }).click();
  await visit.getByLabel('What is missing').fill('A valve has to be ordered');
  await visit.getByRole('button', { name: 'Save the outcome' }).click();
  await expect(drawer.getByRole('article')).toHaveCount(2);
  await expect(drawer.getByRole('article').nth(1).getByText('Unscheduled')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('tab', { name: 'History' }).click();
  await expect(drawer.getByText(/added the job J-/)).toBeVisible();
});

test('many jobs get another priority at once, and one press takes it back', async ({ page }) => {
  test.skip(test.info().project.name === 'phone', 'There is no selecting on a phone.');
  await signIn(page, 'dispatcher');
  const context = page.context();
  const { id, site, name } = await addCustomer(context);
  for (const description of ['First', 'Second']) {
    const body = { customer_id: id, site_id: site, description, visits: [{ duration: 60 }] };
    await call(context, 'POST', '/jobs', body);
  }
  await page.goto(`/jobs?customer=${id}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await row(page, 'First').getByRole('checkbox').click();
  await row(page, 'Second').getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitem', { name: 'P1 Emergency' }).click();
  await expect(row(page, 'First').getByText('P1')).toBeVisible();
  await expect(row(page, 'Second').getByText('P1')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(row(page, 'First').getByText('P3')).toBeVisible();
  await page.goto(`/jobs?customer=${id}&priority=P1`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  expect(name).toContain('Gum');
});

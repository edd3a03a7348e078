import type { BrowserContext } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { addCustomer } from './customers.ts';
import { expect, signIn, test } from './journey.ts';
import { addTechnician, call } from './technicians.ts';

test.use({ purpose: 'customers told' });

/** The minute that every mail waits, the queue and a busy machine. */
const patienceMs = 120_000;

/** A visit that is planned, of a customer of its own. */
async function plan(context: BrowserContext, technician: string, starts_at: string, email: string) {
  const customer = await addCustomer(context);
  const path = `/customers/${customer.id}`;
  const { data: known } = await call(context, 'GET', path);
  await call(context, 'PATCH', path, { version: known.row.version, email });
  const visits = [{ duration: 60 }];
  const { data } = await call(context, 'POST', '/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    visits,
  });
  const [visit] = data.row.visits;
  const booked = await call(context, 'POST', `/visits/${visit.id}/schedule`, {
    version: visit.version,
    technicians: [technician],
    starts_at,
  });
  expect(booked).toMatchObject({ code: 800 });
  return { customer, number: `J-${data.row.number}` };
}

test('the owner wants customers to be told; who is dispatched is mailed a minute later, and it stands in the history', async ({
  page,
}) => {
  await signIn(page, 'owner');
  const context = page.context();
  const { data } = await call(context, 'GET', '/settings');
  await call(context, 'PATCH', '/settings', { version: data.row.version, tells_customers: false });
  await page.goto('/settings/business');
  const wanted = page.getByRole('switch', { name: 'Tell customers by mail of their visits' });
  await expect(wanted).not.toBeChecked();
  await wanted.check();
  await page.getByLabel('Phone for customers').fill('02 5550 9876');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  await expectAccessible(page);

  const robin = await addTechnician(context, { is_active: true });
  const told = await plan(context, robin.id, '2027-11-15T22:30:00Z', 'gum.tree@example.com');
  const silent = await plan(context, robin.id, '2027-11-15T20:15:00Z', '');
  for (const { customer, number } of [told, silent]) {
    await page.goto(`/jobs/${number}`);
    const visit = page.getByRole('dialog', { name: customer.name }).getByRole('article');
    await visit.getByRole('button', { name: 'Dispatch' }).click();
    await expect(visit.getByText('Dispatched')).toBeVisible();
  }
  // It appears by itself, where the dispatcher looks.
  const drawer = page.getByRole('dialog', { name: silent.customer.name });
  await expect(drawer.getByText('Not told: no email address')).toBeVisible({ timeout: patienceMs });
  await expectAccessible(page);

  await page.goto(`/jobs/${told.number}`);
  const words = 'Confirmation mailed to g…@example.com: Tue 16 Nov, 9–11 am';
  const job = page.getByRole('dialog', { name: told.customer.name });
  await expect(job.getByText(words)).toBeVisible({ timeout: patienceMs });
  await job.getByRole('tab', { name: 'History' }).click();
  await expect(job.getByText(words)).toBeVisible();

  await expect(async () => {
    await page.goto('/inbox');
    const mail = page.getByRole('list', { name: 'Mails' }).getByRole('link', { name: /Tue 16 Nov, 9–11 am/ });
    await mail.click({ timeout: 2_000 });
  }).toPass({ timeout: patienceMs });
  const mail = page.getByRole('article');
  await expect(
    mail.getByRole('heading', { name: 'Harbour City Plumbing: your visit on Tue 16 Nov, 9–11 am' }),
  ).toBeVisible();
});

test('a customer who does not want to be told is left alone', async ({ page }) => {
  await signIn(page, 'owner');
  const customer = await addCustomer(page.context());
  await page.goto(`/customers/${customer.id}`);
  const drawer = page.getByRole('dialog', { name: customer.name });
  const wanted = drawer.getByRole('switch', { name: 'Tell by mail about visits' });
  await expect(wanted).toBeChecked();
  await wanted.uncheck();
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText(`${customer.name} is saved.`)).toBeVisible();
  const { data } = await call(page.context(), 'GET', `/customers/${customer.id}`);
  expect(data.row.tell_by_mail).toBe(false);
  await expectAccessible(page);
});

import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'customers-told' });

test('the tenant is chosen for what is told of visits, and a delay is told with one press and undone', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const settings = await call(context, 'GET', '/settings');
  await call(context, 'PATCH', '/settings', { version: settings.data.row.version, tells_customers: true });
  const customer = await addCustomer(context);
  await page.goto(`/customers/${customer.id}`);
  const drawer = page.getByRole('dialog', { name: customer.name });
  await drawer.getByRole('button', { name: 'Add contact' }).click();
  const form = drawer.getByRole('group', { name: 'New contact' });
  await form.getByLabel('Contact name').fill('Tia Tenant');
  // No mobile: by text she could be told.
  await form.getByLabel('Contact phone').fill('02 5550 4321');
  await form.getByRole('combobox', { name: 'Site' }).click();
  await page.getByRole('option').nth(1).click();
  await form.getByRole('combobox', { name: 'Tell about visits' }).click();
  await page.getByRole('option', { name: 'Yes, always' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add contact' }).click();
  await expect(drawer.getByText(/Told about visits/)).toBeVisible();

  // Round the clock, so that it does not matter when this is run.
  const working_week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from: '00:00',
    to: '00:00',
    breaks: [],
  }));
  const robin = await addTechnician(context, { is_active: true, working_week });
  const { data } = await call(context, 'POST', '/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    visits: [{ duration: 60 }],
  });
  const [visit] = data.row.visits;
  const starts_at = new Date(Math.ceil(Date.now() / 300_000) * 300_000 + 1_800_000).toISOString();
  const booking = { version: visit.version, technicians: [robin.id], starts_at };
  expect(await call(context, 'POST', `/visits/${visit.id}/schedule`, booking)).toMatchObject({ code: 800 });
  expect(await call(context, 'POST', `/visits/${visit.id}/dispatch`, {})).toMatchObject({ code: 800 });

  // Nobody can be told: it says whom to ring.
  await page.clock.setSystemTime(Date.parse(starts_at) + 24 * 60_000);
  await page.goto(`/jobs/J-${data.row.number}`);
  const job = page.getByRole('dialog', { name: customer.name });
  await expect(job.getByText('has no email address or mobile number.')).toBeVisible();
  await expect(job.getByText(/Call Tia Tenant: \(?02\)? 5550 4321/)).toBeVisible();
  const { data: known } = await call(context, 'GET', `/customers/${customer.id}`);
  const [tia] = known.row.contacts;
  await call(context, 'PATCH', `/contacts/${tia.id}`, { version: tia.version, email: 'tia@example.com' });
  const press = job.getByRole('button', { name: /^Tell the customer: about \d+ min late$/ });
  await press.click();
  await expect(page.getByText(/Tia Tenant will get a message in a minute: expect us about/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(press).toBeVisible();
});

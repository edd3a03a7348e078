import type { BrowserContext } from '@playwright/test';
import { Client } from 'pg';
import { visitCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { expectAccessible } from '../accessible.ts';
import { addCustomer } from '../work/customers.ts';
import { expect, haveSession, long, type Running, test } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'customers-told' });

/** Lets the minute pass that every mail waits in the queue; the test of the queue proves that it is one. */
async function passMinute({ dataDir }: Running): Promise<void> {
  const { ownerUrl } = await visitCluster({ dataDir, log: silentLog });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const hurry = `update pgboss.job set start_after = now() where start_after > now() and data->>'topic' = 'customers told'`;
  await expect(async () => expect((await owner.query(hurry)).rowCount).toBeGreaterThan(0)).toPass();
  await owner.end();
}

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
  product,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const { data } = await call(context, 'GET', '/settings');
  await call(context, 'PATCH', '/settings', { version: data.row.version, tells_customers: false });
  await page.goto('/settings/business');
  await page.getByLabel('Phone for customers').fill('02 5550 9876');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.goto('/settings/messages');
  const wanted = page.getByRole('switch', { name: 'Tell customers about their visits' });
  await expect(wanted).not.toBeChecked();
  await wanted.check();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Messages saved.')).toBeVisible();
  await expectAccessible(page);

  const robin = await addTechnician(context, { is_active: true });
  const told = await plan(context, robin.id, '2027-11-15T22:30:00Z', 'gum.tree@example.com');
  const silent = await plan(context, robin.id, '2027-11-15T20:15:00Z', '');
  for (const { customer, number } of [told, silent]) {
    await page.goto(`/jobs/${number}`);
    const visit = page.getByRole('dialog', { name: customer.name }).getByRole('article');
    await visit.getByRole('button', { name: 'Dispatch' }).click();
    // Before anybody is told it is said who hears of it, and who has to be told by hand.
    const telling = page.getByRole('dialog', { name: 'Dispatch 1 visit' });
    await expect(telling.getByRole('region', { name: 'Technicians' })).toContainText(
      `${robin.name} has no sign-in, so Muster can’t tell them. Print the day or invite them.`,
    );
    await expect(telling.getByRole('region', { name: 'Customers' })).toContainText(
      customer === told.customer
        ? `1 customer will hear when to expect you: ${customer.name}.`
        : `${customer.name} can’t be reached by email or text, so call them.`,
    );
    await expect(telling.getByRole('link', { name: 'Print the day' })).toHaveAttribute(
      'href',
      '/print/day?date=2027-11-16',
    );
    await telling.getByRole('button', { name: 'Dispatch 1 visit' }).click();
    await expect(visit.getByText('Dispatched')).toBeVisible();
    await expect(
      page.getByText(`${robin.name} can’t see it in Muster, so tell them yourself.`).last(),
    ).toBeVisible();
    await passMinute(product);
  }
  // It appears by itself, where the dispatcher looks.
  const drawer = page.getByRole('dialog', { name: silent.customer.name });
  await expect(drawer.getByText(/not sent: no email address/i)).toBeVisible();
  await expectAccessible(page);

  // And among what needs attention, with what can be done about it.
  await page.goto('/');
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const missed = page.getByRole('listitem').filter({ hasText: silent.customer.name });
  await expect(missed).toContainText('Customer not reached');
  await expect(missed).toContainText(
    `Confirmation for ${silent.customer.name}: not sent: no email address or mobile number.`,
  );
  await expect(missed.getByRole('link', { name: 'Add an address' })).toHaveAttribute(
    'href',
    `/customers/${silent.customer.id}`,
  );
  await expectAccessible(page);
  await missed.getByRole('button', { name: /^Dismiss/ }).click();
  await expect(missed).toHaveCount(0);

  await page.goto(`/jobs/${told.number}`);
  const words = 'Confirmation emailed to g…@example.com: Tue 16 Nov, 9–11 am';
  const job = page.getByRole('dialog', { name: told.customer.name });
  await expect(job.getByText(words)).toBeVisible();
  await job.getByRole('tab', { name: 'History' }).click();
  await expect(job.getByText(words)).toBeVisible();

  // What a press makes leave is said with it, as long as it can be undone.
  await job.getByRole('tab', { name: 'Details' }).click();
  await job.getByRole('button', { name: /^More actions for visit/ }).click();
  await page.getByRole('menuitem', { name: 'Unschedule' }).click();
  await expect(
    page.getByText(`Visit unscheduled. ${told.customer.name} will be messaged about it.`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`${told.customer.name} hasn’t been messaged about it.`)).toBeVisible();

  // The same stands with the customer, and is counted in the month.
  await page.goto(`/customers/${told.customer.id}`);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await expect(messages).toContainText('Confirmation: emailed to g…@example.com');
  await expect(messages.getByRole('link', { name: `${told.number}/1` })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/settings/messages');
  const month = page.getByRole('table');
  await expect(month.getByRole('row', { name: /^Confirmation / })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Month before' }).click();
  await expect(page.getByText('No messages in this month.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export as CSV' })).toHaveAttribute(
    'href',
    /messages\.csv\?from=/,
  );

  await expect(async () => {
    await page.goto('/inbox');
    const mail = page
      .getByRole('list', { name: 'Emails' })
      .getByRole('link', { name: /Tue 16 Nov, 9–11 am/ });
    await mail.click({ timeout: 2_000 });
  }).toPass();
  const mail = page.getByRole('article');
  await expect(
    mail.getByRole('heading', { name: 'Harbour City Plumbing: your visit on Tue 16 Nov, 9–11 am' }),
  ).toBeVisible();
});

test('a customer who does not want to be told is left alone', long, async ({ page }) => {
  await haveSession(page, 'owner');
  const customer = await addCustomer(page.context());
  await page.goto(`/customers/${customer.id}`);
  const drawer = page.getByRole('dialog', { name: customer.name });
  const wanted = drawer.getByRole('switch', { name: 'Visit updates' });
  await expect(wanted).toBeChecked();
  await wanted.uncheck();
  await drawer.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText(`${customer.name} saved.`)).toBeVisible();
  const { data } = await call(page.context(), 'GET', `/customers/${customer.id}`);
  expect(data.row.tell_by_mail).toBe(false);
  await expectAccessible(page);
});

/** The settings of texts are another service's. */
const textSettings = '/../../../messages/api/v1/texts/settings';

test(
  'a text that waits for the end of quiet hours is taken back, and sent again, where the dispatcher looks',
  long,
  async ({ page, product }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const { data: settings } = await call(context, 'GET', '/settings');
    await call(context, 'PATCH', '/settings', {
      version: settings.row.version,
      tells_customers: true,
      message_ways: { ...settings.row.message_ways, confirmed: 'text' },
    });
    const { data: texts } = await call(context, 'GET', textSettings);
    const quiet = { quiet_from: '00:00', quiet_to: '23:59' };
    expect(
      await call(context, 'PATCH', textSettings, { version: texts.row.version, ...quiet }),
    ).toMatchObject({
      code: 800,
    });

    const robin = await addTechnician(context, { is_active: true });
    const told = await plan(context, robin.id, '2027-11-16T22:30:00Z', '');
    const path = `/customers/${told.customer.id}`;
    const { data: known } = await call(context, 'GET', path);
    await call(context, 'PATCH', path, { version: known.row.version, phone: '0412 345 678' });
    await page.goto(`/jobs/${told.number}`);
    const job = page.getByRole('dialog', { name: told.customer.name });
    await job.getByRole('button', { name: 'Dispatch' }).click();
    const telling = page.getByRole('dialog', { name: 'Dispatch 1 visit' });
    await expect(telling.getByRole('region', { name: 'Customers' })).toContainText(
      '1 text in a minute, or when quiet hours are over.',
    );
    await telling.getByRole('button', { name: 'Dispatch 1 visit' }).click();
    await expect(job.getByText('Dispatched')).toBeVisible();
    await passMinute(product);

    await expect(job.getByText(/: text to 04…678 leaves at \d+:\d\d [ap]m on/)).toBeVisible();
    await job.getByRole('button', { name: 'Take back the text' }).click();
    await expect(page.getByText('Text taken back. It hasn’t left.')).toBeVisible();
    await expect(job.getByText(`${told.customer.name}: not sent: taken back before it left`)).toBeVisible();
    await expectAccessible(page);
    await job.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Message sent again.')).toBeVisible();
    await expect(job.getByRole('button', { name: 'Take back the text' })).toBeVisible();
    // As the journeys after this one expect it.
    const { data: before } = await call(context, 'GET', '/settings');
    const { version } = before.row;
    const { message_ways } = settings.row;
    expect(await call(context, 'PATCH', '/settings', { version, message_ways })).toMatchObject({ code: 800 });
    const { data: loud } = await call(context, 'GET', textSettings);
    const usual = { quiet_from: '20:00', quiet_to: '08:00' };
    expect(await call(context, 'PATCH', textSettings, { version: loud.row.version, ...usual })).toMatchObject(
      {
        code: 800,
      },
    );
  },
);

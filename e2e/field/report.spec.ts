import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { addCustomer } from '../work/customers.ts';
import { expect, long, signIn, test } from '../journey.ts';
import { addTechnician, call } from '../work/technicians.ts';

test.use({ business: 'report' });

/** The queue and a busy machine. */
const patienceMs = 60_000;

async function done(context: BrowserContext, method: 'POST' | 'PATCH', path: string, body: object) {
  const answer = await call(context, method, path, body);
  expect(answer).toMatchObject({ code: 800 });
  return answer.data;
}

/** A picture of what is on the screen, sent as a phone sends a photo; its id once it can be seen. */
async function attach(page: Page, visit: string, kind: 'photo' | 'signature'): Promise<string> {
  const id = randomUUID();
  const content = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 800, height: 600 } });
  const told = { id, kind, name: `${kind}.jpg`, subject: 'visit', subject_id: visit };
  const metadata = Object.entries(told).map(([name, value]) => `${name} ${btoa(value)}`);
  const xsrf = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const base = '/services/filesystem/api/v1';
  const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': xsrf };
  const begun = await page.request.post(`${base}/uploads`, {
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': metadata.join(',') },
  });
  expect(begun.status()).toBe(201);
  const sent = await page.request.patch(`${base}/uploads/${id}`, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: content,
  });
  expect(sent.status()).toBe(204);
  await expect(async () => {
    expect((await (await page.request.get(`${base}/files/${id}`)).json()).data.row.state).toBe('ready');
  }).toPass({ timeout: patienceMs });
  return id;
}

/** A visit that somebody was at and has finished, with everything that can be noted there. */
async function finish(page: Page, email: string) {
  const context = page.context();
  const robin = await addTechnician(context, { is_active: true });
  const customer = await addCustomer(context);
  const { data: known } = await call(context, 'GET', `/customers/${customer.id}`);
  await done(context, 'PATCH', `/customers/${customer.id}`, { version: known.row.version, email });
  const { row } = await done(context, 'POST', '/jobs', {
    customer_id: customer.id,
    site_id: customer.site,
    description: 'The hot water runs cold after a minute.',
    visits: [
      {
        duration: 60,
        check_list: [
          { text: 'Pressure in kPa', done: false, kind: 'number', required: true },
          { text: 'Left tidy', done: false },
        ],
      },
    ],
  });
  const [visit] = row.visits;
  await done(context, 'POST', `/visits/${visit.id}/schedule`, {
    version: visit.version,
    technicians: [robin.id],
    starts_at: '2027-11-15T22:00:00Z',
  });
  const note = (kind: string, content: object) =>
    done(context, 'POST', `/visits/${visit.id}/records`, { kind, content });
  const progress = (step: string, at: string) =>
    done(context, 'POST', `/visits/${visit.id}/progress`, { progress: step, at });
  await progress('on site', '2027-11-15T22:04:00Z');
  await note('note', { text: 'Thermostat replaced and tested.' });
  await note('note', { text: 'Gate code is wrong in our notes.' });
  await note('check', { item: 'Pressure in kPa', value: 480 });
  // Of an item that the office has taken off the list since.
  await note('check', { item: 'Gas turned off', value: true });
  await note('part', { name: 'Thermostat 50 °C', quantity: 1 });
  await attach(page, visit.id, 'photo');
  // However long a word is, the report stays as wide as its paper.
  const name = `Kim Nguyễn-${'Featherstonehaugh'.repeat(9)}`;
  await note('signature', { name, file_id: await attach(page, visit.id, 'signature') });
  await progress('done', '2027-11-15T22:51:00Z');
  return { robin, customer, number: `J-${row.number}`, visit: visit.id as string };
}

test('a finished visit becomes a report, is mailed with one click, arrives with its document, and is in the books', async ({
  page,
}) => {
  await signIn(page, 'owner', '/jobs');
  const { robin, customer, number, visit } = await finish(page, 'kim.nguyen@example.com');
  await page.goto(`/jobs/${number}`);
  await page.getByRole('link', { name: `Visit report ${number}/1` }).click();
  await expect(page).toHaveURL(`/visits/${visit}/report`);
  const report = page.getByRole('article');
  await expect(report.getByRole('heading', { level: 1 })).toHaveText(`Visit report ${number}/1`);
  await expect(report).toContainText('9:04 am – 9:51 am (47 min)');
  await expect(report).toContainText('Pressure in kPa480');
  await expect(report).toContainText('Also checkedGas turned offDone');
  const photo = report.getByRole('figure').filter({ hasText: 'Photo 1' }).locator('img');
  await expect(photo).toHaveJSProperty('complete', true);
  await expect(photo).not.toHaveJSProperty('naturalWidth', 0);
  await expect(report).toContainText('Kim Nguyễn-Featherstonehaugh');
  expect(await report.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page);

  // Notes stay inside until somebody chooses them, on paper too.
  const inside = page.getByRole('region', { name: 'Notes for the office' });
  await inside.getByRole('button', { name: 'Show to the customer: Thermostat replaced' }).click();
  await expect(inside).not.toContainText('Thermostat replaced');
  await expect(report.getByRole('heading', { name: 'What was done' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(report.getByText('Thermostat replaced')).toBeVisible();
  await expect(report.getByText('Gate code')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.emulateMedia({ media: null });

  // Whatever else is not for the customer is left out of this one report.
  await report.getByRole('button', { name: 'Leave out: Left tidy' }).click();
  await expect(report.getByRole('button', { name: 'Put on the report: Left tidy' })).toBeVisible();
  await report.getByRole('button', { name: 'Leave out: Parts used' }).click();
  await expect(report.getByText('Left out: the customer doesn’t see this part.')).toHaveCount(2);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF' }).click();
  expect((await saving).suggestedFilename()).toBe(`Report ${number}-1.pdf`);

  // What leaves is seen first: to whom, in which words, and the report as the customer gets it.
  await page.getByRole('button', { name: 'Email to customer…' }).click();
  const preview = page.getByRole('dialog', { name: 'Email the report' });
  await expect(preview.getByRole('region', { name: 'The email' })).toContainText('report for your visit');
  const attachment = preview.getByRole('region', { name: 'The attached report' });
  await expect(attachment).toContainText('Thermostat replaced');
  for (const inside of ['Gate code', 'Left tidy', 'Thermostat 50 °C', 'The hot water runs cold'])
    await expect(attachment).not.toContainText(inside);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The report is on its way to kim.nguyen@example.com.')).toBeVisible();
  await expect(page.getByText(`Emailed to ${customer.name}, k…@example.com`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Email again…' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/jobs/${number}`);
  const job = page.getByRole('dialog', { name: customer.name });
  await job.getByRole('tab', { name: 'History' }).click();
  await expect(job.getByText(`emailed the report to ${customer.name}`)).toBeVisible();

  await expect(async () => {
    await page.goto('/inbox');
    const mail = page
      .getByRole('list', { name: 'Emails' })
      .getByRole('link', { name: /report for your visit/ });
    await mail.click({ timeout: 2_000 });
  }).toPass({ timeout: patienceMs });
  const attached = page.waitForEvent('download');
  await page.getByRole('link', { name: `Report ${number}-1.pdf` }).click();
  const stream = await (await attached).createReadStream();
  const [first] = await stream.take(1).toArray();
  expect(String(first).slice(0, 5)).toBe('%PDF-');

  await page.goto('/jobs');
  await page.getByRole('button', { name: 'More actions for jobs' }).click();
  await page.getByRole('menuitem', { name: 'Visits and hours as CSV…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Visits and hours as CSV' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  for (const [label, day] of [
    ['From', '16/11/2027'],
    ['To', '16/11/2027'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(day);
    await dialog.getByLabel(label, { exact: true }).press('Enter');
  }
  await dialog.getByLabel('Customer').fill(customer.name);
  await page.getByRole('option', { name: customer.name }).click();
  const table = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const lines = String(Buffer.concat(await (await (await table).createReadStream()).toArray()))
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  for (const cell of ['2027-11-16', customer.name, robin.name, '0.78', '1 × Thermostat 50 °C', 'Gate code'])
    expect(lines[1]).toContain(cell);
});

test(
  'without an address it says where to add one; a visit that goes on and one that is none have no report',
  long,
  async ({ page }) => {
    await signIn(page, 'dispatcher', '/jobs');
    const { customer, visit } = await finish(page, '');
    await page.goto(`/visits/${visit}/report`);
    await expect(page.getByText(`${customer.name} has no email address.`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Mail/ })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Add one' })).toHaveAttribute(
      'href',
      `/customers/${customer.id}`,
    );
    const { row } = await done(page.context(), 'POST', '/jobs', {
      customer_id: customer.id,
      site_id: customer.site,
      visits: [{ duration: 60 }],
    });
    await page.goto(`/visits/${row.visits[0].id}/report`);
    await expect(page.getByText('This visit isn’t finished')).toBeVisible();
    await page.goto(`/visits/${randomUUID()}/report`);
    await expect(page.getByText('Visit not found')).toBeVisible();
  },
);

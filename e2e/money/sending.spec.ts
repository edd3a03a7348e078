import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { call, ownWord } from '../work/technicians.ts';
import { issueInvoice } from './issued.ts';

test.use({ business: 'scheduler' });

test('an invoice is emailed as it was seen, opens on the customer’s page, and the office sees that it was opened', async ({
  page,
  browser,
}) => {
  await haveSession(page, 'owner');
  const email = `${ownWord().toLowerCase()}@example.com`;
  const { id, number, customer } = await issueInvoice(page.context(), { email, phone: '0412 345 678' });
  await page.goto(`/invoices/${id}`);
  await page.getByRole('button', { name: /^Send/ }).click();
  const dialog = page.getByRole('dialog', { name: `Send ${number}` });
  const letter = dialog.getByRole('region', { name: 'The email' });
  await expect(letter).toContainText(`invoice ${number} for $330.00, due`);
  await expect(letter).toContainText(`Attached: Invoice ${number}.pdf`);
  await dialog.getByLabel('In your own words').fill('Thanks for the tea.');
  await expect(letter).toContainText('Thanks for the tea.');
  await dialog.getByRole('checkbox', { name: 'Text 0412 345 678' }).check();
  await expect(dialog.getByRole('region', { name: 'The text' })).toContainText(
    '(link to the customer’s page)',
  );
  await expectAccessible(page);
  await dialog.getByRole('checkbox', { name: 'Text 0412 345 678' }).uncheck();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(`${number} is on its way to ${customer.name}.`)).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(`Emailed to ${customer.name}`);

  const mail = await mailTo(page.request, email);
  expect(mail.subject).toContain(number);
  expect(mail.attachments).toEqual([`Invoice ${number}.pdf`]);
  const link = /http\S+\/i\/[\w-]{22}/.exec(mail.text)![0];
  const stranger = await browser.newContext({ javaScriptEnabled: false });
  const theirs = await stranger.newPage();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: '$330.00' })).toBeVisible();
  await expect(theirs.getByText('Hot water system, supplied and fitted')).toBeVisible();
  const download = theirs.waitForEvent('download');
  await theirs.getByRole('link', { name: 'Download the PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`Invoice ${number}.pdf`);
  await call(page.context(), 'POST', `/invoices/${id}/credit`, {});
  await theirs.reload();
  await expect(theirs.getByText('Credited: nothing to pay')).toBeVisible();
  await stranger.close();

  await page.reload();
  await expect(timeline).toContainText('Seen by the customer');
  await expect(page.getByRole('button', { name: /^Send/ })).toBeHidden();
});

test(
  'whoever cannot be reached is said so, and what got there another way is marked as sent',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const { id, number, customer } = await issueInvoice(page.context());
    await page.goto(`/invoices/${id}`);
    await expect(page.getByRole('button', { name: /^Send/ })).toBeVisible();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: `Send ${number}` });
    await expect(dialog.getByRole('alert')).toContainText('no email address or mobile number');
    await expect(dialog.getByRole('link', { name: customer.name })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mark as sent another way' }).click();
    const how = page.getByRole('dialog', { name: `How did ${number} get to the customer?` });
    await how.getByRole('radio', { name: 'Left on site' }).check();
    await expectAccessible(page);
    await how.getByRole('button', { name: 'Mark as sent' }).click();
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Left on site');
    await expect(page.getByText(`${number} is marked as sent.`)).toBeVisible();
  },
);

test('what is overdue waits under Attention, is reminded of by hand, and its reminders by the rule can be stopped', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const { data: money } = await call(context, 'GET', '/money-settings');
  const rule = { version: money.row.version, reminder_days: [30] };
  expect(await call(context, 'PATCH', '/money-settings', rule)).toMatchObject({ code: 800 });
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const reach = { email: `${ownWord().toLowerCase()}@example.com` };
  const { id, number } = await issueInvoice(context, reach, { issued_on: weekAgo });
  await call(context, 'POST', `/invoices/${id}/handed-over`, { note: 'Left on site' });
  await page.goto('/');
  await page.getByRole('tab', { name: /^Attention/ }).click();
  const overdue = page.getByRole('link', { name: /^Overdue/ });
  await expect(overdue).toContainText('is owed past its due day.');
  await expectAccessible(page);
  await overdue.click();
  await expect(page).toHaveURL(/\/invoices\?view=overdue/);

  await page.goto(`/invoices/${id}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Next reminder');
  await page.getByRole('button', { name: /^Remind/ }).click();
  const dialog = page.getByRole('dialog', { name: `Remind of ${number}` });
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(
    `Reminder: tax invoice ${number}`,
  );
  await dialog.getByRole('button', { name: 'Send the reminder' }).click();
  await expect(timeline).toContainText('Reminder emailed to');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Stop reminders' }).click();
  await page.getByLabel('Why (optional)').fill('They dispute it');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(timeline).toContainText('They dispute it');
  await expect(timeline).not.toContainText('Next reminder');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(timeline).toContainText('Next reminder');
});

test('a statement is emailed from its page, as it was seen', long, async ({ page }) => {
  await haveSession(page, 'owner');
  const email = `${ownWord().toLowerCase()}@example.com`;
  const { customer } = await issueInvoice(page.context(), { email });
  await page.goto(`/statements/${customer.id}`);
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Email the statement of ${customer.name}` });
  await expect(dialog.getByRole('region', { name: 'The email' })).toContainText('Balance owing on');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(`The statement is on its way to ${customer.name}.`)).toBeVisible();
  const mail = await mailTo(page.request, email);
  expect(mail.subject).toContain('your statement to');
  expect(mail.attachments[0]).toMatch(/^Statement .*\.pdf$/);
});

test(
  'the receipt of a payment is emailed from its drawer, which then says to whom; a reversed one is offered no more',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const email = `${ownWord().toLowerCase()}@example.com`;
    const { id, number, customer } = await issueInvoice(page.context(), { email });
    const said = { customer_id: customer.id, method: 'transfer', amount: 120_00 };
    const { data } = await call(page.context(), 'POST', '/payments', {
      ...said,
      invoices: [{ invoice_id: id, amount: 120_00 }],
    });
    await page.goto(`/payments/${data.row.id}`);
    const drawer = page.getByRole('dialog', { name: /^Payment of \$120\.00/ });
    await drawer.getByRole('button', { name: 'Email receipt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email the receipt for $120.00' });
    await expect(dialog.getByRole('region', { name: 'The email' })).toContainText(
      `Invoice ${number}: $120.00`,
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(`The receipt is on its way to ${customer.name}.`)).toBeVisible();
    await expect(drawer).toContainText(`Emailed to ${customer.name}`);
    const mail = await mailTo(page.request, email);
    expect(mail.subject).toContain('receipt for $120.00');
    expect(mail.attachments[0]).toMatch(/^Receipt .*\.pdf$/);
    await call(page.context(), 'POST', `/payments/${data.row.id}/take-back`, {
      version: data.row.version,
      reason: 'It bounced.',
    });
    await expect(drawer.getByRole('button', { name: 'Email receipt' })).toBeHidden();
    await expect(drawer).toContainText(`Emailed to ${customer.name}`);
  },
);

interface InboxMail {
  readonly id: string;
  readonly to_address: string;
  readonly subject: string;
}

/** The latest mail to an address, in the inbox of this machine. */
async function mailTo(request: APIRequestContext, address: string) {
  const base = '/services/inbox/api/mails';
  let found: InboxMail | undefined;
  await expect(async () => {
    const { data } = (await (await request.get(base)).json()) as { data: InboxMail[] };
    found = data.find(({ to_address }) => to_address === address);
    expect(found).toBeDefined();
  }).toPass();
  const { data } = await (await request.get(`${base}/${found!.id}`)).json();
  return data as { subject: string; text: string; attachments: string[] };
}

import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, signIn, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call, ownWord } from '../work/technicians.ts';
import { finishedVisit } from './finished-visit.ts';

test.use({ business: 'scheduler' });

test('a finished visit is a draft with its hours and parts after one press, and issued once every line has a price', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const [robin, customer, word] = [await addTechnician(context), await addCustomer(context), ownWord()];
  const { number, visit } = await finishedVisit(context, {
    customer,
    technician: robin.id,
    order_number: `PO ${word}`,
  });
  const content = { name: `Old tap ${word}`, quantity: 2 };
  await call(context, 'POST', `/visits/${visit}/records`, { kind: 'part', content });

  await page.goto(`/jobs/${number}`);
  const drawer = page.getByRole('dialog', { name: number });
  await expect(drawer.getByText(`PO ${word}`)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: `Invoice visit ${number}/1` }).click();
  await expect(page.getByRole('heading', { name: `Draft for ${customer.name}` })).toBeVisible();
  await expect(page.getByLabel('Their order number')).toHaveValue(`PO ${word}`);
  // What was noted when the job was booked is changed before the customer reads it.
  await page.getByLabel(`What was done, ${number}`).fill(`Tap ${word}`);
  await expectAccessible(page);
  const lines = page.getByRole('list', { name: 'Lines' });
  await expect(page.getByLabel('Description, line 1')).toHaveValue(/^Call-out, Thu 12 Nov 2026/);
  // 50 minutes: half an hour is the least, and beyond it each quarter of an hour counts: 1 h at $125 and GST.
  await expect(page.getByLabel('Description, line 2')).toHaveValue(
    new RegExp(`${robin.name}, Thu 12 Nov 2026, 9:00 am – 9:50 am \\(50 min\\), charged as 1 h`),
  );
  await expect(lines.getByRole('listitem').nth(1)).toContainText('$137.50');
  // Nobody knows what the technician meant: a person says what it costs.
  await expect(page.getByLabel('Description, line 3')).toHaveValue(`Old tap ${word}`);
  await expect(page.getByLabel('Quantity, line 3')).toHaveValue('2');
  await page.getByRole('button', { name: 'Issue…' }).click();
  await expect(page.getByText('One line has no price yet.')).toBeVisible();
  await expect(page.getByLabel('Price, line 3')).toBeFocused();
  await page.keyboard.type('40');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Issue…' }).click();
  await page
    .getByRole('dialog', { name: 'Issue this invoice?' })
    .getByRole('button', { name: 'Issue' })
    .click();
  // 99 with GST, 125 and 80 without.
  await expect(page.getByRole('article', { name: 'Tax invoice' })).toContainText(
    'Total including GST$324.50',
  );
  await expect(page.getByRole('article', { name: 'Tax invoice' })).toContainText(`${number} Tap ${word}`);

  await page.goto(`/jobs/${number}`);
  await expect(drawer.getByRole('link', { name: /\$324\.50/ })).toBeVisible();
  await expect(drawer.getByRole('button', { name: /^Invoice/ })).toHaveCount(0);
});

test(
  'what is ready is listed: left out with a reason, brought back, and several jobs become one draft',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const [robin, customer] = [await addTechnician(context), await addCustomer(context)];
    const first = await finishedVisit(context, { customer, technician: robin.id });
    const second = await finishedVisit(context, { customer, technician: robin.id, day: '2026-11-11' });

    await page.goto('/invoices?view=ready');
    await page.getByPlaceholder('Job, customer or site').fill(customer.name);
    const rows = page.getByRole('table', { name: 'Finished work' }).getByRole('row');
    const row = (number: string) => rows.filter({ hasText: number });
    await expect(row(first.number)).toContainText('Thu 12 Nov');
    await expect(rows).toHaveCount(3);
    await expectAccessible(page);

    await row(second.number).click();
    const drawer = page.getByRole('dialog', { name: second.number });
    await expect(page).toHaveURL(new RegExp(`/invoices/jobs/${second.number}`));
    await drawer.getByRole('button', { name: `Leave out visit ${second.number}/1` }).click();
    const dialog = page.getByRole('dialog', { name: `Leave out visit ${second.number}/1` });
    await dialog.getByRole('button', { name: 'Leave out' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Say why nobody is charged/);
    await dialog.getByRole('button', { name: 'Warranty' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Leave out' }).click();
    await expect(drawer.getByText('Not charged: Warranty')).toBeVisible();
    await expect(row(second.number)).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('checkbox', { name: 'Left out' }).click();
    await expect(row(second.number)).toContainText('Warranty');
    await expect(row(first.number)).toHaveCount(0);
    await page.getByRole('checkbox', { name: `Select ${second.number}/1` }).click();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Left out' }).click();

    await page.getByRole('checkbox', { name: `Select ${first.number}/1` }).click();
    await page.getByRole('button', { name: `Select all 2 of ${customer.name}` }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invoice', exact: true }).click();
    await expect(page.getByRole('heading', { name: `Draft for ${customer.name}` })).toBeVisible();
    const lines = page.getByRole('list', { name: 'Lines' });
    await expect(lines.getByRole('textbox', { name: /^Description/ }).nth(3)).toHaveValue(/Thu 12 Nov 2026/);
    await expect(page.getByLabel('Description, line 1')).toHaveValue(/Wed 11 Nov 2026/);
  },
);

test(
  'whoever prepares drafts alone invoices work, and whoever has no right to money sees no way to',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const [robin, customer] = [await addTechnician(context), await addCustomer(context)];
    const { number } = await finishedVisit(context, { customer, technician: robin.id });
    await context.clearCookies();
    await signIn(page, 'dispatcher', `/jobs/${number}`);
    const drawer = page.getByRole('dialog', { name: number });
    await expect(drawer.getByRole('link', { name: `Visit report ${number}/1` })).toBeVisible();
    await expect(drawer.getByRole('button', { name: /^(Invoice|Leave out)/ })).toHaveCount(0);
    await context.clearCookies();
    await signIn(page, 'bookkeeper', `/jobs/${number}`);
    await drawer.getByRole('button', { name: 'Invoice 1 visit' }).click();
    await expect(page.getByRole('heading', { name: `Draft for ${customer.name}` })).toBeVisible();
  },
);

test(
  'work before a day is left out at once with a reason, told above the list, and brought back by an undo',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const { data } = await call(page.context(), 'GET', '/money-settings');
    // Earlier than any visit of other journeys.
    const early = { version: data.row.version, work_from: '2001-01-01', work_from_reason: 'Old program' };
    expect(await call(page.context(), 'PATCH', '/money-settings', early)).toMatchObject({ code: 800 });
    await page.goto('/invoices?view=ready');
    await expect(page.getByText('Work before Mon 1 Jan 2001 is left out: Old program')).toBeVisible();
    await page.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave out older work' });
    await dialog.getByLabel('Leave out work before').fill('2/1/2001');
    await expect(dialog.getByText('No visit that is ready now is from before Tue 2 Jan 2001.')).toBeVisible();
    await dialog.getByLabel('Reason').fill('');
    await dialog.getByRole('button', { name: 'Leave out', exact: true }).click();
    await expect(dialog.getByText('Say why it isn’t invoiced here.')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByLabel('Reason').fill('Invoiced in our old program');
    await dialog.getByRole('button', { name: 'Leave out', exact: true }).click();
    const note = page.getByText('Work before Tue 2 Jan 2001 is left out: Invoiced in our old program');
    await expect(note).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Work before Mon 1 Jan 2001 is left out: Old program')).toBeVisible();
    await page.getByRole('button', { name: 'Change…' }).click();
    await dialog.getByRole('button', { name: 'Bring it all back' }).click();
    await expect(page.getByText(/^Work before/)).toBeHidden();
  },
);

import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call, ownWord } from '../work/technicians.ts';
import { finishedVisit } from './finished-visit.ts';

test.use({ business: 'scheduler' });

test('what was agreed with a customer is on their next invoice: who pays, the discount, and a price of their own', async ({
  page,
}) => {
  await haveSession(page, 'owner');
  const context = page.context();
  const [customer, payer, word] = [await addCustomer(context), await addCustomer(context), ownWord()];
  const part = { kind: 'part', unit: 'each', price: 10_00 };
  await call(context, 'POST', '/items', { ...part, name: `Elbow ${word}`, code: `E${word}` });
  await call(context, 'POST', '/items', { ...part, name: `Bend ${word}`, code: `B${word}` });
  // What somebody pays for another is due by their own terms.
  await call(context, 'PATCH', `/customers/${payer.id}/terms`, { version: 0, terms_days: 30 });

  await page.goto(`/customers/${customer.id}`);
  const terms = page.getByRole('region', { name: 'Terms' });
  await terms.getByRole('button', { name: 'Add discount' }).click();
  const discount = page.getByLabel('Discount on the price list');
  await expect(discount).toBeFocused();
  await page.keyboard.type('half');
  await page.keyboard.press('Enter');
  await expect(discount).toHaveAccessibleDescription(/“half” isn’t a discount/);
  await discount.fill('12.5');
  await terms.getByRole('combobox', { name: 'Invoices are due' }).click();
  await page.getByRole('option', { name: 'Due 7 days after issue' }).click();
  await terms.getByRole('combobox', { name: 'Who pays' }).fill(payer.name);
  await page.getByRole('option', { name: payer.name }).click();
  await expectAccessible(page);
  await discount.press('Control+Enter');
  await expect(terms).toContainText(`12.5%Payment termsDue 7 days after issueWho pays${payer.name}`);

  const prices = page.getByRole('region', { name: 'Agreed prices' });
  await prices.getByRole('button', { name: 'Add price' }).click();
  await page.getByRole('combobox', { name: 'Item' }).fill(`E${word}`);
  await page.getByRole('option', { name: new RegExp(`Elbow ${word}`) }).click();
  await expect(prices.getByText('The price list says $11.00 including GST.')).toBeVisible();
  await prices.getByLabel('Price for this customer').fill('7');
  await expectAccessible(page);
  await prices.getByRole('button', { name: 'Add price' }).click();
  await expect(prices.getByRole('listitem')).toContainText(`Elbow ${word}E${word} · list $11.00$7.70`);
  await prices.getByRole('button', { name: new RegExp(`^Elbow ${word}`) }).click();
  await prices.getByLabel('Price for this customer').fill('8.80');
  await prices.getByRole('switch', { name: 'Price includes GST' }).click();
  await prices.getByRole('button', { name: 'Save' }).click();
  await expect(prices.getByRole('listitem')).toContainText('$8.80');

  await page.getByRole('button', { name: 'New invoice' }).click();
  await expect(page.getByRole('combobox', { name: 'Bill to' })).toHaveValue(payer.name);
  await expect(page.getByRole('combobox', { name: 'Due' })).toHaveValue('30 days after issue');
  for (const [at, name] of [`Elbow ${word}`, `Bend ${word}`].entries()) {
    await page.getByLabel('Description, new line').fill(name);
    await page.getByRole('option', { name }).click();
    await expect(page.getByLabel(`Price, line ${at + 1}`)).not.toHaveValue('');
  }
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.nth(0)).toContainText('$8.80');
  // An eighth off 10, and GST: 8.75 and 0.88.
  await expect(lines.nth(1)).toContainText('$9.63');
});

test(
  'a kit, the rate of a technician and the fixed price of a type of work are what finished work is charged by',
  long,
  async ({ page }) => {
    await haveSession(page, 'owner');
    const context = page.context();
    const [robin, customer, word] = [await addTechnician(context), await addCustomer(context), ownWord()];
    const add = async (name: string, fields: object) =>
      (await call(context, 'POST', '/items', { name: `${name} ${word}`, ...fields })).data.row.id as string;
    await add('Valve', { kind: 'part', unit: 'each', price: 20_00 });
    await add('Master', { kind: 'labour', unit: 'h', price: 150_00 });
    await add('Service', { kind: 'service', price: 220_00, price_includes_gst: true });
    const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name} ${word}`) });

    await page.goto('/items/new');
    const drawer = page.getByRole('dialog', { name: 'New item' });
    await drawer.getByLabel('Name').fill(`Kit ${word}`);
    await drawer.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Kit' }).click();
    await expect(drawer.getByLabel('Sale price')).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Add item' }).click();
    await expect(drawer.getByRole('group', { name: 'Quantities and items' })).toHaveAccessibleDescription(
      'A kit needs at least one item in it.',
    );
    await drawer.getByRole('combobox', { name: 'Add an item' }).fill(`Valve ${word}`);
    await option('Valve').click();
    await drawer.getByLabel('Quantity of item 1').fill('1.5');
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Add item' }).click();
    const kit = page.getByRole('dialog', { name: `Kit ${word}` });
    await expect(kit.getByText('Price including GST')).toBeVisible();
    await expect(kit.getByRole('region', { name: 'In the kit' })).toContainText(`1.5 × Valve ${word}$33.00`);

    await page.goto(`/technicians/${robin.id}`);
    const rate = page.getByRole('region', { name: 'Labour rate' });
    await rate.getByRole('combobox', { name: 'Charged by' }).fill(`Master ${word}`);
    await option('Master').click();
    await expect(rate).toContainText(`Master ${word}: $165.00 an hour including GST`);

    const { data } = await call(context, 'POST', '/job-types', { name: `Type ${word}`, duration: 60 });
    await page.goto('/settings/job-types');
    await page.getByRole('button', { name: `Edit Type ${word}` }).click();
    await page.getByRole('combobox', { name: 'Fixed price' }).fill(`Service ${word}`);
    await option('Service').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: `Type ${word}` })).toContainText('fixed price');

    const invoiced = async (job: object) => {
      const { visit } = await finishedVisit(context, { customer, technician: robin.id, ...job });
      const content = { name: `Kit ${word}`, quantity: 2 };
      await call(context, 'POST', `/visits/${visit}/records`, { kind: 'part', content });
      const draft = await call(context, 'POST', '/invoices/from-work', { visits: [visit] });
      const { lines } = draft.data.row as { lines: { quantity: number; price: number }[] };
      return lines.map(({ quantity, price }) => [quantity, price]);
    };
    // 50 minutes of the call-out's visit at the rate of Robin, and what is in two kits.
    expect((await invoiced({})).slice(1)).toEqual([
      [833, 150_00],
      [3_000, 20_00],
    ]);
    expect(await invoiced({ job_type_id: data.row.id, day: '2026-11-11' })).toEqual([
      [1_000, 220_00],
      [3_000, 20_00],
    ]);
  },
);

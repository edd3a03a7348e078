import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { call, ownWord } from '../work/technicians.ts';

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
  for (const [at, code] of [`E${word}`, `B${word}`].entries()) {
    await page.getByLabel('Description, new line').fill(code);
    await expect(page.getByRole('option', { name: new RegExp(code) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(`Quantity, line ${at + 1}`)).toBeFocused();
  }
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines.nth(0)).toContainText('$8.80');
  // An eighth off 10, and GST: 8.75 and 0.88.
  await expect(lines.nth(1)).toContainText('$9.63');
});

import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { call, ownWord } from '../work/technicians.ts';

test.use({ business: 'scheduler' });

test('an invoice is written, found in the price list and issued by keys alone', async ({ page }) => {
  const word = ownWord();
  await haveSession(page, 'owner');
  const { name } = await addCustomer(page.context());
  await call(page.context(), 'POST', '/items', {
    kind: 'part',
    name: `Elbow ${word}`,
    code: word,
    unit: 'each',
    price: 8_50,
  });
  await page.goto('/invoices');
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('n');
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Draft for ${name}` })).toBeVisible();

  const lines = page.getByRole('list', { name: 'Lines' });
  await page.getByLabel('Description, new line').focus();
  await page.keyboard.type(word);
  await expect(page.getByRole('option', { name: new RegExp(`Elbow ${word}`) })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Quantity, line 1')).toBeFocused();
  await expect(page.getByLabel('Description, line 1')).toHaveValue(`Elbow ${word}`);
  await page.keyboard.type('2.5');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description, new line')).toBeFocused();
  await page.keyboard.type('Travel beyond the city');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Price, line 2')).toBeFocused();
  await page.keyboard.type('ten');
  await page.keyboard.press('Tab');
  await expect(page.getByText('“ten” isn’t an amount. Enter it like 12.50.')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('100');
  await page.keyboard.press('Tab');
  await page.keyboard.type('10%');
  // 2.5 × 8.50 is 21.25, and 2.13 GST; 100 less a tenth is 90, and 9 GST.
  await expect(lines.getByRole('listitem').nth(0)).toContainText('$23.38');
  await expect(lines.getByRole('listitem').nth(1)).toContainText('$99.00');
  await expect(page.getByRole('definition').filter({ hasText: '$122.38' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByLabel('Description, line 1')).toHaveValue('Travel beyond the city');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel('Description, line 2')).toHaveValue(`Elbow ${word}`);

  await page.getByRole('button', { name: 'Issue', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^INV-\d+ issued\.$/)).toBeVisible();
  const sheet = page.getByRole('article', { name: 'Tax invoice' });
  await expect(sheet).toContainText('Total including GST$122.38');
  await expect(sheet).toContainText('10% off');
  await expect(page.getByRole('region', { name: 'Owing' })).toContainText('Due in 14 days');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All invoices' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^Unpaid/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('$122.38');
  await expect(row).toContainText('Unpaid');
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
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
  // Whoever types at once is ahead of the form: every letter arrives in its first field.
  await page.keyboard.type(`n${name}`);
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Draft for ${name}` })).toBeVisible();

  const lines = page.getByRole('list', { name: 'Lines' });
  await page.getByLabel('Description, new line').focus();
  // Whoever knows the code goes on at once: Enter means the same before the list has answered.
  await page.keyboard.type(word);
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

  // What stands for good is looked at first; a day that was typed wrong is never taken for another one.
  await page.getByRole('button', { name: 'Issue…' }).focus();
  await page.keyboard.press('Enter');
  const issuing = page.getByRole('dialog', { name: 'Issue this invoice?' });
  await expect(issuing.getByRole('button', { name: 'Issue' })).toBeFocused();
  await expect(issuing).toContainText(`To${name}`);
  await expect(issuing).toContainText('Total including GST$122.38');
  await expectAccessible(page, '[role=dialog]');
  const day = await issuing.getByLabel('Date').inputValue();
  await issuing.getByLabel('Date').fill('45/13');
  await page.keyboard.press('Tab');
  await expect(issuing).toContainText('“45/13” isn’t a day.');
  await issuing.getByRole('button', { name: 'Issue' }).click();
  await expect(issuing.getByLabel('Date')).toBeFocused();
  await issuing.getByLabel('Date').fill(day);
  await issuing.getByRole('button', { name: 'Cancel' }).click();
  await expect(issuing).toBeHidden();
  await expect(page.getByRole('button', { name: 'Issue…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const number = (await issuing.getByText(/^Will be INV-\d+$/).textContent())!.slice('Will be '.length);
  await expect(issuing.getByRole('button', { name: 'Issue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${number} issued.`)).toBeVisible();
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

const cases = [
  { size: { width: 1440, height: 900 }, place: 'at a desk', tag: {} },
  { size: { width: 390, height: 844 }, place: 'on a phone', tag: long },
] as const;

for (const { size, place, tag } of cases)
  test.describe(place, () => {
    test.use({ viewport: size });
    test(`an invoice is credited by a line, by an amount and as a whole`, tag, async ({ page }) => {
      await haveSession(page, 'owner');
      const { number, id } = await issued(page);
      await page.goto(`/invoices/${id}`);
      const owing = page.getByRole('region', { name: 'Owing' });
      await expect(owing).toContainText('Still to pay$440.00');
      await expectAccessible(page);
      const credit = async () => {
        if (place === 'on a phone') {
          await page.getByRole('button', { name: 'More actions' }).click();
          await page.getByRole('menuitem', { name: 'Credit' }).click();
        } else await page.keyboard.press('c');
        return page.getByRole('dialog', { name: `Credit ${number}` });
      };

      const dialog = await credit();
      await dialog.getByRole('button', { name: 'Some of its lines' }).click();
      await dialog.getByRole('checkbox', { name: /Kitchen tap/ }).check();
      // What is not understood is corrected first: the quantity from before would be credited for good.
      await dialog.getByLabel('Quantity to credit, line 1').fill('1 of 3');
      await dialog.getByRole('button', { name: 'Issue credit note' }).click();
      await expect(dialog.getByLabel('Quantity to credit, line 1')).toBeFocused();
      await expect(dialog.getByText('“1 of 3” isn’t a quantity. Enter it like 1.5.')).toBeVisible();
      await dialog.getByLabel('Quantity to credit, line 1').fill('1');
      await expect(dialog.getByText(`${number} then has $330.00 to pay.`)).toBeVisible();
      await dialog.getByLabel('Reason, on the credit note').fill('One tap was faulty.');
      await expectAccessible(page, '[role=dialog]');
      await dialog.getByRole('button', { name: 'Issue credit note' }).click();
      await expect(owing).toContainText('Still to pay$330.00');
      await expect(owing).toContainText('Credited $110.00');
      const timeline = page.getByRole('region', { name: 'Timeline' });
      await expect(timeline.getByRole('link', { name: /^Credited by CR-/ })).toBeVisible();

      await credit();
      await dialog.getByRole('button', { name: 'An amount' }).click();
      await dialog.getByLabel('Amount including GST').fill('330.01');
      await dialog.getByRole('button', { name: 'Save as draft' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('That’s more than is left to credit.');
      await dialog.getByLabel('Amount including GST').fill('33');
      await dialog.getByRole('button', { name: 'Save as draft' }).click();
      await expect(page.getByRole('heading', { name: /^Draft credit note for Gum/ })).toBeVisible();
      await expect(page.getByText('To be credited').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Issue…' }).click();
      const issuing = page.getByRole('dialog', { name: 'Issue this credit note?' });
      await issuing.getByRole('button', { name: 'Issue' }).click();
      await expect(page.getByRole('article', { name: 'Credit note' })).toContainText(
        `Adjustment note for tax invoice ${number}`,
      );
      await page.getByRole('link', { name: number, exact: true }).click();
      await expect(owing).toContainText('Still to pay$297.00');

      await credit();
      await expect(dialog.getByRole('button', { name: 'Everything that is left, $297.00' })).toBeVisible();
      await dialog.getByRole('button', { name: 'Issue credit note' }).click();
      await expect(owing).toContainText('Credited$440.00');
      await credit();
      await expect(dialog.getByText(`Everything on ${number} has already been credited.`)).toBeVisible();
    });
  });

/** An invoice of two taps and a trip, for a customer whom no other journey knows. */
async function issued(page: Page): Promise<{ id: string; number: string }> {
  const context = page.context();
  const { id: customer_id } = await addCustomer(context);
  const line = { item_id: null, visit_id: null, job_id: null, code: '', unit: '', discount: 0, gst: 'gst' };
  const lines = [
    { description: 'Kitchen tap', quantity: 3_000, price: 100_00, includes_gst: false },
    { description: 'Travel', quantity: 1_000, price: 110_00, includes_gst: true },
  ].map((said) => Object.assign(said, line, { id: crypto.randomUUID() }));
  const { data } = await call(context, 'POST', '/invoices', { customer_id, lines });
  const { data: done } = await call(context, 'POST', `/invoices/${data.row.id}/issue`, { version: 1 });
  return done.row;
}

import { readFile } from 'node:fs/promises';
import { pdfText } from '../../apps/server/test/services/pdf-text.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { call } from '../work/technicians.ts';
import { issueTo } from './issued.ts';

test.use({ business: 'scheduler' });

const cases = [
  { place: 'at a desk', size: { width: 1440, height: 900 }, scheme: 'light', tag: {} },
  { place: 'on a phone, in the dark', size: { width: 390, height: 844 }, scheme: 'dark', tag: long },
] as const;

for (const { place, size, scheme, tag } of cases)
  test.describe(place, () => {
    test.use({ viewport: size, colorScheme: scheme });

    test(
      'a payment is recorded for two invoices and too much, undone, used, reversed, stands on the statement, and a credit note is refunded',
      tag,
      async ({ page }) => {
        await haveSession(page, 'owner');
        const customer = await addCustomer(page.context());
        const first = await issueTo(page.context(), customer.id, { title: 'Kitchen tap', price: 100_00 });
        const second = await issueTo(page.context(), customer.id, { title: 'Blocked drain', price: 50_00 });

        await page.goto(`/invoices/${first.id}`);
        const owing = page.getByRole('region', { name: 'Owing' });
        await expect(owing).toContainText('Still to pay$110.00');
        await page.keyboard.press('p');
        const dialog = page.getByRole('dialog', { name: `Payment from ${customer.name}` });
        await expect(dialog.getByLabel('Amount')).toHaveValue('110.00');
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(dialog.getByRole('alert')).toHaveText('Choose how it was paid.');
        await dialog.getByRole('button', { name: 'Bank transfer' }).click();
        await dialog.getByRole('checkbox', { name: new RegExp(second.number) }).check();
        await expect(dialog.getByLabel('Amount')).toHaveValue('165.00');
        await dialog.getByLabel('Amount').fill('185');
        await expect(
          dialog.getByText(`$20.00 stays as credit with you for ${customer.name}’s next invoice.`),
        ).toBeVisible();
        await dialog.getByLabel('Reference').fill('NetBank 77');
        await expectAccessible(page, '[role=dialog]');
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(owing).toContainText('Paid$110.00');
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(owing).toContainText('Still to pay$110.00');

        await page.keyboard.press('p');
        await dialog.getByRole('button', { name: 'Cheque' }).click();
        await dialog.getByLabel('Amount').fill('130');
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(owing).toContainText('Paid$110.00');
        await expectAccessible(page);
        const timeline = page.getByRole('region', { name: 'Timeline' });
        await expect(timeline).toContainText('$110.00');

        await page.goto(`/invoices/${second.id}`);
        await expect(owing).toContainText('Still to pay$55.00');
        // The same amount, on the same day and with the same reference: most likely typed twice.
        await page.keyboard.press('p');
        await dialog.getByRole('button', { name: 'Cheque' }).click();
        await dialog.getByLabel('Amount').fill('130');
        await dialog.getByRole('button', { name: 'Record payment' }).click();
        await expect(dialog.getByRole('alert')).toContainText(`Cheque, for ${first.number}`);
        await expect(dialog.getByRole('button', { name: 'Record another one' })).toBeVisible();
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Use $20.00 for this invoice' }).click();
        await expect(owing).toContainText('Still to pay$35.00');

        await page.goto(`/payments?search=${encodeURIComponent(customer.name)}`);
        await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
        await page.getByRole('row').filter({ hasText: '$130.00' }).click();
        const drawer = page.getByRole('dialog', { name: /^Payment of \$130\.00/ });
        await expect(drawer).toContainText(first.number);
        await expectAccessible(page);
        const saved = page.waitForEvent('download');
        await drawer.getByRole('link', { name: 'PDF' }).click();
        const receipt = await pdfText(new Uint8Array(await readFile(await (await saved).path())));
        expect(receipt.join(' ')).toContain(`Invoice ${first.number} $110.00`);
        await drawer.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Edit…' }).click();
        const editing = page.getByRole('dialog', { name: 'Edit the payment of $130.00' });
        await editing.getByLabel('Reference').fill('Cheque 000123');
        await expectAccessible(page, '[role=dialog]');
        await page.keyboard.press('Enter');
        await expect(drawer).toContainText('Cheque 000123');
        await drawer.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Reverse…' }).click();
        const taking = page.getByRole('dialog', { name: 'Reverse the payment of $130.00' });
        await taking.getByRole('button', { name: 'Reverse' }).click();
        await expect(taking.getByRole('alert')).toHaveText('Choose what happened.');
        await taking.getByLabel('It was recorded by mistake').check();
        await expect(taking.getByRole('status')).toContainText('It never counted, on any day');
        await expect(taking.getByLabel('On which day?')).toBeHidden();
        await expectAccessible(page, '[role=dialog]');
        await taking.getByRole('button', { name: 'Reverse' }).click();
        await expect(drawer).toContainText('It never counted: It was recorded by mistake.');
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(drawer).not.toContainText('It never counted');
        await drawer.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Reverse…' }).click();
        await taking.getByLabel('The cheque bounced, or the money went back').check();
        await expect(taking.getByLabel('On which day?')).toBeVisible();
        await taking.getByLabel('Details').fill('Dishonoured by NAB.');
        await taking.getByRole('button', { name: 'Reverse' }).click();
        await expect(drawer).toContainText('Dishonoured by NAB.');

        await page.goto(`/invoices/owed?search=${encodeURIComponent(customer.name)}`);
        await expect(page.getByRole('heading', { name: 'Who owes what', level: 1 })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('row').filter({ hasText: customer.name }).click();
        await expect(page.getByRole('heading', { name: `Statement · ${customer.name}` })).toBeVisible();
        await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('$165.00');
        await expect(page.getByRole('row', { name: new RegExp(first.number) })).toContainText('$110.00');
        await expectAccessible(page);
        const printed = page.waitForEvent('download');
        await page.getByRole('link', { name: 'PDF' }).click();
        const paper = await pdfText(new Uint8Array(await readFile(await (await printed).path())));
        expect(paper.join(' ')).toContain('Balance owing $165.00');

        const done = await issueTo(page.context(), customer.id, { title: 'Gutters', price: 20_00 });
        const cash = { customer_id: customer.id, method: 'cash' };
        await call(page.context(), 'POST', '/payments', { ...cash, amount: 5_00, invoices: [] });
        const all = [{ invoice_id: done.id, amount: 22_00 }];
        await call(page.context(), 'POST', '/payments', { ...cash, amount: 22_00, invoices: all });
        const { data: note } = await call(page.context(), 'POST', `/invoices/${done.id}/credit`, {});
        await page.goto(`/invoices/${note.row.id}`);
        await page.getByRole('button', { name: 'Refund' }).click();
        const refund = page.getByRole('dialog', { name: `Refund to ${customer.name}` });
        await expect(refund.getByLabel('Amount')).toHaveValue('22.00');
        await expect(refund.getByText('Up to $27.00')).toBeVisible();
        await refund.getByRole('button', { name: 'Record refund' }).click();
        await expect(page.getByRole('region', { name: 'Credit' })).toContainText('Used');
      },
    );
  });

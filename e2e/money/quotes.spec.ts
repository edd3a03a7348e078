import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { addCustomer } from '../work/customers.ts';
import { call, ownWord } from '../work/technicians.ts';

test.use({ business: 'scheduler' });

const cases = [
  { size: { width: 1440, height: 900 }, place: 'at a desk', tag: {} },
  { size: { width: 390, height: 844 }, place: 'on a phone', tag: long },
] as const;

for (const { size, place, tag } of cases)
  test.describe(place, () => {
    test.use({ viewport: size });
    test(
      'a quote with options is written, accepted in another browser, its deposit paid by the link, its job scheduled and the rest invoiced',
      tag,
      async ({ page, browser }) => {
        const word = ownWord();
        await haveSession(page, 'owner');
        const { id: customer, name } = await addCustomer(page.context());
        await page.goto(`/quotes/new`);
        await page.getByRole('combobox', { name: 'Customer' }).fill(name);
        await page.getByRole('option', { name }).click();
        await expect(page.getByRole('heading', { name: new RegExp(`^Q-\\d+ for ${name}$`) })).toBeVisible();
        await page.getByLabel('What it’s for').fill(`Hot water ${word}`);
        await page.getByRole('button', { name: 'Offer options to choose from' }).click();
        for (const [at, description, price] of [
          [1, 'Labour', '300'],
          [2, 'Small unit', '100'],
          [3, 'Large unit', '200'],
        ] as const) {
          await page.getByLabel('Description, new line').fill(description);
          await page.getByLabel(`Price, line ${at}`).fill(price);
        }
        await page.getByLabel('Option of line 2').selectOption({ label: 'Only in Good' });
        await page.getByLabel('Option of line 3').selectOption({ label: 'Only in Better' });
        await page.getByLabel('Deposit', { exact: true }).selectOption('percent');
        await page.getByLabel('Deposit in percent').fill('20%');
        await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Mark as sent another way' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
        await expect(page.getByRole('article', { name: 'Quote' })).toContainText(
          'Total including GST$440.00',
        );
        await expectAccessible(page);
        const id = new URL(page.url()).pathname.split('/').at(-1)!;
        const { data } = await call(page.context(), 'POST', `/quotes/${id}/page/link`, {});
        const { address } = data as { address: string };

        const theirs = await browser.newContext({ javaScriptEnabled: false, viewport: size });
        const home = await theirs.newPage();
        await home.goto(new URL(address).pathname);
        await expect(home.getByRole('heading', { level: 1 })).toHaveText('$440.00');
        await home.getByRole('radio', { name: /^Better/ }).check();
        await home.getByRole('button', { name: 'Update the total' }).click();
        await expect(home.getByRole('heading', { level: 1 })).toHaveText('$550.00');
        await home.getByLabel('Your name').fill('Kim Cole');
        await home.getByRole('button', { name: 'Accept for $550.00' }).click();
        await expect(home.getByText('You’ve accepted this quote')).toBeVisible();
        await home.getByRole('link', { name: 'Pay the deposit' }).click();
        await expect(home.getByRole('heading', { level: 1 })).toHaveText('$110.00');
        await theirs.close();

        await expect(page.getByText('Accepted by Kim Cole, online')).toBeVisible();
        await call(page.context(), 'POST', '/payments', {
          customer_id: customer,
          method: 'transfer',
          amount: 110_00,
          invoices: await deposit(page, id),
        });
        await page.getByRole('link', { name: /^J-\d+$/ }).click();
        await expect(page.getByText(`Hot water ${word}`).first()).toBeVisible();
        await page.goBack();
        await page.getByRole('button', { name: 'Invoice…' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Make the draft' }).click();
        await expect(page.getByRole('heading', { name: `Draft for ${name}` })).toBeVisible();
        await expect(page.getByRole('definition').filter({ hasText: '$440.00' })).toBeVisible();
      },
    );
  });

/** What pays the deposit of a quote. */
async function deposit(page: Page, id: string) {
  const { data } = await call(page.context(), 'GET', `/quotes/${id}/progress`);
  const { invoices } = data.row as { invoices: { id: string; total: number }[] };
  return invoices.map(({ id, total }) => ({ invoice_id: id, amount: total }));
}

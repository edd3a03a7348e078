import { expectAccessible } from '../accessible.ts';
import { expectLargeTargets } from '../field/phone.ts';
import { expect, haveSession, long, signIn } from '../journey.ts';
import { testOverLine as test } from '../line.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call } from '../work/technicians.ts';
import { finishedVisit } from './finished-visit.ts';

test.use({ business: 'my-day', viewport: { width: 390, height: 844 } });

/** Who signs in as the technician. */
const USER = '0193e5a0-0000-7000-8000-000000000013';

for (const { scheme, tag } of [
  { scheme: 'light', tag: {} },
  { scheme: 'dark', tag: long },
] as const)
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test(
      'a technician who may shows the customer the total and a code to scan, which says Paid as soon as the office knows',
      tag,
      async ({ page, browser, product, line }) => {
        const office = await browser.newPage({ baseURL: product.url, colorScheme: scheme });
        await haveSession(office, 'owner');
        const context = office.context();
        const { data: known } = await call(context, 'GET', '/money-settings');
        const off = { version: known.row.version, technicians_show_invoices: false };
        await call(context, 'PATCH', '/money-settings', off);
        await office.goto('/settings/money');
        const { id: technician } = await addTechnician(context, { is_active: true });
        await call(context, 'PUT', `/team/${USER}/technician`, { technician_id: technician });
        const customer = await addCustomer(context);
        const day = Temporal.Now.plainDateISO('Australia/Sydney').subtract({ days: 1 }).toString();
        const { visit } = await finishedVisit(context, { customer, technician, day });
        const { data: drafted } = await call(context, 'POST', '/invoices', {
          customer_id: customer.id,
          visits: [visit],
          lines: [{ ...tap, id: crypto.randomUUID(), visit_id: visit }],
        });
        const { id, version } = drafted.row;
        const { data: issued } = await call(context, 'POST', `/invoices/${id}/issue`, { version });
        const name = `Tax invoice ${issued.row.number}`;

        await signIn(page, 'technician', `/my-day/visits/${visit}`);
        const card = page.getByRole('region', { name });
        await expect(page.getByText('Kitchen tap drips').first()).toBeVisible();
        await expect(card).toBeHidden();

        await office.getByRole('switch', { name: 'Technicians may show the invoice to pay' }).click();
        await office.getByRole('button', { name: 'Save' }).click();
        await expect(office.getByText('Money settings saved.')).toBeVisible();

        await page.reload();
        await expect(card).toContainText('$165.00 to pay');
        await expectAccessible(page);
        await card.getByRole('button', { name: 'Show it to the customer' }).click();
        const sheet = page.getByRole('dialog', { name });
        await expect(sheet.getByText('Scan this with your phone’s camera')).toBeVisible();
        await expectLargeTargets(page);
        await expectAccessible(page);
        await office.goto((await sheet.getByRole('link').getAttribute('href'))!);
        await expect(office.getByRole('heading', { name: '$165.00' })).toBeVisible();

        line.become('cut');
        await expect(sheet.getByText('No connection')).toBeVisible();
        line.become('open');
        await expect(sheet.getByText('No connection')).toBeHidden();
        const payment = {
          customer_id: customer.id,
          method: 'cash',
          amount: 165_00,
          invoices: [{ invoice_id: id, amount: 165_00 }],
        };
        expect(await call(context, 'POST', '/payments', payment)).toMatchObject({ code: 800 });
        await expect(sheet.getByText('Paid. Thank you.')).toBeVisible();
        await expectAccessible(page);
        await sheet.getByRole('button', { name: 'Close' }).click();
        await expect(card).toContainText('Paid');
        await office.close();
      },
    );
  });

const tap = {
  item_id: null,
  job_id: null,
  code: '',
  description: 'Kitchen tap',
  quantity: 1_000,
  unit: '',
  price: 165_00,
  includes_gst: true,
  discount: 0,
  gst: 'gst',
};

import type { BrowserContextOptions, Page } from '@playwright/test';
import { stripeService } from '../../apps/server/test/services/stripe.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, haveSession, long, test } from '../journey.ts';
import { freePort, makeDataDir, startProduct } from '../server.ts';
import { addCustomer } from '../work/customers.ts';
import { addTechnician, call } from '../work/technicians.ts';
import { finishedVisit } from './finished-visit.ts';
import { issueInvoice } from './issued.ts';

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };
/** Who signs in as the technician. */
const USER = '0193e5a0-0000-7000-8000-000000000013';
const KEY = 'rk_live_harbourcity4242';

for (const { place, size, scheme, tag } of [
  { place: 'on a phone', size: phone, scheme: 'light', tag: {} },
  { place: 'at a desk, in the dark', size: desk, scheme: 'dark', tag: long },
] as const)
  test(
    `an owner connects Stripe, and a customer ${place} pays by card: the office and the technician see it, and what came twice goes back`,
    tag,
    async ({ browser }) => {
      const stripe = await stripeService();
      const account = stripe.addAccount({ key: KEY });
      stripe.addAccount({ key: 'rk_live_narrow', permissions: ['balance_read', 'charge_write'] });
      const dataDir = makeDataDir('cards');
      const port = await freePort();
      const product = await startProduct({
        port,
        dataDir: dataDir.path,
        env: {
          BASE_URL: `http://127.0.0.1:${port}`,
          STRIPE_URL: stripe.url,
          STRIPE_CHECKOUT_URL: stripe.url,
        },
      });
      const open = async (more: BrowserContextOptions): Promise<Page> => {
        const page = await browser.newPage({ baseURL: product.url, colorScheme: scheme, ...more });
        page.on('console', (message) => expect(message.text()).not.toContain('Content Security Policy'));
        return page;
      };
      try {
        const office = await open({ viewport: desk });
        await haveSession(office, 'owner', product.url);
        const context = office.context();

        // Connected by whoever has no key at hand yet, then one that may do too little, then the right one.
        await office.goto('/settings/connections');
        await office.getByRole('button', { name: 'Connect Stripe' }).click();
        const key = office.getByLabel('Restricted key');
        const form = office.getByRole('group', { name: 'Card payments' });
        await key.fill('sk_live_123');
        await key.press('Enter');
        await expect(form).toContainText('That’s a secret key');
        await key.fill('rk_live_narrow');
        await key.press('Enter');
        await expect(form).toContainText('Checkout Sessions: Write');
        await expectAccessible(office);
        await key.fill(KEY);
        await key.press('Enter');
        await expect(office.getByText('Connected to Stripe.')).toBeVisible();
        await office.goto('/settings/money');
        const cards = office.getByRole('region', { name: 'Card payments' });
        await expect(cards).toContainText('Customers pay by card into Harbour City Plumbing.');

        // The technician shows what is to be paid for their visit.
        const { data: known } = await call(context, 'GET', '/money-settings');
        await call(context, 'PATCH', '/money-settings', {
          version: known.row.version,
          technicians_show_invoices: true,
        });
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
        const hand = await open({ viewport: phone });
        await haveSession(hand, 'technician', product.url);
        await hand.goto(`/my-day/visits/${visit}`);
        await hand
          .getByRole('region', { name })
          .getByRole('button', { name: 'Show it to the customer' })
          .click();
        const sheet = hand.getByRole('dialog', { name });
        await expect(sheet.getByText('to pay by card')).toBeVisible();
        const address = (await sheet.getByRole('link').getAttribute('href'))!;

        // The customer opens it, thinks again, is declined, and pays.
        await office.goto(`/invoices/${id}`);
        const owing = office.getByRole('region', { name: 'Owing' });
        await expect(owing).toContainText('Still to pay');
        const payer = await open({ viewport: size });
        await payer.goto(address);
        const pay = payer.getByRole('button', { name: 'Pay now $165.00' });
        await expect(payer.getByRole('heading', { name: 'Or pay by bank transfer' })).toBeVisible();
        await expectAccessible(payer);
        await pay.press('Enter');
        await expect(payer.getByRole('heading', { name: '165.00 AUD' })).toBeVisible();
        await payer.getByRole('link', { name: 'Back' }).click();
        await expect(payer.getByText('You haven’t paid yet')).toBeVisible();
        await pay.press('Enter');
        await payer.getByRole('button', { name: 'Decline' }).click();
        await expect(payer.getByRole('alert')).toHaveText('Your card was declined.');
        await payer.getByRole('button', { name: 'Pay', exact: true }).click();
        await expect(payer.getByText('Paid, thank you')).toBeVisible();
        await expect(payer.getByRole('button', { name: /Pay now/ })).toHaveCount(0);
        await expectAccessible(payer);
        await expect(owing).toContainText('Paid');
        await expect(sheet.getByText('Paid. Thank you.')).toBeVisible();

        // Somebody transfers the money while the card is on its way: what came twice goes back to the card, in part.
        const twice = await issueInvoice(context);
        const { data: link } = await call(context, 'POST', `/invoices/${twice.id}/page/link`, {});
        await payer.goto(link.address);
        await payer.getByRole('button', { name: 'Pay now $330.00' }).press('Enter');
        await expect(payer.getByRole('heading', { name: '330.00 AUD' })).toBeVisible();
        await office.goto(`/invoices/${twice.id}`);
        await expect(office.getByText('May be paying by card')).toBeVisible();
        const [session] = stripe.all(account, 'checkout.session').slice(-1);
        stripe.pay(session!.id);
        stripe.finishPayout(stripe.payOut(account).id);
        const transfer = { customer_id: twice.customer.id, method: 'transfer', amount: 330_00 };
        expect(await call(context, 'POST', '/payments', transfer)).toMatchObject({ code: 800 });
        await payer.goto(`${link.address}?card=done`);
        const received = `/payments?customer=${twice.customer.id}&method=card`;
        await expect(async () => {
          expect((await call(context, 'GET', received)).data.rows).toMatchObject([{ unused: 330_00 }]);
        }).toPass();
        const { data: paid } = await call(context, 'GET', received);
        await office.goto(`/payments/${paid.rows[0].id}`);
        const drawer = office.getByRole('dialog', { name: /Payment of \$330\.00/ });
        await expect(drawer).toContainText('Unused, stays as credit');
        await expect(drawer).toContainText('Emailed to');
        await drawer.getByRole('button', { name: 'Refund to the card…' }).click();
        const dialog = office.getByRole('dialog', { name: 'Refund to the card' });
        await dialog.getByLabel('Amount').fill('100');
        await expectAccessible(office, '[role=dialog]');
        await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
        await expect(drawer).toContainText(/Refunded to the card.*\$100\.00/);
        await expect(drawer).toContainText('Stripe fees$5.91');

        // Both went to the bank together; the way back to each of them, and what the refund left.
        await office.getByRole('button', { name: 'More about payments' }).click();
        await office.getByRole('menuitem', { name: 'Card payments and payouts' }).click();
        await expect(office.getByRole('row').filter({ hasText: 'Part refunded' })).toContainText('$224.09');
        await expectAccessible(office);
        await office.getByRole('link', { name: 'Payouts' }).click();
        await office.getByRole('row').filter({ hasText: '2 card payments' }).click();
        const payout = office.getByRole('dialog', { name: /Payout of \$485\.98/ });
        await expect(payout).toContainText(`Payment · ${twice.number}`);
        await expectAccessible(office);
      } finally {
        await product.stop();
        await stripe.close();
        dataDir.remove();
      }
    },
  );

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

import type { BrowserContext } from '@playwright/test';
import { addCustomer } from '../work/customers.ts';
import { call } from '../work/technicians.ts';

/** An issued invoice over $330.00 of a customer of its own. */
export async function issueInvoice(
  context: BrowserContext,
  reach: { email?: string; phone?: string } = {},
  on: { issued_on?: string } = {},
) {
  const customer = await addCustomer(context);
  const path = `/customers/${customer.id}`;
  const { data: known } = await call(context, 'GET', path);
  await call(context, 'PATCH', path, { version: known.row.version, ...reach });
  return { customer, ...(await issueTo(context, customer.id, { title: 'Hot water', price: 300_00, ...on })) };
}

/** An issued invoice over one line, whose price is without GST; one of an earlier day was due on that day. */
export async function issueTo(
  context: BrowserContext,
  customer_id: string,
  { title, price, issued_on }: { title: string; price: number; issued_on?: string },
) {
  const line = {
    id: crypto.randomUUID(),
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: 'Hot water system, supplied and fitted',
    quantity: 1_000,
    unit: 'each',
    price,
    includes_gst: false,
    discount: 0,
    gst: 'gst',
  };
  const { data: drafted } = await call(context, 'POST', '/invoices', {
    customer_id,
    title,
    ...(issued_on !== undefined && { terms_days: 0 }),
    lines: [line],
  });
  const { id, version } = drafted.row;
  const { data: issued } = await call(context, 'POST', `/invoices/${id}/issue`, {
    version,
    ...(issued_on !== undefined && { issued_on }),
  });
  return { id: id as string, number: issued.row.number as string };
}

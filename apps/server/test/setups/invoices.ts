import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { expect } from 'vitest';
import type { Work } from './work.ts';

/** A line for a tap, which comes to $330.00 with GST. */
export function tapLine(fields: object = {}) {
  return {
    id: randomUUID(),
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: 'Kitchen tap',
    quantity: 1_000,
    unit: 'each',
    price: 300_00,
    includes_gst: false,
    discount: 0,
    gst: 'gst',
    ...fields,
  };
}

/** An issued invoice of a new customer, who can be reached as it is said. */
export async function issuedInvoice(
  work: Pick<Work, 'owner' | 'addSite'>,
  {
    email = '',
    phone = '',
    issued_on,
    ...fields
  }: { email?: string; phone?: string; issued_on?: string; [field: string]: unknown } = {},
) {
  const { owner } = work;
  const { customer_id, name } = await work.addSite();
  expect(await owner.patch(`/customers/${customer_id}`, { version: 1, email, phone })).toMatchObject({
    status: 200,
  });
  const drafted = await owner.post('/invoices', {
    customer_id,
    lines: [tapLine()],
    title: 'Kitchen',
    ...fields,
  });
  expect(drafted).toMatchObject({ status: 200 });
  const draft = (drafted.data as { row: InvoiceRecord }).row;
  const issued = await owner.post(`/invoices/${draft.id}/issue`, {
    version: draft.version,
    ...(issued_on !== undefined && { issued_on }),
  });
  expect([issued.status, issued.message]).toEqual([200, 'Done.']);
  const invoice = (issued.data as { row: InvoiceRecord }).row;
  return { ...invoice, customer: name };
}

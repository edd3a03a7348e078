import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { ShownInvoices } from '@muster/domain/money/shown-invoices/schema';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../../../test/services/live-stream.ts';
import { type Field, openField } from '../../../../test/setups/field.ts';
import { tapLine } from '../../../../test/setups/invoices.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let field: Field;
beforeAll(async () => {
  field = await openField();
});
afterAll(() => field.work.close());

const rowOf = ({ data }: { data: unknown }) => (data as { row: unknown }).row;

async function shownAt(visit: string) {
  const { status, data } = await field.phone.get(`/my/visits/${visit}/invoices`);
  expect(status).toBe(200);
  return data as ShownInvoices;
}

async function allow(is: boolean): Promise<void> {
  const { owner } = field.work;
  const { version } = rowOf(await owner.get('/money-settings')) as { version: number };
  const fields = { version, technicians_show_invoices: is };
  expect(await owner.patch('/money-settings', fields)).toMatchObject({ status: 200 });
}

/** An issued invoice for a visit of the technician. */
async function invoiced(visit: string): Promise<InvoiceRecord> {
  const { owner } = field.work;
  const { job_id } = await field.work.show(visit);
  const job = rowOf(await owner.get(`/jobs/${job_id}`)) as JobRecord;
  const lines = [{ ...tapLine(), visit_id: visit, job_id }];
  const draft = { customer_id: job.customer.id, visits: [visit], lines };
  const { id, version } = rowOf(await owner.post('/invoices', draft)) as InvoiceRecord;
  return rowOf(await owner.post(`/invoices/${id}/issue`, { version })) as InvoiceRecord;
}

test('where the owner lets them, technicians show the total of the invoice of their own visit and where to pay it, and hear at once that it was paid', async () => {
  const { work } = field;
  const [visit, other] = [await field.booked(), await field.booked()];
  const invoice = await invoiced(visit);
  expect(await shownAt(visit)).toMatchObject({ may_show: false, rows: [] });

  await allow(true);
  const { may_show, rows } = await shownAt(visit);
  expect(may_show).toBe(true);
  expect(rows).toMatchObject([
    { name: `Tax invoice ${invoice.number}`, total: invoice.total, outstanding: invoice.total },
  ]);
  expect(Object.keys(rows[0]!).toSorted()).toEqual([
    'address',
    'code',
    'due_on',
    'has_gst',
    'id',
    'name',
    'outstanding',
    'takes_card',
    'total',
  ]);
  const page = await work.app.inject({ url: new URL(rows[0]!.address).pathname });
  expect(page.body).toContain(invoice.number);
  expect((await shownAt(other)).rows).toEqual([]);

  const { headers } = await signInAs(work.app, 'technician@example.com');
  const stream = await openStream(work.app, headers, { path: '/services/scheduling/api/v1/my/live' });
  await stream.started();
  const heard = () => stream.messages().length;
  const before = heard();
  const paid = await work.owner.post('/payments', {
    customer_id: invoice.bill_to_id,
    method: 'cash',
    amount: invoice.total,
    invoices: [{ invoice_id: invoice.id, amount: invoice.total }],
  });
  expect(paid.status).toBe(200);
  await expect.poll(heard).toBeGreaterThan(before);
  expect(JSON.stringify(stream.messages())).not.toContain(invoice.id);
  stream.response.destroy();
  expect((await shownAt(visit)).rows).toMatchObject([{ outstanding: 0 }]);

  await allow(false);
  expect(await shownAt(visit)).toMatchObject({ may_show: false, rows: [] });
});

test('nobody shows a draft, what was credited as a whole, or what is of a visit that is not theirs', async () => {
  const { work, phone } = field;
  await allow(true);
  const visit = await field.booked();
  const invoice = await invoiced(visit);
  expect((await shownAt(visit)).rows).toHaveLength(1);
  expect(await work.owner.post(`/invoices/${invoice.id}/credit`, {})).toMatchObject({ status: 200 });
  expect((await shownAt(visit)).rows).toEqual([]);
  const { id: foreign } = await work.addVisit();
  for (const id of [foreign, randomUUID()])
    expect((await phone.get(`/my/visits/${id}/invoices`)).status).toBe(404);
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await dispatcher.get(`/my/visits/${visit}/invoices`)).status).toBe(404);
});

import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
let headers: Record<string, string>;
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'bookkeeper@example.com'));
});
afterAll(() => work.close());

const line = {
  id: randomUUID(),
  item_id: null,
  visit_id: null,
  job_id: null,
  code: '',
  description: 'Tap',
  quantity: 1_000,
  unit: '',
  price: 110_00,
  includes_gst: true,
  discount: 0,
  gst: 'gst',
};

async function xmlOf(id: string) {
  return work.app.inject({ url: `/services/scheduling/api/v1/invoices/${id}/e-invoice.xml`, headers });
}

test('an issued invoice is an e-invoice once its customer has an ABN; a draft is none', async () => {
  const { customer_id } = await work.addSite();
  const drafted = await work.owner.post('/invoices', { customer_id, lines: [line] });
  const { id, version } = (drafted.data as { row: InvoiceRecord }).row;
  const draft = await xmlOf(id);
  expect([draft.statusCode, draft.json().message]).toEqual([
    409,
    'A draft can’t be an e-invoice. Issue it first.',
  ]);
  expect((await work.owner.post(`/invoices/${id}/issue`, { version })).status).toBe(200);
  const without = await xmlOf(id);
  expect([without.statusCode, without.json().message]).toEqual([
    409,
    expect.stringMatching(/^An e-invoice needs the customer’s ABN\. Add it to Customer /),
  ]);
  const edited = await work.owner.patch(`/customers/${customer_id}`, { version: 1, abn: '53 004 085 616' });
  expect(edited.status).toBe(200);
  const answer = await xmlOf(id);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ]);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="INV-1001.xml"');
  expect(answer.body).toContain('<cbc:EndpointID schemeID="0151">53004085616</cbc:EndpointID>');
  expect(answer.body).toContain('<cbc:PayableAmount currencyID="AUD">110.00</cbc:PayableAmount>');
  expect((await xmlOf(randomUUID())).statusCode).toBe(404);
});

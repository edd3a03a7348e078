import type { GstSummary } from '@muster/domain/money/bookkeeping/schema';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord, InvoiceTotals } from '@muster/domain/money/invoices/schema';
import { gstCategories } from '@muster/domain/money/lines/amounts';
import { centsInWords, plainCents } from '@muster/domain/values/cents';
import { parse } from 'csv-parse/sync';
import { boolean, constant, constantFrom, integer, record, sample, uuid } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../services/pdf-text.ts';
import { openWork, type Work } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';

let work: Work;
let headers: Record<string, string>;
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'bookkeeper@example.com'));
});
afterAll(() => work.close());

/** Lines as people sell things: prices with and without GST, thousandths of an hour, odd discounts. Each comes to a cent at least. */
const line = record({
  id: uuid(),
  item_id: constant(null),
  visit_id: constant(null),
  job_id: constant(null),
  code: constant(''),
  description: constant('Work'),
  quantity: integer({ min: 1_001, max: 9_999 }),
  unit: constant('h'),
  price: integer({ min: 1_00, max: 999_99 }),
  includes_gst: boolean(),
  discount: constantFrom(0, 0, 500, 1_250, 3_333),
  gst: constantFrom('gst', ...gstCategories),
});

const PERIOD = 'from=2026-11-16&to=2026-11-16';

async function downloaded(path: string) {
  const answer = await work.app.inject({ url: `/services/scheduling/api/v1${path}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer;
}

async function table(path: string): Promise<Record<string, string>[]> {
  return parse((await downloaded(`/bookkeeping/${path}?${PERIOD}`)).body, { columns: true, bom: true });
}

async function saved(answer: ReturnType<Work['owner']['post']>): Promise<InvoiceRecord> {
  const { status, message, data } = await answer;
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceRecord }).row;
}

async function get<T>(path: string): Promise<T> {
  const { status, data } = await work.owner.get(path);
  expect(status).toBe(200);
  return data;
}

test('200 lines come to the same number while they are typed, in the record, on paper, in the tables for the books and in the e-invoice, and credits of each line come to it again', async () => {
  const { customer_id } = await work.addSite();
  expect(
    (await work.owner.patch(`/customers/${customer_id}`, { version: 1, abn: '53004085616' })).status,
  ).toBe(200);
  const lines = sample(line, { numRuns: 200, seed: 35 });
  const typed = totalOf(lines.map(reckonedLine));
  const drafted = await saved(work.owner.post('/invoices', { customer_id, lines }));
  const sold = await saved(work.owner.post(`/invoices/${drafted.id}/issue`, { version: drafted.version }));
  const { net, gst, total } = sold;
  expect({ net, gst, total }).toEqual(typed);

  const { rawPayload } = await downloaded(`/invoices/${sold.id}/invoice.pdf`);
  expect((await pdfText(new Uint8Array(rawPayload))).join(' ')).toContain(
    `Total without GST ${centsInWords(net)} GST ${centsInWords(gst)} Total including GST ${centsInWords(total)}`,
  );

  const cents = (text: string | undefined) => Math.round(Number(text) * 100);
  const sum = (rows: Record<string, string>[], column: string) =>
    rows.reduce((whole, row) => whole + cents(row[column]), 0);
  const booked = await table('lines.csv');
  expect(['Without GST', 'GST', 'With GST'].map((column) => sum(booked, column))).toEqual([net, gst, total]);
  const reckonedByXero = (await table('xero.csv')).map((row) => {
    const [quantity, price, discount] = ['*Quantity', '*UnitAmount', 'Discount'].map((name) =>
      Number(row[name]),
    );
    // A hundred-millionth of a cent more, so that half a cent is not lost to binary fractions.
    return Math.round(quantity! * price! * (100 - discount!) + 1e-8);
  });
  expect(reckonedByXero.reduce((whole, each) => whole + each, 0)).toBe(total);

  const { body } = await downloaded(`/invoices/${sold.id}/e-invoice.xml`);
  const said = (name: string) => new RegExp(`<cbc:${name} currencyID="AUD">([^<]+)<`).exec(body)?.[1];
  expect(['TaxExclusiveAmount', 'TaxAmount', 'PayableAmount'].map(said)).toEqual(
    [net, gst, total].map(plainCents),
  );
  expect(await get<{ row: InvoiceTotals }>('/invoices/summary')).toMatchObject({
    row: { unpaid: { count: 1, sum: total } },
  });
  const books = () => get<GstSummary>(`/bookkeeping/gst?${PERIOD}&basis=accrual`);
  expect(await books()).toMatchObject({ gst });

  // Half of the lines by half of their quantity, then all of what is left.
  const halves = sold.lines.filter((_, at) => at % 2 === 0);
  const first = await saved(
    work.owner.post(`/invoices/${sold.id}/credit`, {
      lines: halves.map(({ id, quantity }) => ({ id, quantity: Math.floor(quantity / 2) })),
    }),
  );
  const rest = await saved(work.owner.post(`/invoices/${sold.id}/credit`, {}));
  for (const part of ['net', 'gst', 'total'] as const) expect(first[part] + rest[part]).toBe(sold[part]);
  const after = await table('lines.csv');
  expect(['Without GST', 'GST', 'With GST'].map((column) => sum(after, column))).toEqual([0, 0, 0]);
  expect(await books()).toMatchObject({ gst: 0 });
});

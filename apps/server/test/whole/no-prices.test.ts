import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../services/live-stream.ts';
import { pdfText } from '../services/pdf-text.ts';
import { type Field, openField } from '../setups/field.ts';
import { tapLine } from '../setups/invoices.ts';
import { changeOf, type Work } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';
import { type Operation, operationsOf } from './scheduler-operations.ts';

/** In cents: no other number comes near them. */
const [PRICE, COST, AGREED] = [876_543_21, 765_432_19, 654_321_98];
/** As they are in answers, in tables, on paper and in the search. */
const marks = [PRICE, COST, AGREED].flatMap((cents) => {
  const plain = `${Math.trunc(cents / 100)}.${cents % 100}`;
  return [String(cents), plain, plain.replace(/^(\d{3})/, '$1,')];
});

let field: Field;
let work: Work;
let operations: Operation[];
/** What there is to ask for, by the collection that it is in. */
let ids: Readonly<Record<string, string>>;
let invoice: InvoiceRecord;
let changes: number[];
let word: string;

function rowOf({ status, message, data }: Awaited<ReturnType<Work['owner']['get']>>): unknown {
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: unknown }).row;
}

beforeAll(async () => {
  field = await openField();
  ({ work } = field);
  operations = operationsOf((await work.app.inject({ url: '/services/openapi.json' })).json()).filter(
    ({ method, isStream }) => method === 'GET' && !isStream,
  );
});
afterAll(() => work.close());

async function headersOf(role: string): Promise<Record<string, string>> {
  return (await signInAs(work.app, `${role}@example.com`)).headers;
}

/** Everything about money that can lie around a visit of the technician, with streams that listen to how it is made. */
async function chargeForVisit() {
  const { owner } = work;
  word = `gilded${randomUUID().slice(0, 8)}`;
  const price = { price: PRICE, price_includes_gst: true, cost: COST };
  const item = rowOf(await owner.post('/items', { name: `Tap ${word}`, code: word, ...price })) as Item;
  const rate = rowOf(await owner.post('/items', { name: `Hour ${word}`, kind: 'labour', ...price })) as Item;
  const visit = await field.booked();
  const { job_id } = await work.show(visit);
  const job = rowOf(await owner.get(`/jobs/${job_id}`)) as JobRecord;
  const customer = job.customer.id;
  await owner.post(`/customers/${customer}/prices`, { item_id: item.id, price: AGREED });
  const { data: team } = await owner.get('/team');
  const technician = (team as { rows: { id: string; technician_id: string | null }[] }).rows.find(
    ({ id }) => id === field.user,
  )!.technician_id!;
  await owner.put(`/technicians/${technician}/labour-rate`, { version: 0, item_id: rate.id });
  const line = tapLine({ item_id: item.id, description: `Tap ${word}`, price: PRICE, includes_gst: true });
  const drafted = await owner.post('/invoices', {
    customer_id: customer,
    visits: [visit],
    lines: [{ ...line, visit_id: visit, job_id }],
    title: `Work ${word}`,
  });
  const { id, version } = rowOf(drafted) as InvoiceRecord;
  const issuing = await owner.post(`/invoices/${id}/issue`, { version });
  invoice = rowOf(issuing) as InvoiceRecord;
  const paying = await owner.post('/payments', {
    customer_id: customer,
    method: 'cash',
    amount: PRICE,
    invoices: [{ invoice_id: id, amount: PRICE }],
  });
  const { id: payment } = rowOf(paying) as { id: string };
  changes = [drafted, issuing, paying].map(changeOf);
  ids = {
    customers: customer,
    sites: job.site.id,
    jobs: job_id,
    visits: visit,
    technicians: technician,
    items: item.id,
    invoices: id,
    payments: payment,
  };
}

/** The address of a call with what there is, and all the changes for one that asks for a change. */
function addressesOf({ path }: Operation): string[] {
  const filled = path.replaceAll(/([\w-]+)\/\{id\}/g, (_, collection: string) => {
    return `${collection}/${ids[collection] ?? randomUUID()}`;
  });
  return filled.includes('{number}')
    ? changes.map((number) => filled.replace('{number}', String(number)))
    : [filled.replaceAll(/\{\w+\}/g, () => randomUUID())];
}

/** The calls in whose answers somebody finds a price, or that there is an invoice, and how many let them in. */
async function pricesFoundBy(headers: Record<string, string>) {
  const found: string[] = [];
  let letIn = 0;
  for (const operation of operations)
    for (const url of addressesOf(operation)) {
      const query = { ...operation.query, ...(operation.query['q'] && { q: word }) };
      const answer = await work.app.inject({ url, headers, query });
      if (answer.statusCode === 200) letIn += 1;
      const isPaper = answer.headers['content-type'] === 'application/pdf' && answer.statusCode === 200;
      const text = isPaper
        ? (await pdfText(new Uint8Array(answer.rawPayload))).join(' ')
        : answer.body.replaceAll(url, '');
      if (marks.some((mark) => text.includes(mark)) || text.includes(invoice.number!)) found.push(url);
    }
  return { found, letIn };
}

test('nobody without the right to money finds a price, in no list, record, history, search, table, paper or stream, so that no phone keeps any', async () => {
  const [technician, dispatcher, owner] = await Promise.all([
    headersOf('technician'),
    headersOf('dispatcher'),
    headersOf('owner'),
  ]);
  const key = await work.owner.post('/api-keys', { name: 'Reader', rights: 'read only' });
  const reader = { authorization: `Bearer ${(key.data as { key: string }).key}` };
  const streams = await Promise.all([
    openStream(work.app, technician, { path: '/services/scheduling/api/v1/my/live' }),
    openStream(work.app, dispatcher),
    openStream(work.app, owner),
  ]);
  await Promise.all(streams.map(({ started }) => started()));
  await chargeForVisit();

  // The calls that show prices to whoever may see them are really asked, about what is really there.
  const all = await pricesFoundBy(owner);
  expect(all.found.length).toBeGreaterThan(15);
  for (const [headers, least] of [
    [technician, 3],
    [dispatcher, 30],
    [reader, 20],
  ] as const) {
    const { found, letIn } = await pricesFoundBy(headers);
    expect(found).toEqual([]);
    expect(letIn).toBeGreaterThan(least);
  }

  const [phone, board, all_] = streams.map(({ messages }) => JSON.stringify(messages()));
  expect(all_).toContain(invoice.id);
  for (const heard of [phone!, board!])
    for (const secret of [invoice.id, ids['payments']!, ids['items']!, ...marks])
      expect(heard).not.toContain(secret);
  for (const { response } of streams) response.destroy();
});

import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDocumentProxy } from 'unpdf';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
let customer: string;
beforeAll(async () => {
  work = await openWork();
  ({ customer_id: customer } = await work.addSite());
  await work.owner.put('/bank-details', {
    version: 0,
    account_name: 'Harbour City Plumbing Pty Ltd',
    bsb: '062-000',
    account_number: '12345678',
    payid: 'pay@example.com',
    current_password: 'muster-demo',
  });
});
afterAll(() => work.close());

const line = (fields: object = {}) => ({
  id: randomUUID(),
  item_id: null,
  visit_id: null,
  job_id: null,
  code: '',
  description: 'Kitchen tap',
  quantity: 1_500,
  unit: 'h',
  price: 100_00,
  includes_gst: false,
  discount: 0,
  gst: 'gst',
  ...fields,
});

async function draft(fields: object = {}): Promise<InvoiceRecord> {
  const { data } = await work.owner.post('/invoices', { customer_id: customer, lines: [line()], ...fields });
  return (data as { row: InvoiceRecord }).row;
}

async function issued(fields: object = {}): Promise<InvoiceRecord> {
  const { id, version } = await draft(fields);
  const { data } = await work.owner.post(`/invoices/${id}/issue`, { version });
  return (data as { row: InvoiceRecord }).row;
}

/** What somebody reads on the pages of its paper. */
async function paperOf(id: string, email = 'owner@example.com') {
  const { headers } = await signInAs(work.app, email);
  const answer = await work.app.inject({
    url: `/services/scheduling/api/v1/invoices/${id}/invoice.pdf`,
    headers,
  });
  const pages = answer.statusCode === 200 ? await pdfText(new Uint8Array(answer.rawPayload)) : [];
  return { status: answer.statusCode, pages, name: answer.headers['content-disposition'] };
}

test('an issued invoice has all that a tax invoice needs, and where to pay it', async () => {
  const invoice = await issued({ title: 'Hot water', order_number: 'PO 88123', note: 'Thanks.' });
  const { pages, name } = await paperOf(invoice.id);
  expect(name).toBe(`attachment; filename="Invoice ${invoice.number}.pdf"`);
  expect(pages).toHaveLength(1);
  for (const said of [
    'Tax invoice',
    invoice.number!,
    'ABN',
    'Mon 16 Nov 2026',
    'Due Mon 30 Nov 2026',
    'PO 88123',
    invoice.buyer!.name,
    'Kitchen tap 1.5 h $100.00 $15.00 $165.00',
    'Total without GST $150.00 GST $15.00 Total including GST $165.00',
    'Total price includes GST.',
    'BSB 062-000 Account number 12345678 PayID pay@example.com',
    `Reference ${invoice.number}`,
    'Thanks.',
  ])
    expect(pages[0]).toContain(said);
});

test('while it is owed it asks for money where the business is paid now; settled, it says where it was issued to be paid', async () => {
  const [owed, settled] = [await issued(), await issued()];
  const payment = {
    customer_id: customer,
    method: 'transfer',
    amount: settled.total,
    received_on: '2026-11-16',
  };
  const part = { invoice_id: settled.id, amount: settled.total };
  expect(await work.owner.post('/payments', { ...payment, invoices: [part] })).toMatchObject({ status: 200 });
  const { row } = (await work.owner.get('/bank-details')).data as { row: { version: number } };
  const { version } = row;
  const typed = { account_name: 'Harbour City', bsb: '083-004', account_number: '99887766', payid: '' };
  const edit = { ...typed, version, current_password: 'muster-demo' };
  expect(await work.owner.put('/bank-details', edit)).toMatchObject({ status: 200 });
  const [page] = (await paperOf(owed.id)).pages;
  expect(page).toContain('BSB 083-004 Account number 99887766');
  expect(page).not.toContain('12345678');
  const read = async (id: string) =>
    ((await work.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;
  const [now, then] = [await read(owed.id), await read(settled.id)];
  expect([now.pay_to?.account_number, now.supplier?.bank?.account_number]).toEqual(['99887766', '12345678']);
  expect(then.pay_to?.account_number).toBe('12345678');
});

/** What a tap on the paper opens, and how wide that is in millimetres. */
async function codesOn(id: string): Promise<{ url: string; mm: number }[]> {
  const { headers } = await signInAs(work.app, 'owner@example.com');
  const url = `/services/scheduling/api/v1/invoices/${id}/invoice.pdf`;
  const { rawPayload } = await work.app.inject({ url, headers });
  const page = await (await getDocumentProxy(new Uint8Array(rawPayload))).getPage(1);
  const links = (await page.getAnnotations()) as { url: string; rect: number[] }[];
  return links.map(({ url, rect }) => ({ url, mm: ((rect[2]! - rect[0]!) / 72) * 25.4 }));
}

test('while something of it is owed, a code on the paper leads to its page; a draft, a credit note and what is settled have none', async () => {
  const owed = await issued();
  const [code] = await codesOn(owed.id);
  expect((await paperOf(owed.id)).pages[0]).toContain('Scan to see this invoice');
  const path = new URL(code!.url).pathname;
  expect((await work.app.inject({ url: path })).body).toContain(owed.number);
  // The white around it is eight of at least 37 dots, and phones want 25 mm of the rest.
  expect(code!.mm * (29 / 37)).toBeGreaterThan(25);
  const ownCode = await work.app.inject({ url: `${path}/invoice.pdf` });
  expect(Buffer.from(ownCode.rawPayload).toString('latin1')).toContain(code!.url);

  const credit = await work.owner.post(`/invoices/${owed.id}/credit`, {});
  const { id: credited } = (credit.data as { row: InvoiceRecord }).row;
  for (const id of [owed.id, credited, (await draft()).id]) {
    expect(await codesOn(id)).toEqual([]);
    expect((await paperOf(id)).pages[0]).not.toContain('Scan');
  }
});

test('a draft says on every page that it is one, and is no tax invoice yet', async () => {
  const { id } = await draft({ lines: Array.from({ length: 100 }, () => line()) });
  const { pages, name } = await paperOf(id);
  expect(name).toContain('Draft invoice.pdf');
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toMatch(/Draft/);
  expect(pages.join(' ')).not.toContain('Tax invoice');
});

test('the total of a hundred lines is the number that the record has', async () => {
  const lines = Array.from({ length: 100 }, (_, at) =>
    line({
      price: 1_01 + at * 7,
      quantity: 333 + at,
      discount: at * 25,
      gst: at % 9 === 0 ? 'gst-free' : 'gst',
    }),
  );
  const large = line({ quantity: 1_000, price: 1_333_000_00 });
  const invoice = await issued({ lines: [...lines, large] });
  const text = (await paperOf(invoice.id)).pages.join(' ');
  expect(text).toContain('$1,333,000.00 $133,300.00 $1,466,300.00');
  expect(text).toContain(
    `Total without GST ${centsInWords(invoice.net)} GST ${centsInWords(invoice.gst)} Total including GST ${centsInWords(invoice.total)}`,
  );
  expect(text).not.toContain('Total price includes GST');
});

test('a business without GST sends an invoice without a column of GST', async () => {
  await work.owner.patch('/money-settings', { version: 0, is_gst_registered: false });
  const { pages } = await paperOf((await issued()).id);
  expect(pages[0]).toContain('Invoice');
  expect(pages[0]).not.toMatch(/Tax invoice|GST/);
  expect(pages[0]).toContain('Total $150.00');
});

test('a technician gets no paper', async () => {
  const { id } = await draft();
  expect((await paperOf(id, 'technician@example.com')).status).toBe(403);
  expect((await (await schedulerOf(work.app, 'technician@example.com')).get(`/invoices/${id}`)).status).toBe(
    403,
  );
});

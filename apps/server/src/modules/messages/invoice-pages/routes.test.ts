import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuedInvoice, tapLine } from '../../../../test/setups/invoices.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { DEMO, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
  const { row } = (await work.owner.get('/settings')).data as { row: { version: number } };
  const fields = { version: row.version, abn: '51824753556', phone: '02 5550 1234' };
  expect(await work.owner.patch('/settings', fields)).toMatchObject({ status: 200 });
  const bank = {
    account_name: 'Harbour City Plumbing',
    bsb: '062-000',
    account_number: '12345678',
    payid: '',
  };
  await work.inside((db) =>
    sql`insert into bank_details (account_id, id, account_name, bsb, account_number, payid)
        values (current_account(), current_account(), ${bank.account_name}, ${bank.bsb}, ${bank.account_number}, '')`.execute(
      db,
    ),
  );
});
afterAll(() => work.close());

async function pageOf(id: string) {
  const { status, data } = await work.owner.post(`/invoices/${id}/page/link`, {});
  expect(status).toBe(200);
  const path = new URL((data as { address: string }).address).pathname;
  return { path, read: (at = '', headers = {}) => work.app.inject({ url: `${path}${at}`, headers }) };
}

/** What the page shows, without what makes it a page. */
function textOf(html: string): string {
  return html
    .replace(/<head>[\s\S]*<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const read = async (id: string) =>
  ((await work.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;

/** Money for an invoice, as whoever keeps payments writes it. */
async function paid(invoice: InvoiceRecord, amount: number): Promise<void> {
  await work.inside(async (db) => {
    await sql`
      with paid as (insert into payments (account_id, customer_id, method, amount, received_on)
                    values (current_account(), ${invoice.bill_to_id}, 'transfer', ${amount}, '2026-11-16') returning id)
      insert into allocations (account_id, invoice_id, payment_id, amount, on_date)
      select current_account(), ${invoice.id}, id, ${amount}, '2026-11-16' from paid`.execute(db);
    await sql`update invoices set settled = settled + ${amount} where id = ${invoice.id}`.execute(db);
  });
}

test('it shows one total with GST, what it is for, how to pay, and the paper; and nothing of anybody else', async () => {
  const invoice = await issuedInvoice(work, {
    lines: [tapLine(), tapLine({ description: '<b>Spindle</b>', quantity: 2_500, price: 10_00 })],
    email: 'private@example.com',
  });
  const other = await issuedInvoice(work);
  const page = await pageOf(invoice.id);
  const answer = await page.read();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  });
  expect(answer.body).not.toMatch(/<script|<b>/);
  const text = textOf(answer.body);
  for (const shown of [
    `Tax invoice ${invoice.number} $357.50`,
    'To pay',
    'Due Mon 30 Nov 2026',
    'includes $32.50 GST',
    'Kitchen tap',
    'BSB 062-000 Account number 12345678',
    `Reference ${invoice.number}`,
    invoice.customer,
  ])
    expect(text).toContain(shown);
  for (const hidden of ['$300.00', other.customer, invoice.id, 'private@example.com'])
    expect(text).not.toContain(hidden);
  const paper = await page.read('/invoice.pdf');
  expect(paper.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="Invoice ${invoice.number}.pdf"`,
  });
  const [first] = await pdfText(new Uint8Array(paper.rawPayload));
  expect(first).toContain('$357.50');
});

test('it says what is true now: overdue, part paid, paid, credited', async () => {
  const statusOf = async (id: string) => {
    const { body } = await (await pageOf(id)).read();
    return textOf(body);
  };
  const late = await issuedInvoice(work, { terms_days: 0, issued_on: '2026-11-02' });
  expect(await statusOf(late.id)).toMatch(/Overdue .*\$330\.00 Was due Mon 2 Nov 2026/);
  await paid(late, 130_00);
  expect(await statusOf(late.id)).toMatch(
    /Overdue .*\$200\.00 Still to pay\..*−\$130\.00 Still to pay \$200\.00/,
  );
  const soon = await issuedInvoice(work);
  await paid(soon, 30_00);
  expect(await statusOf(soon.id)).toMatch(/Part paid .*\$300\.00 Still to pay\. Due/);
  await paid(soon, 300_00);
  const done = await statusOf(soon.id);
  expect(done).toMatch(/^.*Paid, thank you .*\$330\.00 Paid For/);
  expect(done).not.toMatch(/How to pay|Due/);
  const wrong = await issuedInvoice(work);
  const { data } = await work.owner.post(`/invoices/${wrong.id}/credit`, {});
  const note = (data as { row: InvoiceRecord }).row;
  const credited = await statusOf(wrong.id);
  expect(credited).toContain('Credited: nothing to pay');
  expect(credited).toContain(`Credited by ${note.number} Mon 16 Nov 2026 −$330.00`);
  // Paid, then credited: the credit pays for another one.
  const first = await issuedInvoice(work);
  const payment = {
    customer_id: first.bill_to_id,
    method: 'transfer',
    amount: 330_00,
    received_on: '2026-11-16',
  };
  expect(await work.owner.post('/payments', payment)).toMatchObject({ status: 200 });
  const left = (await work.owner.post(`/invoices/${first.id}/credit`, {})).data as { row: InvoiceRecord };
  const next = await work.owner.post('/invoices', { customer_id: first.customer_id, lines: [tapLine()] });
  const draft = (next.data as { row: InvoiceRecord }).row;
  await work.owner.post(`/invoices/${draft.id}/issue`, { version: draft.version });
  const used = await work.owner.post(`/customers/${first.customer_id}/credit/use`, {
    invoices: [{ invoice_id: draft.id, amount: 330_00 }],
  });
  expect(used).toMatchObject({ status: 200 });
  const covered = await statusOf(draft.id);
  expect(covered).toMatch(/Paid, thank you .*\$330\.00 Paid To/);
  expect(covered).toContain(`Paid from your credit ${left.row.number}`);
  expect(await statusOf(note.id)).toMatch(
    new RegExp(
      `Credit note ${note.number} \\$330\\.00 Credit Adjustment note for tax invoice ${wrong.number}`,
    ),
  );
});

test('an invoice is seen when its customer opens the page, not when the office does', async () => {
  const { id } = await issuedInvoice(work);
  const page = await pageOf(id);
  const { cookie } = await signInAs(work.app, 'owner@example.com');
  const { body } = await page.read('', { cookie });
  expect(textOf(body)).toContain('Opening it doesn’t count as them.');
  expect(await read(id)).toMatchObject({ seen_at: null });
  await page.read();
  const { seen_at } = await read(id);
  expect(seen_at).not.toBeNull();
  work.clock.now += 3_600_000;
  await page.read();
  expect(await read(id)).toMatchObject({ seen_at });
  work.clock.now = MONDAY;
});

test('each issued invoice has one link, drafts have none, and made-up addresses lead nowhere', async () => {
  const { id, customer_id } = await issuedInvoice(work);
  const { path } = await pageOf(id);
  expect((await pageOf(id)).path).toBe(path);
  expect(path).toMatch(/^\/i\/[\w-]{22}$/);
  const { data } = await work.owner.post('/invoices', { customer_id });
  const draft = (data as { row: InvoiceRecord }).row.id;
  expect(await work.owner.post(`/invoices/${draft}/page/link`, {})).toMatchObject({ status: 409 });
  const pages = await Promise.all(
    [`/i/${id}`, `/i/${'x'.repeat(22)}`, `${path}x`, `/i/${'x'.repeat(22)}/invoice.pdf`].map((url) =>
      work.app.inject({ url }),
    ),
  );
  for (const { statusCode, body } of pages)
    expect([statusCode, body]).toEqual([404, expect.stringContaining('isn’t available')]);
  const { rows } = await work.here.asOwner(`select * from invoice_link_tokens where account_id = '${DEMO}'`);
  expect(JSON.stringify(rows)).not.toContain(path.slice(3));
});

test('long after everything was settled the page is over', async () => {
  const settled = await issuedInvoice(work);
  const owed = await issuedInvoice(work);
  await paid(settled, 330_00);
  const pages = await Promise.all([settled, owed].map(({ id }) => pageOf(id)));
  work.clock.now += 401 * 86_400_000;
  const answers = await Promise.all(pages.map((page) => page.read()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200]);
  work.clock.now = MONDAY;
});

import { randomUUID } from 'node:crypto';
import type { TeamMember } from '@muster/domain/identity/team/schema';
import type { InvoiceRecord, InvoiceSummary } from '@muster/domain/money/invoices/schema';
import type { ImportPreview } from '@muster/domain/work/imports/schema';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { imported, undoneLong } from '../../../../test/setups/long-tasks.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

type Person = Awaited<ReturnType<typeof schedulerOf>>;

let work: Work;
let bookkeeper: Person;
let customer: { customer_id: string; name: string };
beforeAll(async () => {
  work = await openWork();
  bookkeeper = await schedulerOf(work.app, 'bookkeeper@example.com');
  customer = await work.addSite();
});
afterAll(() => work.close());

const table = (...lines: string[]) =>
  ['ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,AmountDue,TaxTotal,Reference', ...lines].join('\r\n');

async function listed(query: string): Promise<InvoiceSummary[]> {
  return ((await bookkeeper.get(`/invoices?${query}`)).data as { rows: InvoiceSummary[] }).rows;
}

async function exported(query: string): Promise<Record<string, string>[]> {
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const url = `/services/scheduling/api/v1/invoices.csv?${query}`;
  const { body } = await work.app.inject({ url, headers });
  return parse(body, { columns: true, bom: true });
}

test('what is owed in another program comes in with its numbers, is owed here, and goes again by one undo', async () => {
  const csv = table(
    `${customer.name},XE-77,01/10/2026,15/10/2026,"1,100.00",550.00,100.00,Hot water`,
    `${customer.name},XE-78,2026-11-01,,160.00,,10.00,`,
  );
  const done = await imported(work.here, bookkeeper, { kind: 'invoices', csv });
  expect(done).toMatchObject({ state: 'done', done: 2, left_out: 0 });
  const [half, mixed] = await listed('sort=number');
  expect(half).toMatchObject({
    number: 'XE-77',
    is_imported: true,
    series: null,
    state: 'issued',
    bill_to_name: customer.name,
    issued_on: '2026-10-01',
    due_on: '2026-10-15',
    terms_days: 14,
    title: 'Hot water',
    gst: 50_00,
    outstanding: 550_00,
  });
  expect(mixed).toMatchObject({ due_on: '2026-11-15', net: 150_00, gst: 10_00, outstanding: 160_00 });
  const { row } = (await bookkeeper.get(`/invoices/${half!.id}`)).data as { row: InvoiceRecord };
  expect(row).toMatchObject({
    buyer: { name: customer.name },
    lines: [{ description: 'Balance of invoice XE-77' }],
  });
  expect(await listed('view=overdue&sort=due')).toMatchObject([{ number: 'XE-77' }, { number: 'XE-78' }]);

  // The tax invoice is the one that the other program has issued.
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const paper = async (name: string) =>
    work.app.inject({ url: `/services/scheduling/api/v1/invoices/${row.id}/${name}`, headers });
  const printed = await pdfText(new Uint8Array((await paper('invoice.pdf')).rawPayload));
  expect(printed[0]).toMatch(/Invoice balance.*XE-77.*\$550\.00/);
  expect(printed[0]).not.toContain('Tax invoice');
  expect((await paper('e-invoice.xml')).statusCode).toBe(409);

  // The same table once more brings nothing twice.
  const again = (await bookkeeper.post('/imports/preview', { kind: 'invoices', csv })).data as ImportPreview;
  expect(again).toMatchObject({ taken: 0, duplicate_count: 2 });
  const out = await exported('sort=number');
  expect(out[0]).toMatchObject({
    Number: 'XE-77',
    Status: 'overdue',
    Customer: customer.name,
    'Still owed': '550',
    'From another program': 'true',
  });

  expect((await bookkeeper.post(`/changes/${done.change}/undo`)).status).toBe(200);
  expect(await listed('')).toEqual([]);
});

test('an import is not taken back once something was paid of it', async () => {
  const csv = table(`${customer.name},XE-90,2026-11-01,,110.00,,,`);
  const done = await imported(work.here, bookkeeper, { kind: 'invoices', csv });
  const [{ id }] = (await listed('search=xe-90')) as [InvoiceSummary];
  const payment = randomUUID();
  await work.inside(async (db) => {
    await sql`insert into payments (account_id, id, customer_id, method, amount, received_on)
              values (${DEMO}, ${payment}, ${customer.customer_id}, 'cash', 1000, '2026-11-16')`.execute(db);
    await sql`insert into allocations (account_id, invoice_id, payment_id, amount, on_date)
              values (${DEMO}, ${id}, ${payment}, 1000, '2026-11-16')`.execute(db);
  });
  expect(await bookkeeper.post(`/changes/${done.change}/undo`)).toMatchObject({
    status: 409,
    message: 'A payment or a credit has been recorded for one of these invoices since.',
  });
});

test('a table says row by row what is no open invoice', async () => {
  const csv = table(
    `Nobody Known,A-1,2026-11-01,,10.00,,,`,
    `${customer.name},A-2,2026-11-01,2026-10-31,10.00,,,`,
    `${customer.name},A-3,2026-11-01,,10.00,0.00,,`,
    `${customer.name},A-4,2026-11-01,,10.00,11.00,,`,
    `${customer.name},A-5,2026-11-01,,10.00,,5.00,`,
    `${customer.name},INV-1040,2026-11-01,,10.00,,,`,
    `${customer.name},INV-940,2026-11-01,,10.00,,,`,
    `${customer.name},A-6,2026-11-01,,10.00,,,`,
    `${customer.name},a-6,2026-11-01,,10.00,,,`,
    `${customer.name},,,,,,,`,
  );
  const { data } = await bookkeeper.post('/imports/preview', { kind: 'invoices', csv });
  const said = (data as ImportPreview).problems.map(({ row, field, text }) => `${row} ${field}: ${text}`);
  expect(said).toEqual([
    '2 customer: No customer is called “Nobody Known”. Import them first.',
    '3 due_on: It would be due before it was issued.',
    '4 owed: Nothing is owed on this invoice. Leave it out.',
    '5 owed: More is owed than the total.',
    '6 gst: The GST is more than an eleventh of the total.',
    expect.stringMatching(/^7 number: Your own invoices come to INV-1040 as well\./),
    '9 number: Several rows have the number A-6.',
    '10 number: Several rows have the number a-6.',
    '11 number: Number is missing.',
    '11 issued_on: Issued is missing.',
    '11 total: Total is missing.',
  ]);
  const late = await imported(work.here, bookkeeper, {
    kind: 'invoices',
    csv: table(`${customer.name},A-9,2026-12-24,,10.00,,,`),
  });
  expect(late).toMatchObject({ state: 'failed', problem: 'A-9 is dated on a day that is still to come.' });
});

test('2,000 open invoices come in as one change and go by one undo; whoever may not keep the books brings none', async () => {
  const lines = Array.from(
    { length: 2_000 },
    (_, at) => `${customer.name},OLD-${at + 1},2026-10-01,,${at + 1}.10,,,`,
  );
  const csv = table(...lines);
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await dispatcher.post('/imports', { kind: 'invoices', csv })).status).toBe(403);
  const done = await imported(work.here, bookkeeper, { kind: 'invoices', csv });
  expect(done).toMatchObject({ state: 'done', done: 2_000 });
  const rows = await exported('search=old&sort=number');
  expect(rows.map(({ Number: number, Total: total }) => `${number} ${total}`)).toEqual(
    lines.map((_, at) => `OLD-${at + 1} ${at + 1}.1`),
  );
  expect(await undoneLong(work.here, bookkeeper, done.change!)).toMatchObject({ state: 'done' });
  expect(await listed('search=old')).toEqual([]);
});

test('whoever may only prepare drafts takes back no import of what is owed', async () => {
  const csv = table(`${customer.name},KEPT-1,2026-10-01,,100.00,,,`);
  const { change } = await imported(work.here, bookkeeper, { kind: 'invoices', csv });
  const owner = await schedulerOf(work.app, 'owner@example.com');
  const { rows } = (await owner.get('/team')).data as { rows: TeamMember[] };
  const { id, version } = rows.find(({ role }) => role === 'dispatcher')!;
  expect((await owner.put(`/team/${id}/money`, { version, money: 'drafts' })).status).toBe(200);
  const drafter = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await drafter.post(`/changes/${change}/undo`)).status).toBe(403);
  expect(await listed('search=kept')).toHaveLength(1);
});

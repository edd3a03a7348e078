import type { BookTotals, GstEntry, GstSummary } from '@muster/domain/money/bookkeeping/schema';
import type { Invoice } from '@muster/domain/money/invoices/schema';
import { dividedHalfUp } from '@muster/domain/values/cents';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, makeBooks, type Sold } from '../../../../seed/books.ts';
import { DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

const today = '2026-11-16';
const supplier = {
  name: 'Harbour City Plumbing',
  abn: '51824753556',
  is_gst_registered: true,
  address: '',
  phone: '',
  email: '',
  trade_licence: '',
  region: 'NSW',
  colour: null,
  logo_id: null,
  bank: null,
};
const sold = { unit: 'each', price_includes_gst: false, gst: 'gst' } as const;
const items = [
  {
    ...sold,
    id: '01890000-0000-7000-8000-000000000001',
    kind: 'labour',
    code: 'LAB',
    name: 'Labour',
    price: 125_35,
  },
  {
    ...sold,
    id: '01890000-0000-7000-8000-000000000002',
    kind: 'call-out',
    code: 'CALL',
    name: 'Call-out',
    price: 99_00,
    price_includes_gst: true,
  },
  {
    ...sold,
    id: '01890000-0000-7000-8000-000000000003',
    kind: 'part',
    code: 'CE',
    name: '=Elbow',
    price: 8_57,
  },
  {
    ...sold,
    id: '01890000-0000-7000-8000-000000000004',
    kind: 'part',
    code: 'WAT',
    name: 'Water',
    price: 3_33,
    gst: 'gst-free',
  },
  {
    ...sold,
    id: '01890000-0000-7000-8000-000000000005',
    kind: 'service',
    code: 'HWS',
    name: 'Hot water',
    price: 2_185_01,
    price_includes_gst: true,
  },
] satisfies Sold[];

let work: Work;
let headers: Record<string, string>;
let books: Books;

/** Documents and payments of a whole year, of which many were paid in part, credited, or bounced. */
beforeAll(async () => {
  work = await openWork();
  ({ headers } = await signInAs(work.app, 'bookkeeper@example.com'));
  const sites = [await work.addSite(), await work.addSite(), await work.addSite()];
  const customers = sites.map(({ customer_id, name }, index) => ({
    id: customer_id,
    name: index === 0 ? '@Home Care' : name,
    abn: null,
    email: '',
    phone: '',
    address: '1 Quay St, Sydney NSW 2000',
  }));
  books = makeBooks({ seed: 5, invoices: 160, days: 360, today, customers, items, supplier });
  await lay(
    'invoices',
    books.invoices.map((row) => ({
      ...row,
      settled: books.settled.get(row.id) ?? 0,
      // A day that somebody chose, whatever the terms are.
      due_on: row.kind === 'invoice' ? addDays(row.issued_on! as LocalDate, 40) : row.due_on,
    })),
  );
  await lay(
    'payments',
    books.payments.map((row) => ({ ...row, used: books.used.get(row.id) ?? 0 })),
  );
  await lay('allocations', books.allocations);
  const accounts = {
    xero_sales_account: '201',
    myob_sales_account: '4-2000',
    myob_bank_account: '1-1200',
  };
  const set = await work.app.inject({
    method: 'PATCH',
    url: '/services/scheduling/api/v1/money-settings',
    headers,
    payload: { version: 0, ...accounts },
  });
  expect(set.json().message).toBe('Done.');
});
afterAll(() => work.close());

async function lay(table: string, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  await work.inside((db) =>
    sql`insert into ${sql.table(table)} (account_id, ${columns})
        select ${DEMO}, ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    ),
  );
}

const year = { from: addDays(today, -365), to: today };
const quarters = [
  { from: '2025-10-01', to: '2025-12-31' },
  { from: '2026-01-01', to: '2026-03-31' },
  { from: '2026-04-01', to: '2026-06-30' },
  { from: '2026-07-01', to: '2026-09-30' },
  { from: '2026-10-01', to: '2026-12-31' },
];

async function asked(path: string, query: Record<string, string>) {
  const url = `/services/scheduling/api/v1/bookkeeping/${path}?${new URLSearchParams(query).toString()}`;
  return work.app.inject({ url, headers });
}

async function read<T>(path: string, query: Record<string, string>): Promise<T> {
  const answer = await asked(path, query);
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Done.']);
  return answer.json().data;
}

async function table(path: string, query: Record<string, string> = year): Promise<Record<string, string>[]> {
  const { body } = await asked(path, query);
  return parse(body, {
    columns: true,
    bom: true,
    skip_empty_lines: true,
    ...(path.includes('.txt') && { delimiter: '\t', quote: false }),
  });
}

const cents = (text: string | undefined) => Math.round(Number(text) * 100);
const sum = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + cents(row[column]), 0);
const isOpen = ({ id, total }: Invoice) => (books.settled.get(id) ?? 0) < total;

test('the totals of a period are those of its invoices and payments, to the cent', async () => {
  const { row } = await read<{ row: BookTotals }>('totals', year);
  const signed = (of: 'net' | 'gst' | 'total') =>
    books.invoices.reduce((total, it) => total + (it.kind === 'invoice' ? it[of] : -it[of]), 0);
  expect(row).toEqual({
    invoices: 160,
    credit_notes: books.invoices.length - 160,
    imported: 0,
    net: signed('net'),
    gst: signed('gst'),
    total: signed('total'),
    payments: books.payments.length,
    taken_back: books.payments.filter(({ taken_back_on }) => taken_back_on !== null).length,
    received: books.payments.reduce((total, it) => total + (it.taken_back_on === null ? it.amount : 0), 0),
  });
});

test('what Xero multiplies and takes an eleventh of is what is stored, line by line', async () => {
  const rows = await table('xero.csv');
  const lines = books.invoices.flatMap((it) => it.lines.map((line) => ({ ...line, it })));
  expect(rows).toHaveLength(lines.length);
  const found = new Map<string, { total: number; gst: number }>();
  for (const row of rows) {
    const exact =
      BigInt(Math.round(Number(row['*UnitAmount']) * 10_000)) *
      BigInt(Math.round(Number(row['*Quantity']) * 1_000)) *
      BigInt(Math.round(10_000 - Number(row['Discount']) * 100));
    const total = Number(dividedHalfUp(exact, 1_000_000_000n));
    const gst = row['*TaxType'] === 'GST on Income' ? Math.sign(total) * Math.round(Math.abs(total) / 11) : 0;
    const before = found.get(row['*InvoiceNumber']!) ?? { total: 0, gst: 0 };
    found.set(row['*InvoiceNumber']!, { total: before.total + total, gst: before.gst + gst });
    expect(row['*AccountCode']).toBe('201');
  }
  for (const { kind, number, total, gst } of books.invoices) {
    const sign = kind === 'invoice' ? 1 : -1;
    expect([number, found.get(number!)]).toEqual([number, { total: sign * total, gst: sign * gst }]);
  }
  expect(rows[0]).toMatchObject({ POCity: 'Sydney', PORegion: 'NSW', POPostalCode: '2000' });
  expect(rows[0]!['*InvoiceDate']).toMatch(/^\d\d\/\d\d\/\d{4}$/);
});

test('MYOB is told amounts and GST that add up, an empty line after each invoice, and what pays for which', async () => {
  const rows = await table('myob-sales.txt');
  const { row } = await read<{ row: BookTotals }>('totals', year);
  expect([sum(rows, 'Amount'), sum(rows, 'Tax Amount')]).toEqual([row.net, row.gst]);
  const days = Map.groupBy(rows, (it) => (it['Amount']!.startsWith('-') ? 'credited' : 'sold'));
  expect(new Set(days.get('sold')!.map((it) => it['- Balance Due Days']))).toEqual(new Set(['40']));
  expect(new Set(days.get('credited')!.map((it) => it['- Balance Due Days']))).toEqual(new Set(['0']));
  const { body } = await asked('myob-sales.txt', year);
  expect(body.split('\r\n\r\n')).toHaveLength(books.invoices.length);
  const payments = await table('myob-payments.txt');
  const counted = books.allocations.filter((it) => it.payment_id && it.invoice_id && !it.released_on);
  expect([rows[0]!['Account No.'], payments[0]!['Deposit Account No.']]).toEqual(['4-2000', '1-1200']);
  expect(sum(payments, 'Amount Applied')).toBe(counted.reduce((total, { amount }) => total + amount, 0));
});

test('a spreadsheet has every line and every payment, and no cell of them is a formula', async () => {
  const lines = await table('lines.csv');
  const { row } = await read<{ row: BookTotals }>('totals', year);
  expect([sum(lines, 'Without GST'), sum(lines, 'GST'), sum(lines, 'With GST')]).toEqual([
    row.net,
    row.gst,
    row.total,
  ]);
  expect(lines.some(({ Description }) => Description === "'=Elbow")).toBe(true);
  const payments = await table('payments.csv');
  expect(payments).toHaveLength(row.payments + row.taken_back);
  expect(sum(payments, 'Amount')).toBe(row.received);
  const bounced = books.payments.find(({ taken_back_on }) => taken_back_on !== null)!;
  const day = bounced.taken_back_on!;
  const that = await table('payments.csv', { from: day, to: day });
  expect(that).toContainEqual(
    expect.objectContaining({ Date: day, Kind: 'Payment reversed', Reason: 'The cheque bounced.' }),
  );
});

test('programs are told names as they are, and spreadsheets with a guard', async () => {
  const named = async (path: string, column: string) => {
    const names = (await table(path)).map((row) => row[column]!);
    return names.find((name) => name.includes('@Home'));
  };
  expect(await named('xero.csv', '*ContactName')).toBe('@Home Care');
  expect(await named('myob-sales.txt', 'Co./Last Name')).toBe('@Home Care');
  expect(await named('myob-payments.txt', 'Co./Last Name')).toBe('@Home Care');
  expect(await named('lines.csv', 'Bill to')).toBe("'@Home Care");
});

test('on an accrual basis all quarters report all GST, and each the invoices of its days', async () => {
  const sums = await Promise.all(
    quarters.map((quarter) => read<GstSummary>('gst', { ...quarter, basis: 'accrual' })),
  );
  const { row } = await read<{ row: BookTotals }>('totals', year);
  const all = (of: keyof GstSummary) => sums.reduce((total, it) => total + it[of], 0);
  expect([all('gst'), all('sales'), all('invoices')]).toEqual([row.gst, row.total, books.invoices.length]);
  const [first] = sums;
  const own = books.invoices.filter(({ issued_on }) => issued_on! <= quarters[0]!.to);
  expect(first!.invoices).toBe(own.length);
  expect(first!.gst).toBe(own.reduce((total, it) => total + (it.kind === 'invoice' ? it.gst : -it.gst), 0));
});

test('an invoice that was paid beforehand counts on the day of its payment, where money is reported as it is invoiced', async () => {
  const customer = books.invoices[0]!.customer_id;
  const [invoice] = makeBooks({
    seed: 1,
    invoices: 1,
    days: 1,
    today: '2028-04-02',
    items,
    supplier,
    customers: [{ id: customer, name: 'x', abn: null, email: '', phone: '', address: '' }],
  }).invoices;
  const document = { ...invoice!, number: 'INV-9001', series: 9001 };
  const payment = {
    id: '01890000-0000-7000-8000-0000000000a1',
    customer_id: customer,
    method: 'cash',
    amount: document.total,
    used: document.total,
    received_on: '2028-03-20',
  };
  await lay('invoices', [{ ...document, settled: document.total }]);
  await lay('payments', [
    {
      ...payment,
      version: 1,
      kind: 'payment',
      reference: '',
      note: '',
      taken_back_reason: '',
      created_at: '2028-03-20T00:00:00Z',
    },
  ]);
  const paid = {
    payment_id: payment.id,
    invoice_id: document.id,
    amount: document.total,
    on_date: '2028-04-02',
    deposit_on: '2028-03-20',
  };
  await lay('allocations', [{ ...paid, id: '01890000-0000-7000-8000-0000000000a2', version: 1 }]);
  const of = (from: string, to: string, basis: string) => read<GstSummary>('gst', { from, to, basis });
  expect((await of('2028-01-01', '2028-03-31', 'accrual')).gst).toBe(document.gst);
  expect((await of('2028-04-01', '2028-06-30', 'accrual')).gst).toBe(0);
  expect((await of('2028-01-01', '2028-03-31', 'cash')).gst).toBe(0);
  expect((await of('2028-04-01', '2028-06-30', 'cash')).gst).toBe(document.gst);
  expect(await table('myob-payments.txt', { from: '2028-03-01', to: '2028-03-31' })).toEqual([]);
  expect(await table('myob-payments.txt', { from: '2028-04-01', to: '2028-04-30' })).toMatchObject([
    { 'Invoice No.': 'INV-9001', 'Receipt Date': '02/04/2028' },
  ]);
});

test('on a cash basis all quarters report the GST of what was paid and not credited, and nothing else', async () => {
  const sums = await Promise.all(
    quarters.map((quarter) => read<GstSummary>('gst', { ...quarter, basis: 'cash' })),
  );
  const entries = (
    await Promise.all(
      quarters.map((quarter) =>
        read<{ rows: GstEntry[] }>('gst/entries', { ...quarter, basis: 'cash', limit: '200' }),
      ),
    )
  ).flatMap(({ rows }) => rows);
  const all = (of: 'gst' | 'sales') => sums.reduce((total, it) => total + it[of], 0);
  expect([all('gst'), all('sales')]).toEqual(
    (['gst', 'sales'] as const).map((of) => entries.reduce((total, it) => total + it[of], 0)),
  );
  // Money that came in for invoices and did not go back is what is reported as sold.
  const kept = books.allocations.filter((it) => it.payment_id && it.invoice_id && it.released_on === null);
  expect(all('sales')).toBe(kept.reduce((total, { amount }) => total + amount, 0));
  const creditsOf = Map.groupBy(
    books.invoices.filter(({ kind }) => kind === 'credit note'),
    ({ credits_id }) => credits_id,
  );
  for (const invoice of books.invoices.filter(({ kind }) => kind === 'invoice')) {
    if (isOpen(invoice)) continue;
    const own = entries.filter(({ document_id }) => document_id === invoice.id);
    const credited = (creditsOf.get(invoice.id) ?? []).reduce((total, { gst }) => total + gst, 0);
    expect(own.reduce((total, { gst }) => total + gst, 0)).toBe(invoice.gst - credited);
  }
  const csv = await table('gst.csv', { ...quarters[3]!, basis: 'cash' });
  expect([sum(csv, 'GST (1A)'), sum(csv, 'Sales (G1)')]).toEqual([sums[3]!.gst, sums[3]!.sales]);
});

test('a bounced cheque counts in its quarter, and goes from the one in which it bounced', async () => {
  const cheque = books.allocations.find(({ released_on }) => released_on !== null)!;
  const day = (date: string) => ({ from: date, to: date, basis: 'cash', limit: '200' });
  const found = async (date: string) =>
    (await read<{ rows: GstEntry[] }>('gst/entries', day(date))).rows.find(({ id }) => id === cheque.id);
  const [came, went] = [await found(cheque.on_date), await found(cheque.released_on!)];
  expect(came).toMatchObject({ kind: 'payment', sales: cheque.amount });
  expect(went).toMatchObject({ kind: 'taken back', sales: -cheque.amount, gst: -came!.gst });
});

test('days that are no period are refused in words', async () => {
  for (const [from, to, words] of [
    ['2026-02-01', '2026-01-01', 'The last day can’t be before the first.'],
    ['2025-01-01', '2026-01-02', 'A period is at most a year. Ask for each year by itself.'],
  ] as const) {
    const answer = await asked('xero.csv', { from, to });
    expect([answer.statusCode, answer.json().message]).toEqual([400, words]);
  }
});

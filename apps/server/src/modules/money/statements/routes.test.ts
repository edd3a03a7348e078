import { randomUUID } from 'node:crypto';
import type { GstSummary } from '@muster/domain/money/bookkeeping/schema';
import type { InvoiceRecord, InvoiceSummary } from '@muster/domain/money/invoices/schema';
import type { Credit, InvoicePayment, PaymentRecord } from '@muster/domain/money/payments/schema';
import { ages } from '@muster/domain/money/statements/rules';
import type { OwedRow, OwedTotals, Statement, StatementEntry } from '@muster/domain/money/statements/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { createRandom, type Random } from '@muster/domain/work/samples/random';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { changeOf, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';

let work: Work;
let owner: Work['owner'];
beforeAll(async () => {
  work = await openWork();
  ({ owner } = work);
});
afterAll(() => work.close());

const DAY_MS = 86_400_000;
const first: LocalDate = '2026-11-16';

/** Whoever signed in long ago signs in again. */
async function moveTo(day: LocalDate): Promise<void> {
  work.clock.now = MONDAY + Date.parse(day) - Date.parse(first);
  owner = await schedulerOf(work.app, 'owner@example.com');
}

async function dataOf(answer: ReturnType<Work['owner']['get']>): Promise<unknown> {
  const { status, message, data } = await answer;
  expect([status, message]).toEqual([200, 'Done.']);
  return data;
}
const get = async (url: string) => ((await dataOf(owner.get(url))) as { row: unknown }).row;
const rowsOf = async (url: string) => ((await dataOf(owner.get(url))) as { rows: unknown[] }).rows;
const post = async (url: string, body: object) =>
  ((await dataOf(owner.post(url, body))) as { row: unknown }).row;

const newCustomer = async (name: string) => ((await post('/customers', { name })) as { id: string }).id;

async function issue(customer_id: string, price: number, fields: object = {}): Promise<InvoiceRecord> {
  const line = {
    id: randomUUID(),
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: 'Work',
    quantity: 1_000,
    unit: '',
    price,
    includes_gst: false,
    discount: 0,
    gst: 'gst',
  };
  const { id } = (await post('/invoices', { customer_id, lines: [line], ...fields })) as InvoiceRecord;
  return (await post(`/invoices/${id}/issue`, { version: 1 })) as InvoiceRecord;
}

/** What one customer was sent and paid, as whoever did it wrote it down. */
interface Books {
  readonly customer: string;
  readonly invoices: InvoiceRecord[];
  readonly credits: InvoiceRecord[];
  readonly payments: PaymentRecord[];
}

async function doSomething(random: Random, books: Books, today: LocalDate): Promise<void> {
  const { customer, invoices, credits, payments } = books;
  const { credit } = (await get(`/customers/${customer}/credit`)) as Credit;
  const open = (await rowsOf(
    `/invoices?customer=${customer}&view=unpaid&sort=due&limit=200`,
  )) as InvoiceSummary[];
  const way = random.below(12);
  if (way < 4 || open.length === 0) {
    invoices.push(await issue(customer, 1 + random.below(90_000), { terms_days: random.below(40) }));
  } else if (way < 7) {
    const paid = open.slice(0, 1 + random.below(3));
    const wanted = paid.map(({ id, outstanding }) => ({
      invoice_id: id,
      amount: random.chance(0.6) ? outstanding : 1 + random.below(outstanding),
    }));
    const sum = wanted.reduce((sum, { amount }) => sum + amount, 0);
    const body = {
      customer_id: customer,
      method: 'transfer',
      amount: sum + (random.chance(0.4) ? 1 + random.below(20_000) : 0),
      received_on: addDays(today, -random.below(3)),
      ...(random.chance(0.8) && { invoices: wanted }),
    };
    payments.push((await post('/payments', body)) as PaymentRecord);
  } else if (way < 9 && credit > 0) {
    const { id, outstanding } = random.pick(open);
    const amount = Math.min(credit, outstanding);
    await post(`/customers/${customer}/credit/use`, { invoices: [{ invoice_id: id, amount }] });
  } else if (way === 9 && credit > 0) {
    const body = { amount: 1 + random.below(credit), method: 'cash' };
    payments.push((await post(`/customers/${customer}/credit/refund`, body)) as PaymentRecord);
  } else if (way === 10) {
    const { id } = random.pick(invoices);
    const answer = await owner.post(`/invoices/${id}/credit`, {});
    if (answer.status === 200) credits.push((answer.data as { row: InvoiceRecord }).row);
  } else if (payments.length > 0) {
    const { id } = random.pick(payments);
    const { version } = (await get(`/payments/${id}`)) as PaymentRecord;
    const taken = await owner.post(`/payments/${id}/take-back`, { version, reason: 'Bounced' });
    if (taken.status === 200 && random.chance(0.3))
      await dataOf(owner.post(`/changes/${changeOf(taken)}/undo`));
  }
}

const isAt = (day: string, from: string, until: string | null) =>
  from <= day && (until === null || until > day);

/** What the books of a customer say at the end of a day, reckoned from what was written down, not from what the server sums up. */
function balanceOn(
  { invoices, credits, payments }: Books,
  paid: ReadonlyMap<string, InvoicePayment[]>,
  day: string,
) {
  const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const issuedBy = (list: InvoiceRecord[]) => list.filter(({ issued_on }) => issued_on! <= day);
  const money = (kind: PaymentRecord['kind']) =>
    sum(
      payments
        .filter((one) => one.kind === kind && isAt(day, one.received_on, one.taken_back_on))
        .map(({ amount }) => amount),
    );
  const byAge = { not_due: 0, to_30: 0, to_60: 0, to_90: 0, older: 0 };
  for (const { id, total, due_on } of issuedBy(invoices)) {
    const parts = paid.get(id)!.filter(({ on_date, released_on }) => isAt(day, on_date, released_on));
    const late = Math.round((Date.parse(day) - Date.parse(due_on!)) / DAY_MS);
    const age =
      late <= 0 ? 'not_due' : late <= 30 ? 'to_30' : late <= 60 ? 'to_60' : late <= 90 ? 'to_90' : 'older';
    byAge[age] += total - sum(parts.map(({ amount }) => amount));
  }
  const totals = (list: InvoiceRecord[]) => sum(issuedBy(list).map(({ total }) => total));
  return {
    byAge,
    balance: totals(invoices) - totals(credits) - money('payment') + money('refund'),
    money: { paid: money('payment'), refunded: money('refund') },
  };
}

test('who owes most comes first, page by page; others by name, or by how long they have owed; and one is found by name', async () => {
  const people: string[] = [];
  for (const [at, name] of ['Owing Cara', 'Owing Abe', 'Owing Bea'].entries()) {
    const customer = await newCustomer(name);
    people.push(customer);
    await issue(customer, (at + 1) * 5_000_00, { terms_days: 30 - 10 * at });
  }
  const [cara, abe, bea] = people;
  const named = async (query: string) => {
    const rows = (await rowsOf(`/invoices/owed?search=owing&${query}`)) as OwedRow[];
    return rows.map(({ id }) => id);
  };
  expect(await named('')).toEqual([bea, abe, cara]);
  expect(await named('sort=name')).toEqual([abe, bea, cara]);
  expect(await named('sort=oldest')).toEqual([bea, abe, cara]);
  expect(await rowsOf('/invoices/owed?search=owing%20be')).toMatchObject([
    {
      id: bea,
      name: 'Owing Bea',
      owed: 16_500_00,
      not_due: 16_500_00,
      invoices: 1,
      oldest_due_on: '2026-11-26',
    },
  ]);
  const page = (await dataOf(owner.get('/invoices/owed?search=owing&limit=2'))) as { next: string };
  expect(await named(`limit=2&cursor=${page.next}`)).toEqual([cara]);
});

test('a statement is the same on the screen, on paper and in a table, and a payment that was recorded by mistake is not on it', async () => {
  const customer = await newCustomer('=Statement Pty Ltd');
  const invoice = await issue(customer, 1_000_00, { title: 'Hot water', terms_days: 0 });
  await post('/payments', { customer_id: customer, method: 'transfer', amount: 400_00, reference: 'Ref 7' });
  const mistake = (await post('/payments', {
    customer_id: customer,
    method: 'cash',
    amount: 5_00,
  })) as PaymentRecord;
  await post(`/payments/${mistake.id}/take-back`, { version: 1, reason: 'Typed twice' });
  await moveTo(addDays(first, 35));
  const period = 'from=2026-11-01&to=2026-12-20';
  const entries = (await rowsOf(`/customers/${customer}/statement/entries?${period}`)) as StatementEntry[];
  expect(
    entries.map(({ kind, number, text, amount, balance }) => [kind, number, text, amount, balance]),
  ).toEqual([
    ['invoice', invoice.number, 'Hot water', 1_100_00, 1_100_00],
    ['payment', null, 'Ref 7', -400_00, 700_00],
  ]);
  expect(await get(`/customers/${customer}/statement?${period}`)).toMatchObject({
    customer_name: '=Statement Pty Ltd',
    opening: 0,
    invoiced: 1_100_00,
    paid: -400_00,
    closing: 700_00,
    to_60: 700_00,
    entries: 2,
  });
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const raw = (ending: string) =>
    work.app.inject({
      url: `/services/scheduling/api/v1/customers/${customer}/statement.${ending}?${period}`,
      headers,
    });
  const pdf = await raw('pdf');
  const text = (await pdfText(new Uint8Array(pdf.rawPayload))).join(' ');
  for (const said of [
    'Balance owing $700.00',
    `Invoice ${invoice.number} · Hot water`,
    'Payment, thank you · Ref 7',
    '−$400.00',
    '31–60 days $700.00',
  ])
    expect(text).toContain(said);
  expect(text).not.toContain('Typed twice');
  expect(pdf.headers['content-disposition']).toContain('Statement -Statement Pty Ltd 2026-12-20.pdf');
  const rows: string[][] = parse((await raw('csv')).body, { bom: true });
  expect(rows.slice(1).map((cells) => cells.slice(-2))).toEqual([
    ['1100.00', '1100.00'],
    ['-400.00', '700.00'],
  ]);
  for (const wrong of ['from=2026-12-02&to=2026-12-01', 'from=2025-01-01&to=2026-12-01'])
    expect((await owner.get(`/customers/${customer}/statement?${wrong}`)).status).toBe(400);
  expect((await owner.get(`/customers/${randomUUID()}/statement?${period}`)).status).toBe(404);
});

test('why a payment was reversed is for the office alone: the customer’s statement has what they wrote beside it', async () => {
  const customer = await newCustomer('Reversed Pty Ltd');
  const cheque = { customer_id: customer, method: 'cheque', amount: 40_00, reference: 'Cheque 12' };
  const { id, received_on } = (await post('/payments', cheque)) as PaymentRecord;
  await moveTo(addDays(received_on as LocalDate, 1));
  await post(`/payments/${id}/take-back`, { version: 1, reason: 'Never trust them again' });
  const period = `from=${received_on}&to=${addDays(received_on as LocalDate, 1)}`;
  const entries = (await rowsOf(`/customers/${customer}/statement/entries?${period}`)) as StatementEntry[];
  expect(entries.map(({ kind, text, amount }) => [kind, text, amount])).toEqual([
    ['payment', 'Cheque 12', -40_00],
    ['payment taken back', 'Cheque 12', 40_00],
  ]);
});

test('whatever is paid, credited, given back and taken back: invoices, customers, ages, statements and the GST say the same, on every day', async () => {
  const random = createRandom(2026);
  const isLong = process.env.MUSTER_LONG !== undefined;
  const all: Books[] = [];
  for (const name of ['Agreeing Ann', 'Agreeing Bob'])
    all.push({ customer: await newCustomer(name), invoices: [], credits: [], payments: [] });
  let today = addDays(first, 36);
  await moveTo(today);
  const begun = today;
  for (let step = 0; step < (isLong ? 400 : 60); step += 1) {
    if (random.chance(0.3)) {
      today = addDays(today, 1 + random.below(isLong ? 4 : 12));
      await moveTo(today);
    }
    await doSomething(random, random.pick(all), today);
  }
  const paid = new Map<string, InvoicePayment[]>();
  for (const { invoices, payments } of all) {
    for (const { id } of invoices)
      paid.set(id, (await rowsOf(`/invoices/${id}/payments`)) as InvoicePayment[]);
    for (const [at, { id }] of payments.entries())
      payments[at] = (await get(`/payments/${id}`)) as PaymentRecord;
  }
  const span = Math.round((Date.parse(today) - Date.parse(begun)) / DAY_MS);
  const days = [today, ...Array.from({ length: 8 }, (_, at) => addDays(begun, Math.floor((span * at) / 8)))];
  for (const day of days) {
    const owing = (await rowsOf(`/invoices/owed?on=${day}&limit=200`)) as OwedRow[];
    const totals = (await get(`/invoices/owed/totals?on=${day}`)) as OwedTotals;
    for (const books of all) {
      const { byAge, balance } = balanceOn(books, paid, day);
      const row = owing.find(({ id }) => id === books.customer);
      const owed = ages.reduce((sum, age) => sum + byAge[age], 0);
      const said = { ...byAge, owed, balance, credit: owed - balance };
      if (row || owed > 0) expect([day, row]).toEqual([day, expect.objectContaining(said)]);
      const period = `from=${addDays(day, -9)}&to=${day}`;
      const statement = (await get(`/customers/${books.customer}/statement?${period}`)) as Statement;
      expect([day, statement]).toEqual([day, expect.objectContaining({ ...said, closing: balance })]);
      const { opening, invoiced, credited, paid: received, refunded } = statement;
      expect(opening).toBe(balanceOn(books, paid, addDays(day, -10)).balance);
      expect(opening + invoiced + credited + received + refunded).toBe(balance);
      const entries = (await rowsOf(
        `/customers/${books.customer}/statement/entries?${period}&limit=200`,
      )) as StatementEntry[];
      expect(entries.reduce((sum, { amount }) => sum + amount, opening)).toBe(balance);
      expect(entries.at(-1)?.balance ?? opening).toBe(balance);
    }
    const sum = owing.reduce((sum, { balance }) => sum + balance, 0);
    expect([day, totals.balance, totals.customers]).toEqual([day, sum, owing.length]);
  }
  // What is kept beside each invoice and payment is what all of that comes to.
  let received = 0;
  for (const books of all) {
    const { money, balance } = balanceOn(books, paid, today);
    const { credit, owed } = (await get(`/customers/${books.customer}/credit`)) as Credit;
    expect(owed - credit).toBe(balance);
    const unused = books.payments.reduce((sum, one) => sum + one.unused, 0);
    received += money.paid - money.refunded - unused;
    for (const { id, total } of books.invoices) {
      const { outstanding } = (await get(`/invoices/${id}`)) as InvoiceRecord;
      const parts = paid.get(id)!.filter(({ released_on }) => released_on === null);
      expect(outstanding).toBe(parts.reduce((left, { amount }) => left - amount, total));
    }
  }
  const gst = (await dataOf(
    owner.get(`/bookkeeping/gst?basis=cash&from=${begun}&to=${addDays(begun, 364)}`),
  )) as GstSummary;
  expect(gst.sales).toBe(received);
});

import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type {
  Credit,
  InvoicePayment,
  PaymentRecord,
  PaymentSummary,
} from '@muster/domain/money/payments/schema';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pdfText } from '../../../../test/services/pdf-text.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
let customer: string;
let name: string;
beforeAll(async () => {
  work = await openWork();
});
beforeEach(async () => {
  name = `Lavender ${randomUUID().slice(0, 8)}`;
  ({ id: customer } = rowOf(await work.owner.post('/customers', { name })) as { id: string });
});
afterEach(() => lockedUntil(null));
afterAll(() => work.close());

const today = '2026-11-16';

type Answer = Awaited<ReturnType<Work['owner']['get']>>;

function rowOf({ status, message, data }: Answer): unknown {
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: unknown }).row;
}

async function issued(total: number, fields: object = {}, issued_on?: string): Promise<InvoiceRecord> {
  const line = {
    id: randomUUID(),
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: 'Work',
    quantity: 1_000,
    unit: '',
    price: total,
    includes_gst: true,
    discount: 0,
    gst: 'gst',
  };
  const draft = rowOf(
    await work.owner.post('/invoices', { customer_id: customer, lines: [line], ...fields }),
  ) as InvoiceRecord;
  return rowOf(
    await work.owner.post(`/invoices/${draft.id}/issue`, { version: 1, ...(issued_on && { issued_on }) }),
  ) as InvoiceRecord;
}

async function recorded(fields: object): Promise<PaymentRecord & { change: number }> {
  const answer = await work.owner.post('/payments', { customer_id: customer, method: 'transfer', ...fields });
  return { ...(rowOf(answer) as PaymentRecord), change: changeOf(answer) };
}

const owedOf = async ({ id }: { id: string }) =>
  (rowOf(await work.owner.get(`/invoices/${id}`)) as InvoiceRecord).outstanding;
const credit = async () => rowOf(await work.owner.get(`/customers/${customer}/credit`)) as Credit;
const undo = (change: number) => work.owner.post(`/changes/${change}/undo`);
const takeBack = (id: string, fields: object = {}) =>
  work.owner.post(`/payments/${id}/take-back`, { version: 1, reason: 'The cheque bounced.', ...fields });

async function lockedUntil(lock_date: string | null) {
  const { version } = rowOf(await work.owner.get('/money-settings')) as { version: number };
  await work.owner.patch('/money-settings', { version, lock_date });
}

test('a payment pays several invoices, one of them in part; what is left of it is credit, and an undo makes all of it owed again', async () => {
  const [one, other] = [await issued(100_00), await issued(50_00)];
  const part = await recorded({ amount: 30_00, invoices: [{ invoice_id: one.id, amount: 30_00 }] });
  expect(part).toMatchObject({
    kind: 'payment',
    received_on: today,
    used: 30_00,
    unused: 0,
    customer_name: name,
  });
  const rest = [
    { invoice_id: one.id, amount: 70_00 },
    { invoice_id: other.id, amount: 50_00 },
  ];
  const payment = await recorded({ amount: 145_50, invoices: rest, reference: ' INV ' });
  expect(payment).toMatchObject({ used: 120_00, unused: 25_50, reference: 'INV' });
  expect(payment.parts.map(({ number, amount }) => [number, amount])).toEqual([
    [one.number, 70_00],
    [other.number, 50_00],
  ]);
  expect([await owedOf(one), await owedOf(other)]).toEqual([0, 0]);
  expect(await credit()).toMatchObject({
    credit: 25_50,
    owed: 0,
    parts: [{ kind: 'payment', amount: 25_50 }],
  });
  expect((await undo(payment.change)).status).toBe(200);
  expect([await owedOf(one), await owedOf(other)]).toEqual([70_00, 50_00]);
  expect((await work.owner.get(`/payments/${payment.id}`)).status).toBe(404);
  expect(await credit()).toMatchObject({ credit: 0, owed: 120_00 });
});

test('who says nothing of invoices pays what has been due the longest; a deposit waits for its invoice', async () => {
  const deposit = await recorded({ amount: 40_00, received_on: '2026-11-02' });
  expect(deposit).toMatchObject({ unused: 40_00, parts: [] });
  const late = await issued(60_00, { terms_days: 30 });
  const soon = await issued(80_00, { terms_days: 7 });
  const payment = await recorded({ amount: 100_00, received_on: '2026-11-10' });
  expect(payment.parts).toMatchObject([
    { number: soon.number, amount: 80_00, on_date: today },
    { number: late.number, amount: 20_00, on_date: today },
  ]);
  const used = { invoices: [{ invoice_id: late.id, amount: 40_00 }] };
  expect(rowOf(await work.owner.post(`/customers/${customer}/credit/use`, used))).toMatchObject({
    credit: 0,
    owed: 0,
  });
});

test('a deposit for an invoice counts for GST when it came in; credit that is used for an invoice does not', async () => {
  const gst = async () =>
    (
      (await work.owner.get('/bookkeeping/gst?from=2026-07-01&to=2026-09-30&basis=accrual')).data as {
        gst: number;
      }
    ).gst;
  await recorded({ amount: 11_00, received_on: '2026-08-03', invoices: [] });
  const later = await issued(110_00);
  await work.owner.post(`/customers/${customer}/credit/use`, {
    invoices: [{ invoice_id: later.id, amount: 11_00 }],
  });
  expect(await gst()).toBe(0);
  const invoice = await issued(220_00);
  const deposit = await recorded({
    amount: 50_00,
    received_on: '2026-08-04',
    invoices: [{ invoice_id: invoice.id, amount: 50_00 }],
  });
  expect(await gst()).toBe(20_00);
  await takeBack(deposit.id, { is_mistake: true });
  expect(await gst()).toBe(0);
});

test('credit is used oldest first, be it overpaid or credited, and never more of it than there is', async () => {
  const paid = await issued(100_00, {}, '2026-11-12');
  await recorded({
    amount: 120_00,
    received_on: '2026-11-13',
    invoices: [{ invoice_id: paid.id, amount: 100_00 }],
  });
  const note = rowOf(await work.owner.post(`/invoices/${paid.id}/credit`, {})) as InvoiceRecord;
  expect(await credit()).toMatchObject({
    credit: 120_00,
    parts: [
      { kind: 'payment', on: '2026-11-13', amount: 20_00 },
      { kind: 'credit note', number: note.number, amount: 100_00 },
    ],
  });
  const next = await issued(50_00);
  const use = (amount: number) =>
    work.owner.post(`/customers/${customer}/credit/use`, { invoices: [{ invoice_id: next.id, amount }] });
  const used = await use(50_00);
  expect(rowOf(used)).toMatchObject({
    credit: 70_00,
    owed: 0,
    parts: [{ number: note.number, amount: 70_00 }],
  });
  const { rows } = (await work.owner.get(`/invoices/${next.id}/payments`)).data as { rows: InvoicePayment[] };
  expect(rows.map(({ kind, number, method, amount }) => [kind, number, method, amount])).toEqual([
    ['payment', null, 'transfer', 20_00],
    ['credit note', note.number, null, 30_00],
  ]);
  expect(await use(1)).toMatchObject({
    status: 409,
    message: `That is more than is still owed on ${next.number}.`,
  });
  const dear = await issued(500_00);
  expect(
    await work.owner.post(`/customers/${customer}/credit/use`, {
      invoices: [{ invoice_id: dear.id, amount: 71_00 }],
    }),
  ).toMatchObject({ status: 409, message: 'There is only $70.00 of credit. Choose a smaller amount.' });
  expect((await undo(changeOf(used))).status).toBe(200);
  expect(await credit()).toMatchObject({ credit: 120_00, owed: 550_00 });
});

test('credit is given back once it was there, and what was given back is not taken back below it', async () => {
  const payment = await recorded({ amount: 30_00, received_on: '2026-11-11', invoices: [] });
  const refund = (fields: object) =>
    work.owner.post(`/customers/${customer}/credit/refund`, { amount: 30_00, method: 'cash', ...fields });
  expect(await refund({ refunded_on: '2026-11-10' })).toMatchObject({
    status: 409,
    message: 'There is no credit to use.',
  });
  expect(await refund({ amount: 30_01 })).toMatchObject({
    status: 409,
    message: expect.stringContaining('only $30.00'),
  });
  const given = await refund({ amount: 10_00, reference: 'Counter' });
  const back = rowOf(given) as PaymentRecord;
  expect(back).toMatchObject({
    kind: 'refund',
    amount: 10_00,
    unused: 0,
    parts: [{ kind: 'payment', of_id: payment.id }],
  });
  expect(await credit()).toMatchObject({ credit: 20_00 });
  expect(await takeBack(payment.id)).toMatchObject({
    status: 409,
    message: expect.stringContaining('Reverse that refund first'),
  });
  expect(await undo(payment.change)).toMatchObject({
    status: 409,
    message: expect.stringContaining('was given back'),
  });
  expect((await takeBack(back.id, { reason: 'Never left the counter' })).status).toBe(200);
  expect(await credit()).toMatchObject({ credit: 30_00 });
  expect((await takeBack(payment.id)).status).toBe(200);
  expect(await credit()).toMatchObject({ credit: 0, parts: [] });
});

test('a refund gives back what is named before older credit', async () => {
  const older = await recorded({ amount: 20_00, received_on: '2026-11-11', invoices: [] });
  const invoice = await issued(50_00);
  await recorded({ amount: 50_00, invoices: [{ invoice_id: invoice.id, amount: 50_00 }] });
  const note = rowOf(await work.owner.post(`/invoices/${invoice.id}/credit`, {})) as InvoiceRecord;
  const refund = (fields: object) =>
    work.owner.post(`/customers/${customer}/credit/refund`, { method: 'cash', first_id: note.id, ...fields });
  const partsOf = (answer: Awaited<ReturnType<typeof refund>>) =>
    (rowOf(answer) as PaymentRecord).parts.map(({ of_id, amount }) => [of_id, amount]);
  expect(partsOf(await refund({ amount: 45_00 }))).toEqual([[note.id, 45_00]]);
  expect(partsOf(await refund({ amount: 15_00 }))).toEqual(
    expect.arrayContaining([
      [note.id, 5_00],
      [older.id, 10_00],
    ]),
  );
  expect(await refund({ amount: 1_00 })).toMatchObject({
    status: 409,
    message: 'Nothing of this was left to give back on that day.',
  });
});

test('the table of invoices tells what was credited from what was paid', async () => {
  const invoice = await issued(330_00);
  const [line] = invoice.lines;
  await work.owner.post(`/invoices/${invoice.id}/credit`, { lines: [{ id: line!.id, total: 30_00 }] });
  await recorded({ amount: 300_00, invoices: [{ invoice_id: invoice.id, amount: 300_00 }] });
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const url = `/services/scheduling/api/v1/invoices.csv?customer=${customer}&sort=number`;
  const rows: Record<string, string>[] = parse((await work.app.inject({ url, headers })).body, {
    columns: true,
    bom: true,
  });
  const settled = rows.map((row) => [row['Kind'], row['Credited'], row['Paid'], row['Used or refunded']]);
  expect(settled.toSorted(([a], [b]) => a!.localeCompare(b!))).toEqual([
    ['Credit note', '0', '0', '-30'],
    ['Invoice', '30', '300', '0'],
  ]);
});

test('what is taken back counted until then, says why, and is owed again', async () => {
  const invoice = await issued(90_00, {}, '2026-11-10');
  const cheque = await recorded({ method: 'cheque', amount: 90_00, received_on: '2026-11-12' });
  expect(await takeBack(cheque.id, { on: '2026-11-11' })).toMatchObject({
    status: 409,
    message: expect.stringContaining('Choose 12 Nov or a later day'),
  });
  expect(await takeBack(cheque.id, { on: '2026-11-17' })).toMatchObject({
    status: 409,
    message: expect.stringContaining('still to come'),
  });
  expect((await takeBack(cheque.id, { reason: '  ' })).status).toBe(422);
  const taken = await takeBack(cheque.id, { on: '2026-11-14' });
  expect(rowOf(taken)).toMatchObject({
    taken_back_on: '2026-11-14',
    taken_back_reason: 'The cheque bounced.',
    unused: 0,
    used: 0,
    parts: [{ amount: 90_00, on_date: '2026-11-12', released_on: '2026-11-14' }],
  });
  expect(await owedOf(invoice)).toBe(90_00);
  expect(await takeBack(cheque.id, { version: 2 })).toMatchObject({
    status: 409,
    message: expect.stringContaining('already'),
  });
  const again = await recorded({ amount: 90_00 });
  expect(await undo(changeOf(taken))).toMatchObject({
    status: 409,
    message: `That is more than is still owed on ${invoice.number}.`,
  });
  expect((await undo(again.change)).status).toBe(200);
  expect((await undo(changeOf(taken))).status).toBe(200);
  expect(await owedOf(invoice)).toBe(0);
});

test('what was recorded by mistake never counted: the next one pays from the day on which it came in', async () => {
  const invoice = await issued(90_00, {}, '2026-11-02');
  const wrong = await recorded({ amount: 90_00, received_on: '2026-11-10' });
  expect((await takeBack(wrong.id, { is_mistake: true, on: today })).status).toBe(422);
  const mistaken = rowOf(
    await takeBack(wrong.id, { is_mistake: true, reason: 'Recorded twice' }),
  ) as PaymentRecord;
  expect(mistaken).toMatchObject({ taken_back_on: '2026-11-10' });
  expect(mistaken.parts).toMatchObject([{ on_date: '2026-11-10', released_on: '2026-11-10' }]);
  const right = await recorded({ amount: 90_00, received_on: '2026-11-05' });
  expect(right.parts).toMatchObject([{ number: invoice.number, on_date: '2026-11-05' }]);
});

test('what is paid in place of a bounced cheque pays from the day on which it bounced, because the cheque paid until then', async () => {
  const invoice = await issued(90_00, {}, '2026-11-02');
  const cheque = await recorded({ method: 'cheque', amount: 90_00, received_on: '2026-11-04' });
  await takeBack(cheque.id, { on: '2026-11-12' });
  const transfer = await recorded({ amount: 90_00, received_on: '2026-11-06' });
  expect(transfer.parts).toMatchObject([{ number: invoice.number, on_date: '2026-11-12' }]);
  expect(await owedOf(invoice)).toBe(0);
});

test('whoever has no right to money learns no amount from an undo that something stands in the way of', async () => {
  await issued(77_00);
  const payment = await recorded({ amount: 77_00 });
  await takeBack(payment.id);
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const answer = await dispatcher.post(`/changes/${payment.change}/undo`);
  expect(answer.status).toBe(403);
  expect(JSON.stringify(answer)).not.toContain('77');
  expect((await undo(payment.change)).status).toBe(409);
});

test('what makes no sense is refused in words', async () => {
  const invoice = await issued(100_00);
  const draft = rowOf(await work.owner.post('/invoices', { customer_id: customer })) as InvoiceRecord;
  const { customer_id: other } = await work.addSite();
  const pay = (fields: object) =>
    work.owner.post('/payments', {
      customer_id: customer,
      method: 'cash',
      amount: 10_00,
      invoices: [{ invoice_id: invoice.id, amount: 10_00 }],
      ...fields,
    });
  const said = async (fields: object) => {
    const { status, message } = await pay(fields);
    return [status, message];
  };
  expect(await said({ customer_id: other })).toEqual([
    422,
    expect.stringContaining('billed to someone else'),
  ]);
  expect(await said({ customer_id: randomUUID() })).toEqual([404, expect.any(String)]);
  expect(await said({ invoices: [{ invoice_id: draft.id, amount: 10_00 }] })).toEqual([
    409,
    expect.stringContaining('Issue it first'),
  ]);
  expect(await said({ invoices: [{ invoice_id: invoice.id, amount: 10_01 }] })).toEqual([
    422,
    expect.stringContaining('more than the $10.00'),
  ]);
  expect(await said({ amount: 200_00, invoices: [{ invoice_id: invoice.id, amount: 100_01 }] })).toEqual([
    409,
    `That is more than is still owed on ${invoice.number}.`,
  ]);
  const twice = { invoice_id: invoice.id, amount: 1 };
  expect(await said({ invoices: [twice, twice] })).toEqual([422, expect.stringContaining('once')]);
  expect(await said({ received_on: '2026-11-17' })).toEqual([409, expect.stringContaining('still to come')]);
  expect(await said({ amount: 0 })).toEqual([400, expect.any(String)]);
  expect(await owedOf(invoice)).toBe(100_00);
});

test('nothing changes on the lock date or before: no payment, no taking back, no undo', async () => {
  await issued(50_00, {}, '2026-11-09');
  const payment = await recorded({ amount: 50_00, received_on: '2026-11-10' });
  await lockedUntil('2026-11-12');
  const locked = { status: 409, message: expect.stringContaining('Your books are locked up to') };
  expect(
    await work.owner.post('/payments', {
      customer_id: customer,
      method: 'cash',
      amount: 1,
      received_on: '2026-11-12',
    }),
  ).toMatchObject(locked);
  expect(await takeBack(payment.id, { on: '2026-11-11' })).toMatchObject(locked);
  expect(await undo(payment.change)).toMatchObject(locked);
  expect(await work.owner.patch(`/payments/${payment.id}`, { version: 1, method: 'card' })).toMatchObject(
    locked,
  );
  const noted = await work.owner.patch(`/payments/${payment.id}`, {
    version: 1,
    note: 'Seen on the statement',
  });
  expect(rowOf(noted)).toMatchObject({ version: 2, note: 'Seen on the statement', method: 'transfer' });
  expect(rowOf(await takeBack(payment.id, { version: 2 }))).toMatchObject({ taken_back_on: today });
});

test('payments are found by who paid, by what they paid, by their amount, and sorted out by what became of them', async () => {
  const invoice = await issued(64_15);
  const [first, second] = [
    await recorded({ amount: 64_15, method: 'card', received_on: '2026-11-15', reference: 'Terminal X88' }),
    await recorded({ amount: 77_77, invoices: [] }),
  ];
  const found = async (query: string) => {
    const { rows } = (await work.owner.get(`/payments?customer=${customer}&${query}`)).data as {
      rows: PaymentSummary[];
    };
    return rows.map(({ id }) => id);
  };
  expect(await found('')).toEqual([second.id, first.id]);
  expect(await found('sort=amount')).toEqual([first.id, second.id]);
  for (const query of [
    `search=${invoice.number}`,
    'search=terminal',
    'search=64.15',
    'search=$64.15',
    'method=card',
    'to=2026-11-15',
    'search=lavender%20x88',
  ])
    expect([query, await found(query)]).toEqual([query, [first.id]]);
  expect(await found(`search=${name}`)).toEqual([second.id, first.id]);
  expect(await found('view=unused')).toEqual([second.id]);
  const { rows } = (await work.owner.get(`/payments?customer=${customer}&sort=amount`)).data as {
    rows: PaymentSummary[];
  };
  expect(rows[0]).toMatchObject({ customer_name: name, invoices: 1, numbers: [invoice.number] });
  await takeBack(first.id);
  expect(await found('view=taken%20back')).toEqual([first.id]);
  expect(await found('view=received')).toEqual([second.id]);
});

test('a receipt says what came in, for what and what is left of it, and that it was taken back', async () => {
  const invoice = await issued(80_00);
  const { id } = await recorded({ amount: 100_00, method: 'cash', reference: 'Counter 4' });
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const textOf = async () => {
    const url = `/services/scheduling/api/v1/payments/${id}/receipt.pdf`;
    const answer = await work.app.inject({ url, headers });
    expect(answer.headers['content-disposition']).toContain(`Receipt ${name} 2026-11-16.pdf`);
    return (await pdfText(new Uint8Array(answer.rawPayload))).join(' ');
  };
  const said = [
    'Received $100.00',
    `Invoice ${invoice.number} $80.00`,
    'Left as credit $20.00',
    'Counter 4',
    name,
  ];
  const text = await textOf();
  for (const words of said) expect(text).toContain(words);
  await takeBack(id);
  const later = await textOf();
  expect(later).toContain('Received, reversed Mon 16 Nov 2026');
  expect(later).toContain(`Invoice ${invoice.number} $80.00`);
});

test('many who record the same at once pay an invoice once, and use a credit once', async () => {
  const invoice = await issued(100_00);
  const body = { customer_id: customer, method: 'cash', amount: 30_00 };
  const invoices = [{ invoice_id: invoice.id, amount: 30_00 }];
  const paid = await Promise.all(
    Array.from({ length: 8 }, () => work.owner.post('/payments', { ...body, invoices })),
  );
  expect(paid.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await owedOf(invoice)).toBe(10_00);
  await recorded({ amount: 25_00, invoices: [] });
  const dear = await issued(400_00);
  const used = await Promise.all(
    Array.from({ length: 6 }, () =>
      work.owner.post(`/customers/${customer}/credit/use`, {
        invoices: [{ invoice_id: dear.id, amount: 10_00 }],
      }),
    ),
  );
  expect(used.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(await credit()).toMatchObject({ credit: 5_00, owed: 390_00 });
});

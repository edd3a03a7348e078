import type { Change } from '@muster/domain/basics/changes/schema';
import type {
  InvoiceLetterPreview,
  ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
import type { PaymentRecord } from '@muster/domain/money/payments/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { changeOf } from '../../../../test/setups/work.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
  const { row } = (await told.owner.get('/settings')).data as { row: { version: number } };
  await told.owner.patch('/settings', { version: row.version, abn: '51824753556' });
});
afterEach(() => told.rest());
afterAll(() => told.close());

const period = { from: '2026-11-01', to: '2026-11-16' };

test('a statement is emailed as it was seen, with its paper, and stands in the history of the customer', async () => {
  const late = { terms_days: 0, issued_on: '2026-11-02' };
  const { bill_to_id, customer, number } = await issuedInvoice(told, { email: 'state@example.com', ...late });
  const path = `/customers/${bill_to_id}/statement`;
  const preview = async () => {
    const { status, data } = await told.owner.get(`${path}/letter?from=${period.from}&to=${period.to}`);
    expect(status).toBe(200);
    return (data as { row: InvoiceLetterPreview }).row;
  };
  const seen = await preview();
  expect(seen).toMatchObject({
    to: { name: customer, ways: ['email'] },
    email: { address: 'state@example.com', attached: `Statement ${customer} 2026-11-16.pdf` },
    text: null,
  });
  const paid = { customer_id: bill_to_id, method: 'cash', amount: 30_00, received_on: '2026-11-16' };
  expect(await told.owner.post('/payments', paid)).toMatchObject({ status: 200 });
  const send = (fingerprint: string) => told.owner.post(`${path}/letters`, { ...period, fingerprint });
  expect(await send(seen.fingerprint)).toMatchObject({ status: 409 });
  expect(await send((await preview()).fingerprint)).toMatchObject({
    status: 200,
    data: { row: { kind: 'statement', customer_id: bill_to_id, to_name: customer } },
  });
  await told.pass(60);
  const [mail] = told.received;
  expect(mail!.subject).toMatch(/: your statement to Mon 16 Nov 2026$/);
  expect(mail!.text).toContain('$300.00');
  const [page] = await pdfText(new Uint8Array(mail!.attachments[0]!.content as ArrayBuffer));
  expect(page).toContain(number!);
  const { rows } = (await told.owner.get(`/changes?subject=${bill_to_id}`)).data as { rows: Change[] };
  expect(rows[0]).toMatchObject({ kind: 'statement sent' });
});

test('whoever has no address gets none, and neither does a year and a day', async () => {
  const { bill_to_id, customer } = await issuedInvoice(told);
  const send = (body: object) => told.owner.post(`/customers/${bill_to_id}/statement/letters`, body);
  expect(await send(period)).toMatchObject({
    status: 422,
    message: `${customer} has no email address. Add one to the customer or a contact.`,
  });
  expect(await send({ from: '2025-11-01', to: '2026-11-16' })).toMatchObject({ status: 400 });
});

/** A payment of $50.00 for an invoice over $330.00, whose customer has that address. */
async function paidInPart(email: string) {
  const invoice = await issuedInvoice(told, { email });
  const recorded = await told.owner.post('/payments', {
    customer_id: invoice.bill_to_id,
    method: 'transfer',
    amount: 50_00,
    reference: 'NetBank 7',
    received_on: '2026-11-16',
  });
  expect(recorded).toMatchObject({ status: 200 });
  const { row } = recorded.data as { row: PaymentRecord };
  return { invoice, recorded, payment: row, path: `/payments/${row.id}` };
}

const lettersOf = async (path: string) =>
  ((await told.owner.get(`${path}/letters`)).data as { rows: ShownInvoiceLetter[] }).rows;

test('a receipt is emailed as it was seen, with its paper, and what became of it is told with the payment', async () => {
  const { invoice, payment, path } = await paidInPart('paid@example.com');
  const preview = async () =>
    ((await told.owner.get(`${path}/letter`)).data as { row: InvoiceLetterPreview }).row;
  const seen = await preview();
  expect(seen.email).toMatchObject({
    address: 'paid@example.com',
    attached: `Receipt ${invoice.customer} 2026-11-16.pdf`,
  });
  expect(seen.email!.paragraphs.join('\n')).toContain(`Invoice ${invoice.number}: $50.00`);
  const { version } = payment;
  expect(await told.owner.patch(path, { version, reference: 'NetBank 77' })).toMatchObject({ status: 200 });
  const send = (fingerprint: string) => told.owner.post(`${path}/letters`, { fingerprint });
  expect(await send(seen.fingerprint)).toMatchObject({ status: 409 });
  expect(await lettersOf(path)).toEqual([]);
  expect(await send((await preview()).fingerprint)).toMatchObject({ status: 200 });
  await told.pass(60);
  const [mail] = told.received;
  expect(mail).toMatchObject({ to: [{ address: 'paid@example.com' }] });
  expect(mail!.subject).toMatch(/: receipt for \$50\.00$/);
  const [page] = await pdfText(new Uint8Array(mail!.attachments[0]!.content as ArrayBuffer));
  expect(page).toContain('NetBank 77');
  expect(await lettersOf(path)).toMatchObject([
    { kind: 'receipt', payment_id: payment.id, to_name: invoice.customer, state: { name: 'sent' } },
  ]);
  const { rows } = (await told.owner.get(`/changes?subject=${invoice.bill_to_id}`)).data as {
    rows: Change[];
  };
  expect(rows[0]).toMatchObject({ kind: 'receipt sent' });
});

test('what is reversed has no receipt, and a payment whose receipt was sent is reversed, not undone', async () => {
  const { recorded, payment, path } = await paidInPart('back@example.com');
  expect(await told.owner.post(`${path}/letters`, {})).toMatchObject({ status: 200 });
  expect(await told.owner.post(`/changes/${changeOf(recorded)}/undo`)).toMatchObject({
    status: 409,
    message:
      'Its receipt was emailed, so it isn’t taken away without a word. Reverse it instead and say why.',
  });
  const back = { version: payment.version, reason: 'It bounced.' };
  expect(await told.owner.post(`${path}/take-back`, back)).toMatchObject({ status: 200 });
  for (const answer of [await told.owner.post(`${path}/letters`, {}), await told.owner.get(`${path}/letter`)])
    expect(answer).toMatchObject({
      status: 409,
      message: 'This payment was reversed, so its receipt isn’t sent.',
    });
});

test('the statement that went to somebody who turned out to be another customer is with that one, until the merge is undone', async () => {
  const kept = await told.addSite();
  const { bill_to_id } = await issuedInvoice(told, { email: 'twice@example.com' });
  const sent = await told.owner.post(`/customers/${bill_to_id}/statement/letters`, period);
  const { id } = (sent.data as { row: { id: string } }).row;
  const whose = () =>
    told.inside(async (db) => {
      const row = await db
        .selectFrom('invoice_letters')
        .select('customer_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.customer_id;
    });
  const { row } = (await told.owner.get(`/customers/${bill_to_id}`)).data as { row: { version: number } };
  const merged = await told.owner.post(`/customers/${kept.customer_id}/merge`, {
    other_id: bill_to_id,
    version: 1,
    other_version: row.version,
  });
  expect(merged).toMatchObject({ status: 200 });
  expect(await whose()).toBe(kept.customer_id);
  expect(await told.owner.post(`/changes/${changeOf(merged)}/undo`)).toMatchObject({ status: 200 });
  expect(await whose()).toBe(bill_to_id);
});

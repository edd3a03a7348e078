import type { Change } from '@muster/domain/basics/changes/schema';
import type { InvoiceLetterPreview } from '@muster/domain/messages/invoice-letters/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
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

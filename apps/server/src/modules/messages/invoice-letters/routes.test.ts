import { randomUUID } from 'node:crypto';
import type { Change } from '@muster/domain/basics/changes/schema';
import type {
  InvoiceLetterPreview,
  ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { changeOf } from '../../../../test/setups/work.ts';
import { pdfText } from '../../../../test/services/pdf-text.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
  const { row } = (await told.owner.get('/settings')).data as { row: { version: number } };
  expect(await told.owner.patch('/settings', { version: row.version, abn: '51824753556' })).toMatchObject({
    status: 200,
  });
});
afterEach(() => told.rest());
afterAll(() => told.close());

async function preview(id: string, query = ''): Promise<InvoiceLetterPreview> {
  const { status, message, data } = await told.owner.get(`/invoices/${id}/letter${query}`);
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceLetterPreview }).row;
}

async function lettersOf(id: string): Promise<ShownInvoiceLetter[]> {
  return ((await told.owner.get(`/invoices/${id}/letters`)).data as { rows: ShownInvoiceLetter[] }).rows;
}

async function read(id: string): Promise<InvoiceRecord> {
  return ((await told.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;
}

const credit = (id: string) => told.owner.post(`/invoices/${id}/credit`, {});

test('an invoice arrives as it was previewed, with its PDF and the sender’s own words, once even if the request is repeated', async () => {
  const { id, number, customer } = await issuedInvoice(told, { email: 'jo@example.com' });
  const seen = await preview(id);
  expect(seen).toMatchObject({
    to: { name: customer, ways: ['email'] },
    email: { address: 'jo@example.com', attached: `Invoice ${number}.pdf` },
    text: null,
  });
  const { fingerprint } = seen;
  const letter = { ways: ['email'], message: 'Thanks for the tea.\nSee evil.example.com', fingerprint };
  const key = randomUUID();
  for (let time = 0; time < 3; time += 1)
    expect(await told.owner.post(`/invoices/${id}/letters`, letter, key)).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received).toHaveLength(1);
  const [mail] = told.received;
  expect(mail).toMatchObject({ to: [{ address: 'jo@example.com' }], subject: seen.email!.subject });
  expect(mail!.subject).toContain(`invoice ${number} for $330.00, due`);
  const text = mail!.text!;
  for (const line of seen.email!.paragraphs) expect(text).toContain(line);
  expect(text).toContain('Thanks for the tea.');
  expect(text).not.toContain('evil.example');
  expect(text).toMatch(/See the invoice: http:\/\/localhost:3000\/i\/[\w-]{22}\n/);
  const [attached] = mail!.attachments;
  expect(attached).toMatchObject({ mimeType: 'application/pdf', filename: `Invoice ${number}.pdf` });
  const [page] = await pdfText(new Uint8Array(attached!.content as ArrayBuffer));
  expect(page).toContain('$330.00');
  expect(await lettersOf(id)).toMatchObject([
    {
      kind: 'invoice',
      way: 'email',
      to_name: customer,
      to_address: 'j…@example.com',
      state: { name: 'sent' },
    },
  ]);
  expect((await read(id)).sent_at).not.toBeNull();
});

test('what has changed since it was looked at is not sent: a credit, or another address', async () => {
  const { id, bill_to_id } = await issuedInvoice(told, { email: 'first@example.com' });
  const send = (fingerprint: string) =>
    told.owner.post(`/invoices/${id}/letters`, { ways: ['email'], fingerprint });
  const first = await preview(id);
  await told.edit(`/customers/${bill_to_id}`, { email: 'second@example.com' });
  expect(await send(first.fingerprint)).toMatchObject({ status: 409 });
  const second = await preview(id);
  expect(await credit(id)).toMatchObject({ status: 200 });
  expect(await send(second.fingerprint)).toMatchObject({
    status: 409,
    message: expect.stringContaining('changed since you looked at it'),
  });
  const now = await preview(id);
  expect(now.email!.subject).toMatch(/was credited$/);
  expect(now.email!.paragraphs.join(' ')).not.toMatch(/[Pp]aid|Thank you/);
  expect(await send(now.fingerprint)).toMatchObject({ status: 200 });
  expect(await lettersOf(id)).toHaveLength(1);
});

test('of two who look at the same reminder one sends it, and it tells of money that lies here', async () => {
  const { id, bill_to_id } = await issuedInvoice(told, { email: 'twice@example.com' });
  const payment = {
    customer_id: bill_to_id,
    method: 'transfer',
    amount: 120_00,
    received_on: '2026-11-16',
    invoices: [],
  };
  expect(await told.owner.post('/payments', payment)).toMatchObject({ status: 200 });
  const [one, other] = [await preview(id, '?kind=reminder'), await preview(id, '?kind=reminder')];
  expect(one.email!.paragraphs.join('\n')).toContain(
    'You have $120.00 with us, which isn’t taken off this yet.',
  );
  const remind = ({ fingerprint }: InvoiceLetterPreview) =>
    told.owner.post(`/invoices/${id}/letters`, { kind: 'reminder', ways: ['email'], fingerprint });
  const answers = await Promise.all([remind(one), remind(other)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await lettersOf(id)).toHaveLength(1);
  expect(await remind(await preview(id, '?kind=reminder'))).toMatchObject({ status: 200 });
  const { data } = await told.owner.post(`/invoices/${id}/page/link`, {});
  const { body } = await told.app.inject({ url: new URL((data as { address: string }).address).pathname });
  expect(body).toContain('You have $120.00 with us');
});

test('an invoice goes to the customer’s accounts contact or to a chosen contact of theirs, never to another customer’s', async () => {
  const { id, bill_to_id, customer } = await issuedInvoice(told, { email: 'boss@example.com' });
  const add = async (contact: object, to = bill_to_id) =>
    ((await told.owner.post(`/customers/${to}/contacts`, contact)).data as { row: { id: string } }).row.id;
  const sam = await add({ name: 'Silent Sam' });
  const ann = await add({ name: 'Ann', email: 'ann@example.com', role: 'Accounts payable' });
  expect((await preview(id)).recipients.map(({ name }) => name)).toEqual(['Ann', customer]);
  const to = (contact_id?: string) =>
    told.owner.post(`/invoices/${id}/letters`, { ways: ['email'], ...(contact_id && { contact_id }) });
  expect(await to()).toMatchObject({ status: 200, data: { row: [{ to_name: 'Ann' }] } });
  expect(await to(sam)).toMatchObject({ status: 422 });
  expect(await to(ann)).toMatchObject({ status: 200 });
  const other = await issuedInvoice(told, { email: 'other@example.com' });
  const theirs = await add({ name: 'Bo', email: 'bo@example.com' }, other.bill_to_id);
  expect(await to(theirs)).toMatchObject({ status: 422 });
  const { id: unreached } = await issuedInvoice(told);
  expect(await told.owner.post(`/invoices/${unreached}/letters`, { ways: ['email'] })).toMatchObject({
    status: 422,
    message: expect.stringContaining('has no email address. Add one to the customer or a contact.'),
  });
  expect(await read(unreached)).toMatchObject({ sent_at: null });
});

test('a draft can’t be sent, and a paid invoice can’t be reminded of', async () => {
  const { customer_id, id } = await issuedInvoice(told, { email: 'drafts@example.com' });
  const { data } = await told.owner.post('/invoices', { customer_id });
  const draft = (data as { row: InvoiceRecord }).row.id;
  expect(await told.owner.get(`/invoices/${draft}/letter`)).toMatchObject({ status: 409 });
  for (const [path, body] of [
    ['letters', { ways: ['email'] }],
    ['handed-over', {}],
  ] as const)
    expect(await told.owner.post(`/invoices/${draft}/${path}`, body)).toMatchObject({ status: 409 });
  const remind = () => told.owner.post(`/invoices/${id}/letters`, { ways: ['email'], kind: 'reminder' });
  expect(await remind()).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received.at(-1)!.text).toContain('If you’ve paid it in the last few days');
  expect(await credit(id)).toMatchObject({ status: 200 });
  expect(await remind()).toMatchObject({
    status: 409,
    message: expect.stringContaining('nothing left to pay'),
  });
});

test('only what is overdue was due', async () => {
  const { id } = await issuedInvoice(told, { email: 'early@example.com' });
  const late = await issuedInvoice(told, {
    email: 'late@example.com',
    terms_days: 0,
    issued_on: '2026-11-02',
  });
  expect((await preview(id, '?kind=reminder')).email!.subject).toMatch(/ is due Mon 30 Nov$/);
  expect((await preview(late.id, '?kind=reminder')).email!.subject).toMatch(/ was due Mon 2 Nov$/);
  expect((await preview(late.id)).email!.subject).toMatch(/\$330\.00, was due Mon 2 Nov$/);
});

test('a reminder asked for without having seen it goes out once a day; whoever saw the first may send a second', async () => {
  const { id } = await issuedInvoice(told, {
    email: 'daily@example.com',
    terms_days: 0,
    issued_on: '2025-11-03',
  });
  const remind = (more: object = {}) =>
    told.owner.post(`/invoices/${id}/letters`, { kind: 'reminder', ways: ['email'], ...more });
  expect(await remind()).toMatchObject({ status: 200 });
  expect(await remind()).toMatchObject({
    status: 409,
    message:
      'They were reminded of this today already. To remind them again, look at the letter first and send its fingerprint along.',
  });
  const { fingerprint, email } = await preview(id, '?kind=reminder');
  expect(email!.subject).toMatch(/was due Mon 3 Nov 2025$/);
  expect(await remind({ fingerprint })).toMatchObject({ status: 200 });
  await told.pass(24 * 3600);
  expect(await remind()).toMatchObject({ status: 200 });
});

test('a credit note is sent as what it is', async () => {
  const { id, number } = await issuedInvoice(told, { email: 'credited@example.com' });
  const note = ((await credit(id)).data as { row: InvoiceRecord }).row;
  expect(await told.owner.post(`/invoices/${note.id}/letters`, { ways: ['email'] })).toMatchObject({
    status: 200,
  });
  await told.pass(60);
  const [mail] = told.received;
  expect(mail!.subject).toContain(`credit note ${note.number} for $330.00`);
  expect(mail!.text).toContain(`For invoice ${number} of `);
});

test('an invoice marked as posted counts as sent, and undoing the mark makes it unsent again', async () => {
  const { id, bill_to_id } = await issuedInvoice(told, { email: 'by.hand@example.com' });
  const noted = await told.owner.post(`/invoices/${id}/handed-over`, { note: ' Printed and posted ' });
  expect(noted).toMatchObject({ status: 200, data: { row: { way: 'by hand', note: 'Printed and posted' } } });
  const first = (await read(id)).sent_at;
  expect(first).not.toBeNull();
  told.clock.now += 60_000;
  expect(await told.owner.post(`/invoices/${id}/letters`, { ways: ['email'] })).toMatchObject({
    status: 200,
  });
  expect(await read(id)).toMatchObject({ sent_at: first });
  expect(await told.owner.post(`/changes/${changeOf(noted)}/undo`)).toMatchObject({ status: 200 });
  const [mail] = await lettersOf(id);
  expect(new Date((await read(id)).sent_at!)).toEqual(new Date(mail!.at));
  const historyOf = async (subject: string) =>
    ((await told.owner.get(`/changes?subject=${subject}`)).data as { rows: Change[] }).rows;
  const [undo, sent, handed] = await historyOf(id);
  expect([undo!.kind, sent!.kind, handed!.kind]).toEqual(['undo', 'invoice sent', 'invoice handed over']);
  expect((await historyOf(bill_to_id)).map(({ kind }) => kind)).toContain('invoice sent');
  expect((await told.owner.post(`/changes/${sent!.number}/undo`)).status).toBe(422);
});

test('erasing a customer stops waiting letters, removes names and closes the invoice’s page', async () => {
  const { id, bill_to_id } = await issuedInvoice(told, { email: 'erase.me@example.com' });
  const { data } = await told.owner.post(`/invoices/${id}/page/link`, {});
  const { pathname } = new URL((data as { address: string }).address);
  const status = async () => (await told.app.inject({ url: pathname })).statusCode;
  expect(await status()).toBe(200);
  expect(await told.owner.post(`/invoices/${id}/letters`, { ways: ['email'] })).toMatchObject({
    status: 200,
  });
  expect(await told.owner.post(`/customers/${bill_to_id}/erase`)).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(told.received).toEqual([]);
  expect(await lettersOf(id)).toMatchObject([{ to_name: '', to_address: '' }]);
  expect(await status()).toBe(404);
});

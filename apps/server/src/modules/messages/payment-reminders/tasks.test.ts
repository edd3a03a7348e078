import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { InvoiceAttention, ReminderPlan } from '@muster/domain/messages/payment-reminders/schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTold, type ToldWork } from '../../../../test/setups/customers-told.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';
import { PAYERS_REMINDED, PAYMENT_REMINDERS_DUE } from './service.ts';

let told: ToldWork;
beforeAll(async () => {
  told = await openTold();
  const { row } = (await told.owner.get('/settings')).data as { row: { version: number } };
  await told.owner.patch('/settings', { version: row.version, abn: '51824753556', region: 'NSW' });
  await setDays([3, 14]);
});
afterEach(() => told.rest());
afterAll(() => told.close());

async function setDays(reminder_days: number[]): Promise<void> {
  const { row } = (await told.owner.get('/money-settings')).data as { row: { version: number } };
  const saved = await told.owner.patch('/money-settings', { version: row.version, reminder_days });
  expect(saved).toMatchObject({ status: 200 });
}

/** Lets the rule look around at that time, and everything that follows from it be done. */
async function lookAround(time: `${number}:${number}`, day: string, twice = ''): Promise<void> {
  told.clock.now = Date.parse(at(time, day as never));
  await told.tasks[PAYMENT_REMINDERS_DUE]!({}, 'look');
  await told.pass(60, { twice });
}

/** Due on Mon 16 Nov 2026, when it was issued, and sent at once. */
async function sent(email: string) {
  const invoice = await issuedInvoice(told, { email, terms_days: 0 });
  expect(await told.owner.post(`/invoices/${invoice.id}/handed-over`, {})).toMatchObject({ status: 200 });
  return invoice;
}

/** Read below the API: whoever signed in two weeks ago is signed out. */
async function remindersOf(id: string): Promise<object[]> {
  return told.inside(async (db) => {
    const { rows } = await sql<object>`
      select * from invoice_letters where invoice_id = ${id} and kind = 'reminder'`.execute(db);
    return rows;
  });
}
const mailsTo = (address: string) => told.received.filter(({ to }) => to?.[0]?.address === address);

test('by the rule, on a business day in office hours, once however many look at once', async () => {
  const { id, number } = await sent('rule@example.com');
  await lookAround('10:00', '2026-11-18');
  await lookAround('08:30', '2026-11-19');
  await lookAround('17:30', '2026-11-19');
  expect(mailsTo('rule@example.com')).toEqual([]);
  await lookAround('09:10', '2026-11-19', PAYERS_REMINDED);
  await lookAround('11:10', '2026-11-19');
  await lookAround('09:10', '2026-11-20');
  expect(mailsTo('rule@example.com')).toMatchObject([
    { subject: expect.stringContaining(`invoice ${number} was due Mon 16 Nov`) },
  ]);
  expect(await remindersOf(id)).toHaveLength(1);
  const { data } = await told.owner.get(`/changes?subject=${id}`);
  expect((data as { rows: object[] }).rows[0]).toMatchObject({ kind: 'invoice reminded', by: { name: '' } });
  await lookAround('09:10', '2026-11-30');
  expect(await remindersOf(id)).toHaveLength(2);
  await lookAround('09:10', '2026-12-01');
  expect(await remindersOf(id)).toHaveLength(2);
});

test('a weekend and a holiday wait for the next business day', async () => {
  await setDays([1]);
  // Due on the day before Christmas.
  const invoice = await issuedInvoice(told, { email: 'holiday@example.com', due_on: '2026-12-24' });
  expect(await told.owner.post(`/invoices/${invoice.id}/handed-over`, {})).toMatchObject({ status: 200 });
  for (const day of ['2026-12-25', '2026-12-26', '2026-12-28']) await lookAround('10:00', day);
  expect(await remindersOf(invoice.id)).toEqual([]);
  await lookAround('10:00', '2026-12-29');
  expect(await remindersOf(invoice.id)).toHaveLength(1);
  await told.rest();
  await setDays([3, 14]);
});

test('not of what is paid, credited, stopped, never sent or a draft; and again once it is resumed', async () => {
  const [paid, credited, stopped, unsent] = [
    await sent('paid@example.com'),
    await sent('credited@example.com'),
    await sent('stopped@example.com'),
    await issuedInvoice(told, { email: 'unsent@example.com', terms_days: 0 }),
  ];
  await told.inside((db) => sql`update invoices set settled = total where id = ${paid.id}`.execute(db));
  expect(await told.owner.post(`/invoices/${credited.id}/credit`, {})).toMatchObject({ status: 200 });
  const choose = (body: object) => told.owner.put(`/invoices/${stopped.id}/reminders`, body);
  const planned = (await told.owner.get(`/invoices/${stopped.id}/reminders`)).data as { row: ReminderPlan };
  expect(planned.row).toEqual({ stop: null, next_on: '2026-11-19' });
  const stop = await choose({ is_on: false, reason: 'Disputed' });
  expect(stop).toMatchObject({ status: 200, data: { row: { stop: { reason: 'Disputed' }, next_on: null } } });
  expect(await choose({ is_on: false, reason: 'Still disputed' })).toMatchObject({ status: 200 });
  await lookAround('10:00', '2026-11-19');
  expect(told.received).toEqual([]);
  expect(await choose({ is_on: true })).toMatchObject({
    data: { row: { stop: null, next_on: '2026-11-19' } },
  });
  await lookAround('10:00', '2026-11-20');
  for (const { id } of [paid, credited, unsent]) expect(await remindersOf(id)).toEqual([]);
  expect(await remindersOf(stopped.id)).toHaveLength(1);
  expect(await told.owner.post(`/changes/${changeOf(stop)}/undo`)).toMatchObject({ status: 409 });
});

test('nobody is told to pay whose money lies here, and who owes more than that is', async () => {
  const [covered, owing] = [await sent('covered@example.com'), await sent('owing@example.com')];
  const deposit = (customer_id: string, amount: number) =>
    told.owner.post('/payments', {
      customer_id,
      method: 'transfer',
      amount,
      received_on: '2026-11-16',
      invoices: [],
    });
  expect(await deposit(covered.bill_to_id, 330_00)).toMatchObject({ status: 200 });
  expect(await deposit(owing.bill_to_id, 329_99)).toMatchObject({ status: 200 });
  const planned = async (id: string) =>
    ((await told.owner.get(`/invoices/${id}/reminders`)).data as { row: ReminderPlan }).row.next_on;
  expect([await planned(covered.id), await planned(owing.id)]).toEqual([null, '2026-11-19']);
  await lookAround('10:00', '2026-11-19');
  expect([await remindersOf(covered.id), await remindersOf(owing.id)]).toMatchObject([[], [{}]]);
});

test('an invoice whose email bounced counts as unsent and isn’t reminded of until it is sent again', async () => {
  told.clock.now = Date.parse(at('10:00', '2026-11-17'));
  const { id } = await issuedInvoice(told, { email: 'gone@example.com', terms_days: 0 });
  const send = () => told.owner.post(`/invoices/${id}/letters`, { ways: ['email'] });
  const sentAt = async () =>
    ((await told.owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row.sent_at;
  told.post.refuse(1, 550);
  expect(await send()).toMatchObject({ status: 200 });
  await told.pass(60);
  expect(await sentAt()).not.toBeNull();
  await told.pass(3_600);
  expect(await sentAt()).toBeNull();
  expect((await told.owner.get(`/invoices/${id}/reminders`)).data).toMatchObject({ row: { next_on: null } });
  const again = new Date(told.clock.now).toISOString();
  expect(await send()).toMatchObject({ status: 200 });
  await told.pass(2 * 3_600);
  expect(Date.parse((await sentAt())!)).toBe(Date.parse(again));
});

test('nobody who has no address keeps the others from hearing; without a rule nobody does', async () => {
  const [silent, heard] = [await sent(''), await sent('heard@example.com')];
  expect((await told.owner.get(`/invoices/${silent.id}/reminders`)).data).toMatchObject({
    row: { next_on: null },
  });
  await lookAround('10:00', '2026-11-19');
  expect(await remindersOf(silent.id)).toEqual([]);
  expect(await remindersOf(heard.id)).toHaveLength(1);
  await setDays([]);
  const quiet = await sent('quiet@example.com');
  await lookAround('10:00', '2026-11-19');
  expect(await remindersOf(quiet.id)).toEqual([]);
  await setDays([3, 14]);
});

test('what is overdue, and what did not arrive, waits for somebody', async () => {
  const attention = async () =>
    ((await told.owner.get('/invoices/attention')).data as { row: InvoiceAttention }).row;
  const before = await attention();
  const late = await issuedInvoice(told, {
    email: 'lost@example.com',
    terms_days: 0,
    issued_on: '2026-11-02',
  });
  const after = await attention();
  expect(after.overdue).toEqual({ count: before.overdue.count + 1, sum: before.overdue.sum + 330_00 });
  expect(await told.owner.post(`/invoices/${late.id}/letters`, { ways: ['email'] })).toMatchObject({
    status: 200,
  });
  told.post.refuse(1, 550);
  await told.pass(60);
  expect((await attention()).lost).toMatchObject([
    {
      invoice_id: late.id,
      number: late.number,
      customer: late.customer,
      way: 'email',
      to_address: 'l…@example.com',
    },
  ]);
  await told.owner.post(`/invoices/${late.id}/handed-over`, {});
  expect((await attention()).lost).toEqual([]);
});

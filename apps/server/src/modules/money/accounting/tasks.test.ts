import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { recordPayment, refundToCard, returnRefund } from '../payments/service.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { repetitions } from '../../../../test/long.ts';
import { type BooksWork, openBooks } from '../../../../test/setups/books.ts';
import { issuedInvoice } from '../../../../test/setups/invoices.ts';
import { ACCOUNT_BOOKS_CHECKED, BOOKS_CHECKED, BOOKS_SENT } from './service.ts';

let it: BooksWork;
beforeAll(async () => {
  it = await openBooks({ limits: { minute: 10_000, atOnce: 5, day: 1_000_000 } });
  await it.connect();
});
// Each test begins with empty books.
beforeEach(() => it.fresh());
afterAll(() => it.close());

const credit = async ({ id }: InvoiceRecord, body: object = {}) => {
  const answer = await it.owner.post(`/invoices/${id}/credit`, body);
  expect([answer.status, answer.message]).toEqual([200, 'Done.']);
  return (answer.data as { row: InvoiceRecord }).row;
};
const reverse = async ({ id, version }: { id: string; version: number }) =>
  expect(await it.owner.post(`/payments/${id}/take-back`, { version, reason: 'Bounced' })).toMatchObject({
    status: 200,
  });
const settled = { waiting: 0, refused: 0, differences: 0 };
/** What is told by Stripe, and not by a person. */
const byStripe = <T>(told: string, work: (write: Writer) => Promise<T>) =>
  runCommand(
    it.here.database.db,
    {
      account: DEMO,
      id: randomUUID(),
      kind: 'payment recorded',
      body: told,
      author: { user: null, apiKey: null, role: 'owner', money: 'all' },
      at: new Date(it.clock.now),
    },
    work,
  );

describe('what goes over', () => {
  test('an issued invoice with its customer, and its payment after it, each once', async () => {
    const invoice = await issuedInvoice(it, { email: 'lee@example.com' });
    const payment = await it.pay(invoice);
    await it.pass(10);
    expect(it.organisation.documents).toMatchObject([{ number: invoice.number, status: 'PAID' }]);
    expect(it.organisation.contacts).toMatchObject([
      { Name: invoice.customer, ContactNumber: invoice.bill_to_id },
    ]);
    expect(it.there()).toMatchObject({ paid: [330_00], contacts: 1 });
    expect(await it.state()).toMatchObject({ ...settled, over: 2 });
    const shown = (await it.owner.get(`${it.books}/payments/${payment.id}`)).data;
    expect(shown).toMatchObject({ row: { standing: 'over' } });
  });

  test('a credit note, what it is used for, and what of it is given back; and what is reversed here is removed there', async () => {
    const invoice = await issuedInvoice(it);
    const part = await it.pay(invoice, 100_00);
    const note = await credit(invoice);
    await it.pass(10);
    expect(it.there()).toEqual({
      numbers: [invoice.number, note.number],
      paid: [100_00],
      contacts: 1,
      used: 1,
    });
    const refund = await it.owner.post(`/customers/${invoice.bill_to_id}/credit/refund`, {
      amount: 100_00,
      first_id: note.id,
      method: 'transfer',
    });
    expect(refund.status).toBe(200);
    await it.pass(10);
    expect(it.there().paid).toEqual([100_00, 100_00]);
    await reverse((refund.data as { row: { id: string; version: number } }).row);
    await reverse(part);
    await it.pass(10);
    expect(it.there()).toMatchObject({ paid: [], used: 1 });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
  });

  test('an undo removes a payment there, and another puts one there again', async () => {
    const invoice = await issuedInvoice(it);
    const recorded = await it.owner.post('/payments', {
      customer_id: invoice.bill_to_id,
      method: 'cash',
      amount: 330_00,
    });
    await it.pass(10);
    const undone = await it.owner.post(`/changes/${(recorded.data as { change: number }).change}/undo`);
    expect(undone.status).toBe(200);
    await it.pass(10);
    expect(it.there().paid).toEqual([]);
    expect((await it.owner.post(`/changes/${(undone.data as { change: number }).change}/undo`)).status).toBe(
      200,
    );
    await it.pass(10);
    expect(it.there().paid).toEqual([330_00]);
    expect(await it.state()).toMatchObject(settled);
  });

  test('credit that was used and is free again is free there too, even where the answer to its use was lost', async () => {
    const paid = await issuedInvoice(it);
    const next = await issuedInvoice(it, { customer_id: paid.bill_to_id });
    await it.pay(paid);
    const note = await credit(paid);
    await it.pass(10);
    it.xero.order('commit then drop', { of: 'PUT /CreditNotes/{CreditNoteID}/Allocations' });
    const used = await it.owner.post(`/customers/${paid.bill_to_id}/credit/use`, {
      invoices: [{ invoice_id: next.id, amount: 330_00 }],
    });
    expect(used).toMatchObject({ status: 200 });
    await it.pass(1);
    expect(it.there()).toMatchObject({ numbers: [paid.number, next.number, note.number], used: 1 });
    const { change } = used.data as { change: number };
    expect(await it.owner.post(`/changes/${change}/undo`)).toMatchObject({ status: 200 });
    await it.passForgetting(300);
    expect(it.there()).toMatchObject({ paid: [330_00], used: 0 });
    expect(await it.state()).toMatchObject(settled);
  });

  test('nothing from before the chosen day, nothing that another program issued, and no credit that nobody has used', async () => {
    const old = await issuedInvoice(it, { issued_on: '2026-10-20' });
    await it.pay(old);
    const invoice = await issuedInvoice(it);
    await it.pay(invoice, 400_00);
    await it.pass(10);
    expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [330_00] });
    const { data } = await it.owner.get(`${it.books}/invoices/${old.id}`);
    expect(data).toMatchObject({ row: { standing: 'not sent' } });
  });

  const before = repetitions({ usual: 5, long: 1_000 });
  test(`${before} invoices from before it was connected go over together, in few calls; one that is refused stops no other`, async () => {
    await it.disconnect();
    const invoices = [];
    for (let n = 0; n < before; n += 1) {
      const invoice = await issuedInvoice(it, { issued_on: n === 1 ? '2026-11-03' : '2026-11-10' });
      invoices.push(invoice);
      await it.pay(invoice, 100_00);
    }
    await it.connectFresh({ lockDate: '2026-11-05' });
    const [first, calls] = [await it.state(), it.xero.requests.length];
    expect(first).toMatchObject({ waiting: 2 * before, over: 0 });
    const scope = (from: string) => it.owner.get(`${it.books}/scope?from=${from}`);
    expect((await scope('2026-11-01')).data).toMatchObject({
      row: { invoices: before, credit_notes: 0, payments: before },
    });
    expect((await scope('2026-11-04')).data).toMatchObject({ row: { invoices: before - 1 } });
    await it.pass(1_800);
    const gone = invoices.filter((_, n) => n !== 1).map(({ number }) => number);
    expect(new Set(it.there().numbers)).toEqual(new Set(gone));
    expect(it.there().numbers).toHaveLength(gone.length);
    expect(it.there()).toMatchObject({ contacts: before, paid: gone.map(() => 100_00) });
    expect(await it.state()).toMatchObject({ refused: 1, waiting: 1, over: 2 * gone.length });
    expect(it.xero.requests.length - calls).toBeLessThan(20 + before / 8);
    it.organisation.lockDate = null;
    await it.owner.post(`${it.books}/refused/again`);
    await it.pass(120);
    expect(await it.state()).toMatchObject({ ...settled, over: 2 * before });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
  });

  test('a customer who is renamed here is renamed there, unless the contact was there before', async () => {
    const theirs = it.byHand('Contacts', {
      Name: 'Wattle Street Strata',
      EmailAddress: 'strata@example.com',
    });
    const invoice = await issuedInvoice(it);
    const other = await issuedInvoice(it);
    await it.rename(other.bill_to_id, 'Wattle Street Strata');
    await it.pass(10);
    expect(it.organisation.documents.map(({ contact }) => contact)).toContain(theirs['ContactID']);
    await it.rename(invoice.bill_to_id, 'Renamed');
    await it.rename(other.bill_to_id, 'Also renamed');
    await it.check();
    expect(it.organisation.contacts.map(({ Name }) => Name).toSorted()).toEqual([
      'Renamed',
      'Wattle Street Strata',
    ]);
  });
});

describe('what goes wrong on the way', () => {
  const calls = [
    'PUT /Contacts',
    'PUT /Invoices',
    'PUT /Payments',
    'PUT /CreditNotes',
    'PUT /CreditNotes/{CreditNoteID}/Allocations',
    'POST /Payments/{PaymentID}',
  ];
  const manners = [
    'commit then drop',
    'fail after',
    'fail before',
    'drop before',
    'twice',
    'too many this minute',
  ] as const;
  const cases = calls.flatMap((of) => manners.map((manner) => ({ of, manner })));
  const few = repetitions({ usual: 3, long: cases.length * 12 });
  const chosen = Array.from({ length: few }, (_, n) => cases[(n * 11) % cases.length]!);

  test.each(chosen)(
    '$of is met with "$manner": nothing is double, nothing is lost',
    async ({ of, manner }) => {
      const invoice = await issuedInvoice(it);
      it.xero.order(manner, { of });
      const payment = await it.pay(invoice, 100_00);
      await it.pay(invoice, 100_00);
      const note = await credit(invoice);
      await it.passForgetting(300);
      await reverse(payment);
      await it.passForgetting(300);
      expect(it.there()).toEqual({
        numbers: [invoice.number, note.number],
        paid: [100_00],
        contacts: 1,
        used: 1,
      });
      await it.check();
      expect(await it.state()).toMatchObject(settled);
    },
  );

  const steps = repetitions({ usual: 2, long: 60 });
  test.each(Array.from({ length: steps }, (_, n) => (steps < 10 ? 15 + n * 9 : n + 1)))(
    'a process that is killed at step %i has made nothing double, and the next one goes on',
    async (step) => {
      const invoice = await issuedInvoice(it);
      await it.pay(invoice, 100_00);
      await it.pay(invoice, 100_00);
      await it.die(BOOKS_SENT, step);
      await it.passForgetting(120);
      expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [100_00, 100_00], contacts: 1 });
      expect(await it.state()).toMatchObject({ ...settled, over: 3 });
    },
  );

  test('what Xero does not accept is said in its words, holds back what belongs to it, and is sent again by a press', async () => {
    it.organisation.lockDate = '2026-12-31';
    const invoice = await issuedInvoice(it);
    const payment = await it.pay(invoice);
    await it.pass(10);
    expect(await it.state()).toMatchObject({ refused: 1, waiting: 1 });
    const { data } = await it.owner.get(`${it.books}/entries?view=refused`);
    expect((data as { rows: object[] }).rows).toMatchObject([
      { id: invoice.id, number: invoice.number, words: expect.stringMatching(/lock|closed|period/i) },
    ]);
    expect((await it.owner.get(`${it.books}/payments/${payment.id}`)).data).toMatchObject({
      row: { standing: 'waiting', words: `${invoice.number} has to go over first.` },
    });
    it.organisation.lockDate = null;
    expect(await it.owner.post(`${it.books}/refused/${invoice.id}/again`)).toMatchObject({
      status: 200,
      data: { row: { count: 1 } },
    });
    await it.pass(10);
    expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [330_00] });
    expect(await it.state()).toMatchObject(settled);
  });

  test('disconnected in the middle and connected again, nothing is double; another organisation gets what is its own', async () => {
    const invoice = await issuedInvoice(it);
    await it.pay(invoice);
    it.xero.order('commit then drop', { of: 'PUT /Payments' });
    await it.pass(2);
    await it.connectAgain();
    await it.ask();
    expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [330_00], contacts: 1 });
    const [first] = [it.organisation];
    await it.connectFresh();
    await it.ask();
    expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [330_00], contacts: 1 });
    expect(first.documents).toHaveLength(1);
  });
});

describe('what comes back', () => {
  const payThere = (invoice: InvoiceRecord, Amount: number, more: object = {}) => {
    const document = it.organisation.documents.find(({ number }) => number === invoice.number);
    return it.byHand('Payments', {
      Invoice: { InvoiceID: document!.id },
      Account: it.accountThere('090'),
      Date: '2026-11-16',
      Amount,
      ...more,
    });
  };

  test('a payment that was entered there is one here, once, however often it is asked and whatever the clocks say', async () => {
    const invoice = await issuedInvoice(it);
    await it.pass(10);
    payThere(invoice, 110);
    await it.ask();
    await it.ask();
    it.clock.now -= 2 * 3_600_000;
    await it.ask();
    expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 220_00 });
    expect(it.there().paid).toEqual([110_00]);
    it.clock.now += 2 * 3_600_000;
    payThere(invoice, 220);
    await it.ask();
    expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 0 });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
    // One that is reversed here is removed there as well, whoever has entered it.
    const { rows } = (await it.owner.get(`/payments?customer=${invoice.bill_to_id}`)).data as {
      rows: { id: string; version: number; amount: number; provider_reference: string }[];
    };
    const theirs = it.organisation.payments.map(({ id }) => id);
    expect(rows.map(({ provider_reference }) => provider_reference).toSorted()).toEqual(theirs.toSorted());
    expect(rows).toMatchObject([{ provider: 'xero' }, { provider: 'xero' }]);
    await reverse(rows.find(({ amount }) => amount === 110_00)!);
    await it.pass(10);
    expect(it.there().paid).toEqual([220_00]);
  });

  test('one of ours whose answer was lost is never taken for theirs', async () => {
    const invoice = await issuedInvoice(it);
    await it.pass(10);
    await it.pay(invoice, 100_00);
    it.xero.order('commit then drop', { of: 'PUT /Payments' });
    await it.ask();
    await it.ask();
    expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 230_00 });
    expect(it.there().paid).toEqual([100_00]);
  });

  test('more than is owed here is a difference, and can be taken once there is room for it', async () => {
    const invoice = await issuedInvoice(it);
    await it.pass(10);
    payThere(invoice, 330);
    const own = await it.pay(invoice, 100_00);
    await it.ask();
    const found = await it.differences();
    expect(found).toMatchObject([{ kind: 'payment there', answers: ['take theirs', 'leave'] }]);
    await reverse(own);
    expect(await it.answer(found[0]!.id, { answer: 'take theirs' })).toMatchObject({ status: 200 });
    expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 0 });
    await it.pass(10);
    expect(it.there().paid).toEqual([330_00]);
  });

  test('an invoice that was voided there is a difference, and is sent again by a press with what was paid of it', async () => {
    const invoice = await issuedInvoice(it);
    await it.pass(10);
    it.byHand('Invoices', { InvoiceID: it.organisation.documents[0]!.id, Status: 'VOIDED' }, 'POST');
    await it.ask();
    await it.pay(invoice, 100_00);
    await it.pass(10);
    expect(await it.invoice(invoice.id)).toMatchObject({ total: 330_00, outstanding: 230_00 });
    const [found] = await it.differences();
    expect(found).toMatchObject({ kind: 'voided there', label: invoice.number });
    expect(it.there()).toMatchObject({ numbers: [], paid: [] });
    expect(await it.answer(found!.id, { answer: 'send ours' })).toMatchObject({ status: 200 });
    await it.pass(10);
    // A number that was voided there is not given twice.
    expect(it.there()).toMatchObject({ numbers: [`${invoice.number}-2`], paid: [100_00] });
    expect(await it.answer(found!.id, { answer: 'send ours' })).toMatchObject({ status: 409 });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
  });

  test.each([
    ['send ours', 220_00, [110_00]],
    ['take theirs', 330_00, []],
    ['leave', 220_00, []],
  ] as const)('a payment of ours that was removed there: %s', async (answer, outstanding, paid) => {
    const invoice = await issuedInvoice(it);
    await it.pay(invoice, 110_00);
    await it.pass(10);
    it.byHand(`Payments/${it.organisation.payments[0]!.id}`, { Status: 'DELETED' }, 'POST');
    await it.ask();
    const [found] = await it.differences();
    expect(found).toMatchObject({ kind: 'payment gone there' });
    expect(await it.answer(found!.id, { answer })).toMatchObject({ status: 200 });
    await it.pass(10);
    expect(await it.invoice(invoice.id)).toMatchObject({ outstanding });
    expect(it.there().paid).toEqual(paid);
    await it.ask();
    expect(await it.differences()).toEqual([]);
  });
});

test('of one payment of two invoices, the part that was removed there is credit here, and the other invoice stays paid', async () => {
  const first = await issuedInvoice(it);
  const second = await issuedInvoice(it, { customer_id: first.bill_to_id });
  const parts = [first, second].map(({ id }, at) => ({ invoice_id: id, amount: [300_00, 200_00][at] }));
  await it.pay(first, 500_00, { invoices: parts });
  await it.pass(10);
  const gone = it.organisation.payments.find(({ amount }) => amount === 300_00)!;
  it.byHand(`Payments/${gone.id}`, { Status: 'DELETED' }, 'POST');
  await it.ask();
  const [found] = await it.differences();
  expect(await it.answer(found!.id, { answer: 'take theirs' })).toMatchObject({ status: 200 });
  await it.pass(10);
  expect(await it.invoice(first.id)).toMatchObject({ outstanding: 330_00 });
  expect(await it.invoice(second.id)).toMatchObject({ outstanding: 130_00 });
  const { data } = await it.owner.get(`/customers/${first.bill_to_id}/credit`);
  expect(data).toMatchObject({ row: { credit: 300_00 } });
  expect(it.there().paid).toEqual([200_00]);
  await it.check();
  expect(await it.state()).toMatchObject(settled);
});

test('what is paid there is heard and compared however much else is in the books, a part at a time', async () => {
  const invoice = await issuedInvoice(it);
  await it.pass(10);
  const [document] = it.organisation.documents;
  const others = Array.from({ length: 8 }, (_, n) => ({
    ...document!,
    id: randomUUID(),
    number: `OTHER-${n}`,
    // Half of it is from before anything of ours.
    date: n % 2 === 0 ? '2026-11-16' : '2020-07-01',
    changed: Date.parse('2026-11-02') + n * 60_000,
  }));
  it.organisation.documents.unshift(...others);
  for (let n = 0; n < 4; n += 1) it.byHand('Contacts', { Name: `Other ${n}` });
  it.organisation.mostOnPage = 2;
  it.byHand('Payments', {
    Invoice: { InvoiceID: document!.id },
    Account: it.accountThere('090'),
    Date: '2026-11-16',
    Amount: 110,
  });
  for (let turn = 0; turn < 3; turn += 1) {
    it.xero.order('too many this minute', { of: 'GET /Invoices', after: 3 });
    await it.ask();
  }
  expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 220_00 });
  it.xero.behave();
  const before = it.xero.requests.length;
  // A task that takes long is given to another worker too, which leaves it alone.
  await it.tasks[BOOKS_CHECKED]!({}, randomUUID());
  await it.pass(120, { twice: ACCOUNT_BOOKS_CHECKED });
  expect(it.xero.requests.slice(before).filter(({ path }) => path === '/Invoices')).toHaveLength(3);
  const sum = { count: 1, sum: 330_00 };
  expect(await it.state()).toMatchObject({ ...settled, checked: { ours: sum, theirs: sum } });
  // What was dated back there is there as well, and whoever is stopped in the middle goes on there.
  document!.date = '2026-10-30';
  for (const call of ['GET /Invoices', 'GET /Contacts'])
    it.xero.order('too many this minute', { of: call, after: 2 });
  const asked = it.xero.requests.length;
  await it.die(ACCOUNT_BOOKS_CHECKED, 40);
  await it.check();
  await it.pass(300);
  const pages = it.xero.requests
    .slice(asked)
    .filter(({ path, status }) => path === '/Contacts' && status === 200);
  expect(pages).toHaveLength(3);
  expect(await it.state()).toMatchObject({ ...settled, checked: { ours: sum, theirs: sum } });
});

test('of two customers of one name each keeps its contact, and what Xero does not accept of one stops nothing', async () => {
  const [first, second] = [await issuedInvoice(it), await issuedInvoice(it, { email: 'two@example.com' })];
  await it.pass(10);
  await it.rename(second.bill_to_id, first.customer);
  await it.check();
  const numbered = `${first.customer} (2)`;
  const named = () => it.organisation.contacts.map(({ Name }) => Name);
  expect(named()).toEqual([first.customer, numbered]);
  await it.edit(second.bill_to_id, { phone: '02 5550 1234' });
  await it.check();
  expect(it.organisation.contacts[1]).toMatchObject({ Name: numbered, ContactNumber: second.bill_to_id });
  expect(JSON.stringify(it.organisation.contacts[1])).toContain('5550');
  expect(await it.state()).toMatchObject({ ...settled, checked: { ours: { count: 2 } } });

  it.organisation.refusesName = 'Refused';
  await it.rename(second.bill_to_id, 'Refused');
  const next = await issuedInvoice(it, { customer_id: second.bill_to_id });
  await it.pass(10);
  await it.check();
  expect(it.there().numbers).toContain(next.number);
  const [found] = await it.differences();
  expect(found).toMatchObject({ kind: 'contact refused', label: 'Refused', answers: ['leave'] });
  it.organisation.refusesName = null;
  it.xero.forgetKeys();
  await it.check();
  expect(named()).toEqual([first.customer, 'Refused']);
  expect(await it.state()).toMatchObject({ ...settled, checked: { ours: { count: 3 } } });
});

test('the third customer of one name goes over with a number that nobody has', async () => {
  const first = await issuedInvoice(it);
  const others = [await issuedInvoice(it), await issuedInvoice(it)];
  const emails = ['two@example.com', 'three@example.com'];
  for (const [n, { bill_to_id }] of others.entries())
    await it.edit(bill_to_id, { name: first.customer, email: emails[n] });
  it.byHand('Contacts', { Name: `${first.customer} (3)`, EmailAddress: 'theirs@example.com' });
  it.byHand('Contacts', { Name: first.customer, EmailAddress: 'another@example.com' });
  await it.pass(10);
  for (const { id } of await it.differences())
    expect(await it.answer(id, { answer: 'new contact' })).toMatchObject({ status: 200 });
  await it.pass(120);
  const named = it.organisation.contacts.map(({ Name }) => Name).toSorted();
  expect(named).toEqual(['', ' (2)', ' (3)', ' (4)'].map((number) => `${first.customer}${number}`));
  expect(it.there().numbers).toHaveLength(3);
  expect(await it.state()).toMatchObject({ ...settled, over: 3 });
});

describe('what was corrected of a payment', () => {
  const standing = () => it.organisation.payments.filter(({ isDeleted }) => !isDeleted);
  const correct = async (id: string, fields: object) => {
    const { row } = (await it.owner.get(`/payments/${id}`)).data as { row: { version: number } };
    const edited = await it.owner.patch(`/payments/${id}`, { version: row.version, ...fields });
    expect(edited).toMatchObject({ status: 200 });
    return (edited.data as { change: number }).change;
  };
  test.each(['', 'commit then drop', 'drop before', 'fail after'] as const)(
    'is so in Xero too, once, where its removal and its return are met with "%s"',
    async (manner) => {
      const invoice = await issuedInvoice(it);
      const payment = await it.pay(invoice, 100_00, { reference: 'Transfr 12' });
      await it.pass(10);
      for (const call of ['POST /Payments/{PaymentID}', 'PUT /Payments'])
        if (manner !== '') it.xero.order(manner, { of: call });
      const change = await correct(payment.id, { method: 'card', reference: 'EFTPOS 12' });
      await it.passForgetting(600);
      // No account for terminals is chosen: it is left out.
      expect(standing()).toEqual([]);
      it.xero.behave();
      expect((await it.owner.post(`/changes/${change}/undo`)).status).toBe(200);
      if (manner !== '') it.xero.order(manner, { of: 'PUT /Payments' });
      await it.passForgetting(600);
      await correct(payment.id, { reference: 'Transfer 12' });
      for (const call of ['POST /Payments/{PaymentID}', 'PUT /Payments'])
        if (manner !== '') it.xero.order(manner, { of: call });
      await it.passForgetting(1_200);
      expect(standing()).toMatchObject([
        { amount: 100_00, reference: expect.stringMatching(/^Transfer 12 #/) },
      ]);
      await it.ask();
      await it.check();
      expect(await it.invoice(invoice.id)).toMatchObject({ outstanding: 230_00 });
      expect(await it.state()).toMatchObject(settled);
    },
  );

  test('stays as it was where it is reconciled there or its month is locked; a person is told, and sends it or leaves it', async () => {
    const invoice = await issuedInvoice(it);
    const payment = await it.pay(invoice, 100_00, { reference: 'One' });
    await it.pass(10);
    it.organisation.payments[0]!.isReconciled = true;
    await correct(payment.id, { reference: 'Two' });
    await it.pass(10);
    expect(standing()).toMatchObject([{ reference: expect.stringMatching(/^One /) }]);
    const [reconciled] = await it.differences();
    expect(reconciled).toMatchObject({
      kind: 'payment kept there',
      label: invoice.number,
      ours: { reference: expect.stringMatching(/^Two /), words: expect.stringContaining('reconciled') },
      answers: ['send ours', 'leave'],
    });
    it.organisation.payments[0]!.isReconciled = false;
    it.organisation.lockDate = '2026-12-31';
    expect(await it.answer(reconciled!.id, { answer: 'send ours' })).toMatchObject({ status: 200 });
    await it.pass(120);
    const [locked] = await it.differences();
    expect(locked).toMatchObject({ ours: { words: expect.stringContaining('lock date') } });
    it.organisation.lockDate = null;
    expect(await it.answer(locked!.id, { answer: 'send ours' })).toMatchObject({ status: 200 });
    await it.pass(120);
    expect(standing()).toMatchObject([{ reference: expect.stringMatching(/^Two /) }]);
    await it.check();
    expect(await it.state()).toMatchObject(settled);
  });
});

test('cards on a terminal arrive in an account of their own, and what Stripe took in the clearing account', async () => {
  const service = '/services/accounting/api/v1/connection';
  const { row } = (await it.owner.get(service)).data as { row: { version: number } };
  const [terminal, clearing] = [it.accountThere('091').AccountID, it.accountThere('670').AccountID];
  const edited = await it.owner.patch(service, { version: row.version, terminal_account: terminal });
  expect(edited).toMatchObject({ status: 200, data: { row: { card_account: clearing } } });
  const invoice = await issuedInvoice(it);
  await it.pay(invoice, 100_00, { method: 'card' });
  await byStripe('a card online', (write) =>
    recordPayment(write, {
      customer_id: invoice.bill_to_id,
      amount: 230_00,
      method: 'card',
      provider: 'stripe',
      provider_reference: 'pi_1',
    }),
  );
  await it.pass(10);
  const accountOf = (cents: number) =>
    it.organisation.payments.find(({ amount }) => amount === cents)?.account;
  expect([accountOf(100_00), accountOf(230_00)]).toEqual([terminal, clearing]);
  await it.check();
  expect(await it.state()).toMatchObject(settled);
  const { version } = (edited.data as { row: { version: number } }).row;
  expect(await it.owner.patch(service, { version, terminal_account: '' })).toMatchObject({ status: 200 });
});

test('what is reversed in a later month stays in Xero until a person says so, and what is left of it keeps its day', async () => {
  await it.disconnect();
  await it.connect('2026-10-01');
  const invoice = await issuedInvoice(it, { issued_on: '2026-10-20' });
  const payment = await it.pay(invoice, 330_00, { received_on: '2026-10-25' });
  await it.pass(10);
  const refund = (amount: number, told: string) =>
    byStripe(told, (write) => refundToCard(write, payment.id, { amount, reference: '', told }));
  await refund(50_00, 're_1');
  await it.pass(10);
  expect(it.there().paid).toEqual([330_00]);
  const [found] = await it.differences();
  expect(found).toMatchObject({
    kind: 'payment reversed later',
    label: invoice.number,
    ours: { amount: 330_00, date: '2026-11-16' },
    theirs: [{ amount: 330_00, date: '2026-10-25' }],
    answers: ['remove there', 'leave'],
  });
  expect(await it.state()).toMatchObject({ waiting: 2, refused: 0, differences: 1 });
  expect(await it.answer(found!.id, { answer: 'remove there' })).toMatchObject({ status: 200 });
  await it.pass(10);
  const standing = () => it.organisation.payments.filter(({ isDeleted }) => !isDeleted);
  expect(standing()).toMatchObject([{ amount: 280_00, date: '2026-10-25' }]);
  expect(await it.state()).toMatchObject(settled);

  // The next part of it: left as it is, nothing more of this payment goes over.
  await refund(100_00, 're_2');
  await it.pass(10);
  const [again] = await it.differences();
  expect(await it.answer(again!.id, { answer: 'leave' })).toMatchObject({ status: 200 });
  await it.pass(10);
  expect(standing()).toMatchObject([{ amount: 280_00 }]);
  expect(await it.state()).toMatchObject(settled);
});

test('a payment that may have been sent before is looked up in Xero before it is sent again', async () => {
  const invoice = await issuedInvoice(it);
  await it.pass(10);
  const recorded = await it.owner.post('/payments', {
    customer_id: invoice.bill_to_id,
    method: 'cash',
    amount: 100_00,
  });
  it.xero.order('commit then drop', { of: 'PUT /Payments' });
  await it.pass(1);
  // Undone and done again before the first try has its next one.
  let { change } = recorded.data as { change: number };
  await it.inside((db) =>
    sql`update deliveries set hold_until = hold_until + interval '1 hour' where state = 'waiting'`.execute(
      db,
    ),
  );
  for (let times = 0; times < 2; times += 1) {
    const undone = await it.owner.post(`/changes/${change}/undo`);
    change = (undone.data as { change: number }).change;
  }
  await it.passForgetting(7_200);
  await it.ask();
  expect(it.there().paid).toEqual([100_00]);
  expect(await it.state()).toMatchObject(settled);
});

describe('what differs', () => {
  test('a customer who may be several contacts is asked, and goes over as chosen', async () => {
    const one = it.byHand('Contacts', { Name: 'Agent One', EmailAddress: 'agent@example.com' });
    const two = it.byHand('Contacts', { Name: 'Agent Two', EmailAddress: 'agent@example.com' });
    const [first, second] = [
      await issuedInvoice(it, { email: 'agent@example.com' }),
      await issuedInvoice(it, { email: 'agent@example.com' }),
    ];
    await it.pass(10);
    expect(it.there().numbers).toEqual([]);
    const found = await it.differences();
    expect(found).toMatchObject([
      {
        kind: 'which contact',
        label: first.customer,
        theirs: [{ name: 'Agent One' }, { name: 'Agent Two' }],
      },
      { kind: 'which contact', label: second.customer },
    ]);
    expect(await it.answer(found[0]!.id, { answer: 'link' })).toMatchObject({ status: 422 });
    expect(await it.answer(found[0]!.id, { answer: 'link', remote_id: two['ContactID'] })).toMatchObject({
      status: 200,
    });
    expect(await it.answer(found[1]!.id, { answer: 'new contact' })).toMatchObject({ status: 200 });
    await it.pass(10);
    expect(it.organisation.documents.map(({ number, contact }) => [number, contact])).toEqual([
      [first.number, two['ContactID']],
      [second.number, it.organisation.contacts.at(-1)!.ContactID],
    ]);
    expect(it.organisation.contacts.map(({ Name }) => Name)).toContain(second.customer);
    expect(one['ContactID']).not.toBe(two['ContactID']);
  });

  test.each(['by the next invoice', 'at night'])(
    'a contact that was merged there is asked about, found %s; linked or made anew, what waited goes over',
    async (how) => {
      const [merged, archived] = [await issuedInvoice(it), await issuedInvoice(it)];
      await it.pass(10);
      const into = it.byHand('Contacts', { Name: 'Wattle Street Strata' });
      const contactOf = ({ bill_to_id }: InvoiceRecord) =>
        it.organisation.contacts.find((contact) => contact['ContactNumber'] === bill_to_id)!.ContactID;
      const gone = { ContactStatus: 'ARCHIVED' };
      const [from, old] = [contactOf(merged), contactOf(archived)];
      const MergedToContactID = into['ContactID'];
      it.byHand('Contacts', { ...gone, Name: 'A', ContactID: from, MergedToContactID }, 'POST');
      it.byHand('Contacts', { ...gone, Name: 'B', ContactID: old }, 'POST');
      if (how === 'at night') await it.check();
      const next = [
        await issuedInvoice(it, { customer_id: merged.bill_to_id }),
        await issuedInvoice(it, { customer_id: archived.bill_to_id }),
      ];
      await it.pass(10);
      expect(await it.state()).toMatchObject({ waiting: 2, refused: 0, differences: 2 });
      const found = await it.differences();
      const of = ({ bill_to_id }: InvoiceRecord) =>
        found.find(({ customer_id }) => customer_id === bill_to_id)!;
      expect(of(merged)).toMatchObject({
        kind: 'contact gone there',
        theirs: [{ name: 'Wattle Street Strata' }],
        answers: ['link', 'new contact'],
      });
      expect(of(archived)).toMatchObject({ theirs: [], answers: ['new contact'] });
      expect(await it.answer(of(merged).id, { answer: 'link' })).toMatchObject({ status: 200 });
      expect(await it.answer(of(archived).id, { answer: 'new contact' })).toMatchObject({ status: 200 });
      await it.pass(10);
      const contacts = next.map(
        ({ number }) => it.organisation.documents.find((one) => one.number === number)?.contact,
      );
      expect(contacts).toEqual([into['ContactID'], it.organisation.contacts.at(-1)!.ContactID]);
      expect(contacts[1]).not.toBe(old);
      await it.check();
      expect(await it.state()).toMatchObject(settled);
    },
  );

  test('an account that was archived there is said where it is chosen, and nothing goes over until another one is', async () => {
    const sales = it.organisation.accounts.find(({ Code }) => Code === '200')!;
    await it.pass(1_000);
    sales['Status'] = 'ARCHIVED';
    const invoice = await issuedInvoice(it);
    await it.pass(10);
    expect(await it.state()).toMatchObject({
      is_on: false,
      why_not: 'The account for sales is no longer in Xero. Choose another one.',
      refused: 1,
    });
    sales['Status'] = 'ACTIVE';
    await it.owner.post('/services/accounting/api/v1/connection/refresh');
    await it.owner.post(`${it.books}/refused/again`);
    await it.pass(10);
    expect(it.there().numbers).toEqual([invoice.number]);
  });

  test('a number that somebody has used there is a difference; linked, what is paid goes to theirs', async () => {
    const other = it.byHand('Contacts', { Name: 'Somebody else' });
    const before = await issuedInvoice(it, { issued_on: '2026-09-30' });
    const next = before.number!.replace(/\d+$/, (digits) => String(Number(digits) + 1));
    it.enter(next, other['ContactID'] as string, 330);
    const invoice = await issuedInvoice(it);
    expect(invoice.number).toBe(next);
    await it.pay(invoice);
    await it.pass(10);
    const [found] = await it.differences();
    expect(found).toMatchObject({ kind: 'number taken', answers: ['link', 'send ours', 'leave'] });
    expect(it.organisation.documents).toHaveLength(1);
    expect(await it.answer(found!.id, { answer: 'link' })).toMatchObject({ status: 200 });
    await it.pass(10);
    expect(it.there()).toMatchObject({ numbers: [next], paid: [330_00] });
  });

  test('a total that is another there stops its document, and is put right by a press', async () => {
    it.xero.order('commit then drop', { of: 'PUT /Invoices' });
    const invoice = await issuedInvoice(it);
    await it.pay(invoice);
    await it.pass(2);
    it.change(invoice.number!, 330.5);
    await it.pass(120);
    const [found] = await it.differences();
    expect(found).toMatchObject({
      kind: 'total',
      ours: { total: 330_00 },
      theirs: [{ total: 330_50 }],
      answers: ['send ours', 'leave'],
    });
    expect(it.there().paid).toEqual([]);
    expect(await it.answer(found!.id, { answer: 'send ours' })).toMatchObject({ status: 200 });
    await it.pass(10);
    expect(it.there()).toMatchObject({ numbers: [invoice.number], paid: [330_00] });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
  });

  test('a payment by a method that isn’t sent to Xero is no difference; any other amount owed there is', async () => {
    const [told, untold] = [await issuedInvoice(it), await issuedInvoice(it)];
    for (const invoice of [told, untold]) await it.pay(invoice, 330_00, { method: 'other' });
    await it.pass(10);
    expect(it.there()).toMatchObject({ numbers: [told.number, untold.number], paid: [] });
    await it.check();
    expect(await it.state()).toMatchObject(settled);
    it.enterCredit(told.number!, 50);
    await it.check();
    expect(await it.differences()).toMatchObject([{ kind: 'owed', label: told.number }]);
  });

  test('the comparison of a night counts both sides, finds what is not there and what is owed otherwise, and forgets what mended itself', async () => {
    const [gone, paid] = [await issuedInvoice(it), await issuedInvoice(it)];
    await it.pass(10);
    await it.check();
    const sum = { count: 2, sum: 660_00 };
    expect(await it.state()).toMatchObject({ checked: { ours: sum, theirs: sum }, differences: 0 });
    const at = it.organisation.documents.findIndex(({ number }) => number === gone.number);
    const [document] = it.organisation.documents.splice(at, 1);
    it.enterCredit(paid.number!, 50);
    await it.check();
    expect(await it.state()).toMatchObject({ checked: { ours: sum, theirs: { count: 1, sum: 330_00 } } });
    const found = await it.differences();
    expect(found).toMatchObject([
      { kind: 'owed', label: paid.number, ours: { owed: 330_00 }, theirs: [{ owed: 280_00 }] },
      { kind: 'missing there', label: gone.number },
    ]);
    expect(await it.answer(found[0]!.id, { answer: 'leave' })).toMatchObject({ status: 200 });
    it.organisation.documents.push(document!);
    await it.check();
    expect(await it.differences()).toEqual([]);
  });
});

test('nobody without the right to money sees or settles anything', async () => {
  const invoice = await issuedInvoice(it);
  await it.pass(10);
  expect((await it.owner.get(`${it.books}/invoices/${invoice.id}`)).data).toMatchObject({
    row: { standing: 'over', organisation: it.organisation.name },
  });
  const technician = await it.signIn('technician@example.com');
  // A dispatcher has no right to money unless the owner gives it.
  const dispatcher = await it.signIn('dispatcher@example.com');
  for (const path of ['', '/entries?view=over', '/differences', `/invoices/${invoice.id}`])
    for (const person of [technician, dispatcher])
      expect((await person.get(`${it.books}${path}`)).status).toBe(403);
  expect((await dispatcher.post(`${it.books}/refused/again`)).status).toBe(403);
});

test('what is put to the same invoice again in a later month is paid on that day, and not when it was paid first', async () => {
  await it.disconnect();
  await it.connect('2026-10-01');
  const invoice = await issuedInvoice(it, { issued_on: '2026-10-20' });
  const { id: payment } = await it.pay(invoice, 330_00, { received_on: '2026-10-25' });
  await it.pass(10);
  const refund = await byStripe('re_all', (write) =>
    refundToCard(write, payment, { amount: 330_00, reference: '', told: 're_all' }),
  );
  await it.pass(10);
  const [found] = await it.differences();
  expect(await it.answer(found!.id, { answer: 'remove there' })).toMatchObject({ status: 200 });
  await it.pass(10);
  it.clock.now = Date.parse('2026-12-07T00:00:00Z');
  const { bill_to_id: customer_id } = invoice;
  const invoices = [{ invoice_id: invoice.id, amount: 30_00 }];
  await byStripe('thirty', (write) =>
    recordPayment(write, { customer_id, amount: 30_00, method: 'cash', invoices }),
  );
  await byStripe('it came back', (write) =>
    returnRefund(write, { refund: refund.answer.id, payment, invoice: invoice.id, reason: 'It came back' }),
  );
  await it.pass(120);
  const standing = it.organisation.payments.filter(({ isDeleted }) => !isDeleted);
  expect(standing.map(({ amount, date }) => [amount, date])).toEqual([
    [30_00, '2026-12-07'],
    [300_00, '2026-12-07'],
  ]);
});

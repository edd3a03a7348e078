import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { Credit, PaymentRecord } from '@muster/domain/money/payments/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishVisit } from '../setups/finished.ts';
import { tapLine } from '../setups/invoices.ts';
import { doLongTasks } from '../setups/long-tasks.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { changeOf, DEMO, openWork, type Work } from '../setups/work.ts';
import { tablesWith } from '../tables-with.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

type Answer = Awaited<ReturnType<Work['owner']['get']>>;

function rowOf({ status, message, data }: Answer): unknown {
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: unknown }).row;
}

const draft = async (fields: object) =>
  rowOf(await work.owner.post('/invoices', { lines: [tapLine()], ...fields })) as InvoiceRecord;

async function issued(fields: object, issued_on?: string) {
  const { id, version } = await draft(fields);
  const asked = { version, ...(issued_on !== undefined && { issued_on }) };
  return rowOf(await work.owner.post(`/invoices/${id}/issue`, asked)) as InvoiceRecord;
}

const shown = async ({ id }: { id: string }) =>
  rowOf(await work.owner.get(`/invoices/${id}`)) as InvoiceRecord;

const paid = async (fields: object) =>
  rowOf(await work.owner.post('/payments', { method: 'cash', ...fields })) as PaymentRecord;

test('when customers turn out to be one, invoices, credit notes and payments go along, papers stay as they were, and whoever may merge takes it back', async () => {
  const [kept, other, tenant] = [await work.addSite(), await work.addSite(), await work.addSite()];
  const sold = await issued({ customer_id: other.customer_id });
  const billed = await issued({ customer_id: tenant.customer_id, bill_to_id: other.customer_id });
  const waiting = await draft({ customer_id: other.customer_id });
  const note = rowOf(await work.owner.post(`/invoices/${sold.id}/credit`, {})) as InvoiceRecord;
  await paid({
    customer_id: other.customer_id,
    amount: 400_00,
    invoices: [{ invoice_id: billed.id, amount: 330_00 }],
  });
  const credit = async (id: string) =>
    (rowOf(await work.owner.get(`/customers/${id}/credit`)) as Credit).credit;
  expect(await credit(other.customer_id)).toBe(70_00);

  // Somebody without a right to money, who sees none of this.
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await dispatcher.get(`/invoices/${sold.id}`)).status).toBe(403);
  const merged = await dispatcher.post(`/customers/${kept.customer_id}/merge`, {
    other_id: other.customer_id,
    version: 1,
    other_version: 1,
  });
  expect([merged.status, merged.message]).toEqual([200, 'Done.']);
  const whose = async () =>
    Promise.all(
      [sold, billed, waiting, note].map(async (one) => {
        const { customer_id, bill_to_id } = await shown(one);
        return [customer_id, bill_to_id];
      }),
    );
  const as = (id: string) => [
    [id, id],
    [tenant.customer_id, id],
    [id, id],
    [id, id],
  ];
  expect(await whose()).toEqual(as(kept.customer_id));
  expect(await shown(billed)).toMatchObject({ outstanding: 0, buyer: { name: other.name } });
  expect([await credit(kept.customer_id), await credit(other.customer_id)]).toEqual([70_00, 0]);

  const undone = await dispatcher.post(`/changes/${changeOf(merged)}/undo`);
  expect([undone.status, undone.message]).toEqual([200, 'Done.']);
  expect(await whose()).toEqual(as(other.customer_id));
  expect(await credit(other.customer_id)).toBe(70_00);
});

test('a merge is not undone while what was paid, used or given back since joins what would be of two customers', async () => {
  const [kept, other] = [await work.addSite(), await work.addSite()];
  const moved = await issued({ customer_id: other.customer_id });
  const merged = await work.owner.post(`/customers/${kept.customer_id}/merge`, {
    other_id: other.customer_id,
    version: 1,
    other_version: 1,
  });
  expect([merged.status, merged.message]).toEqual([200, 'Done.']);
  const cheque = await paid({
    customer_id: kept.customer_id,
    amount: 330_00,
    invoices: [{ invoice_id: moved.id, amount: 330_00 }],
  });

  const undo = (who = work.owner) => who.post(`/changes/${changeOf(merged)}/undo`);
  expect(await undo()).toMatchObject({
    status: 409,
    message: `The payment of $330.00 and ${moved.number} belong together, and would be of two customers. Undo what joined them first, or reverse it as a mistake.`,
  });
  const told = await undo(await schedulerOf(work.app, 'dispatcher@example.com'));
  expect([told.status, JSON.stringify(told)]).toEqual([409, expect.not.stringMatching(/330|INV/)]);
  expect(await shown(moved)).toMatchObject({ bill_to_id: kept.customer_id, outstanding: 0 });

  const mistake = { version: 1, reason: 'Not theirs', is_mistake: true };
  const reversed = await work.owner.post(`/payments/${cheque.id}/take-back`, mistake);
  expect(reversed.message).toBe('Done.');
  const undone = await undo();
  expect([undone.status, undone.message]).toEqual([200, 'Done.']);
  expect(await shown(moved)).toMatchObject({ bill_to_id: other.customer_id, outstanding: 330_00 });
  // And what was reversed does not come back to an invoice that is somebody else's now.
  const again = await work.owner.post(`/changes/${changeOf(reversed)}/undo`);
  expect([again.status, again.message]).toEqual([409, expect.stringContaining('belong together')]);
});

test('a merge is not undone while a credit note since, all of it credit, is of the one and its invoice of the other', async () => {
  const [kept, other] = [await work.addSite(), await work.addSite()];
  const moved = await issued({ customer_id: other.customer_id });
  await paid({ customer_id: other.customer_id, amount: 330_00 });
  const merged = await work.owner.post(`/customers/${kept.customer_id}/merge`, {
    other_id: other.customer_id,
    version: 1,
    other_version: 1,
  });
  const note = rowOf(await work.owner.post(`/invoices/${moved.id}/credit`, {})) as InvoiceRecord;
  expect(note).toMatchObject({ bill_to_id: kept.customer_id, settled: 0 });
  expect(await work.owner.post(`/changes/${changeOf(merged)}/undo`)).toMatchObject({
    status: 409,
    message: expect.stringContaining(`${note.number} and ${moved.number} belong together`),
  });
});

test('who is erased leaves no draft; what was issued and paid stays for five years as it was, and then tells of nobody', async () => {
  const [drafted, aged, recent] = ['draft', 'aged', 'recent'].map(
    (word) => `${word}${randomUUID().slice(0, 8)}`,
  );
  const site = await work.addSite();
  const { customer_id } = site;
  const telling = (word: string) => ({
    customer_id,
    title: `Title ${word}`,
    note: word,
    order_number: word,
    lines: [tapLine({ description: `Tap ${word}` })],
  });
  const gone = await draft(telling(drafted!));
  const removed = await draft(telling(drafted!));
  expect((await work.owner.delete(`/invoices/${removed.id}`)).status).toBe(200);
  const old = await issued(telling(aged!), '2021-11-14');
  const kept = await issued(telling(recent!), '2021-11-17');
  const pay = (reference: string, received_on: string, { id }: InvoiceRecord) =>
    paid({
      customer_id,
      amount: 330_00,
      reference,
      received_on,
      invoices: [{ invoice_id: id, amount: 330_00 }],
    });
  const payments = [await pay(aged!, '2021-11-14', old), await pay(recent!, '2021-11-17', kept)];

  expect((await work.owner.post(`/customers/${customer_id}/erase`)).status).toBe(200);
  await doLongTasks(work.here);
  expect((await work.owner.get(`/invoices/${gone.id}`)).status).toBe(404);
  expect(await tablesWith(work.here, DEMO, drafted!)).toEqual([]);
  expect(await tablesWith(work.here, DEMO, aged!)).toEqual([]);
  expect(await shown(old)).toMatchObject({
    number: old.number,
    title: '',
    buyer: { name: 'Erased', address: '', phone: '' },
    lines: [{ description: '', amounts: { total: 330_00 } }],
    total: 330_00,
    outstanding: 0,
  });
  expect(await shown(kept)).toMatchObject({
    title: `Title ${recent}`,
    buyer: { name: site.name },
    lines: [{ description: `Tap ${recent}` }],
  });
  const references = payments.map(
    async ({ id }) => (rowOf(await work.owner.get(`/payments/${id}`)) as PaymentRecord).reference,
  );
  expect(await Promise.all(references)).toEqual(['', recent]);
});

test('what is owed or was paid lately keeps its names however old, and only whoever is erased loses theirs', async () => {
  const [tenant, landlord] = [await work.addSite(), await work.addSite()];
  const long = (fields: object) => issued({ title: 'Hot water', ...fields }, '2021-11-02');
  const whole = ({ id }: InvoiceRecord) => ({
    amount: 330_00,
    invoices: [{ invoice_id: id, amount: 330_00 }],
  });
  const owed = await long({ customer_id: tenant.customer_id });
  const late = await long({ customer_id: tenant.customer_id });
  await paid({ customer_id: tenant.customer_id, ...whole(late) });
  const part = await paid({
    customer_id: tenant.customer_id,
    amount: 100_00,
    reference: 'First part',
    received_on: '2021-11-03',
    invoices: [{ invoice_id: owed.id, amount: 100_00 }],
  });
  const billed = await long({ customer_id: tenant.customer_id, bill_to_id: landlord.customer_id });
  await paid({ customer_id: landlord.customer_id, received_on: '2021-11-03', ...whole(billed) });

  expect((await work.owner.post(`/customers/${tenant.customer_id}/erase`)).status).toBe(200);
  for (const one of [owed, late])
    expect(await shown(one)).toMatchObject({ title: 'Hot water', buyer: { name: tenant.name } });
  expect(rowOf(await work.owner.get(`/payments/${part.id}`))).toMatchObject({ reference: 'First part' });
  expect(await shown(billed)).toMatchObject({ title: '', buyer: { name: landlord.name } });

  expect((await work.owner.post(`/customers/${landlord.customer_id}/erase`)).status).toBe(200);
  expect(await shown(billed)).toMatchObject({ buyer: { name: 'Erased' } });
});

test('nobody is left to pay for others, or to be charged for work, once they are erased', async () => {
  const kai = await work.addTechnician();
  const [one, other] = [await finishVisit(work, { technicians: [kai.id] }), await work.addSite()];
  const { customer_id } = one;
  const put = await work.owner.patch(`/customers/${other.customer_id}/terms`, {
    version: 0,
    bill_to_id: customer_id,
  });
  expect(put.status).toBe(200);
  const theirs = await draft({ customer_id, visits: [one.id] });
  const billed = await draft({ customer_id: other.customer_id, bill_to_id: customer_id });

  expect((await work.owner.post(`/customers/${customer_id}/erase`)).status).toBe(200);
  for (const { id } of [theirs, billed]) expect((await work.owner.get(`/invoices/${id}`)).status).toBe(404);
  expect(rowOf(await work.owner.get(`/customers/${other.customer_id}/terms`))).toMatchObject({
    bill_to_id: null,
  });
  const listed = async (left_out: boolean) =>
    (await work.owner.get(`/ready-to-invoice?left_out=${left_out}&customer=${customer_id}`)).data;
  expect(await listed(false)).toMatchObject({ rows: [] });
  expect(await listed(true)).toMatchObject({ rows: [{ id: one.id, left_out: 'Erased' }] });
});

import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { Credit, PaymentRecord } from '@muster/domain/money/payments/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tapLine } from '../setups/invoices.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { changeOf, openWork, type Work } from '../setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

type Answer = Awaited<ReturnType<Work['owner']['get']>>;

function rowOf<T>({ status, message, data }: Answer): T {
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: T }).row;
}

const draft = async (fields: object) =>
  rowOf<InvoiceRecord>(await work.owner.post('/invoices', { lines: [tapLine()], ...fields }));

async function issued(fields: object, issued_on?: string) {
  const { id, version } = await draft(fields);
  const asked = { version, ...(issued_on !== undefined && { issued_on }) };
  return rowOf<InvoiceRecord>(await work.owner.post(`/invoices/${id}/issue`, asked));
}

const shown = async ({ id }: { id: string }) => rowOf<InvoiceRecord>(await work.owner.get(`/invoices/${id}`));

const paid = async (fields: object) =>
  rowOf<PaymentRecord>(await work.owner.post('/payments', { method: 'cash', ...fields }));

test('when customers turn out to be one, invoices, credit notes and payments go along, papers stay as they were, and whoever may merge takes it back', async () => {
  const [kept, other, tenant] = [await work.addSite(), await work.addSite(), await work.addSite()];
  const sold = await issued({ customer_id: other.customer_id });
  const billed = await issued({ customer_id: tenant.customer_id, bill_to_id: other.customer_id });
  const waiting = await draft({ customer_id: other.customer_id });
  const note = rowOf<InvoiceRecord>(await work.owner.post(`/invoices/${sold.id}/credit`, {}));
  await paid({
    customer_id: other.customer_id,
    amount: 400_00,
    invoices: [{ invoice_id: billed.id, amount: 330_00 }],
  });
  const credit = async (id: string) => rowOf<Credit>(await work.owner.get(`/customers/${id}/credit`)).credit;
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

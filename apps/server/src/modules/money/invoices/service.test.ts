import { randomUUID } from 'node:crypto';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPeople } from '../../../../seed/demo.ts';
import { DEMO, openWork, type Work } from '../../../../test/setups/work.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import {
  addInvoice,
  allocate,
  invoicesOf,
  issueInvoice,
  noteSeen,
  noteSent,
  readInvoice,
  releaseAllocations,
} from './service.ts';

let work: Work;
let customer: string;
beforeAll(async () => {
  work = await openWork();
  ({ customer_id: customer } = await work.addSite());
});
afterAll(() => work.close());

async function command<T>(
  run: (write: Writer) => Promise<T>,
  kind: ChangeKind = 'invoice edited',
): Promise<T> {
  const author = { user: demoPeople.owner.id, apiKey: null, role: 'owner' } as const;
  const asked = { account: DEMO, id: randomUUID(), kind, body: null, author, at: new Date(work.clock.now) };
  return (await runCommand(work.here.database.db, asked, run)).answer;
}

async function issued(price: number): Promise<InvoiceRecord> {
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
    includes_gst: true,
    discount: 0,
    gst: 'gst' as const,
  };
  return command(async (write) => {
    const { id } = await addInvoice(write, { customer_id: customer, lines: [line] });
    return issueInvoice(write, id);
  });
}

async function paid(amount: number): Promise<string> {
  const id = randomUUID();
  await work.inside((db) =>
    sql`insert into payments (account_id, id, customer_id, method, amount, received_on)
        values (${DEMO}, ${id}, ${customer}, 'cash', ${amount}, '2026-11-16')`.execute(db),
  );
  return id;
}

const read = (id: string) => work.inside((db) => readInvoice(db, id));

test('a payment pays for several invoices, never for more than is owed, nor with more than it is', async () => {
  const [one, other, payment] = [await issued(100_00), await issued(50_00), await paid(120_00)];
  const on_date = '2026-11-16';
  const rows = [
    { payment_id: payment, invoice_id: one.id, amount: 100_00, on_date },
    { payment_id: payment, invoice_id: other.id, amount: 20_00, on_date },
  ];
  await command((write) => allocate(write, rows));
  const found = await work.inside((db) => invoicesOf(db, [one.id, other.id]));
  expect(new Map(found.map(({ id, outstanding }) => [id, outstanding]))).toEqual(
    new Map([
      [one.id, 0],
      [other.id, 30_00],
    ]),
  );
  expect(await read(one.id)).toMatchObject({ version: one.version, settled: 100_00 });
  const more = (payment_id: string, amount: number) =>
    command((write) => allocate(write, [{ payment_id, invoice_id: other.id, amount, on_date }]));
  await expect(more(payment, 1)).rejects.toThrow('more than the payment comes to');
  await expect(more(await paid(100_00), 30_01)).rejects.toThrow(`more than is still owed on ${other.number}`);
  await command((write) => releaseAllocations(write, { payments: [payment] }, '2026-11-16'));
  expect([(await read(one.id)).outstanding, (await read(other.id)).outstanding]).toEqual([100_00, 50_00]);
  await more(payment, 50_00);
  expect(await read(other.id)).toMatchObject({ outstanding: 0 });
});

test('twelve who pay for the same invoice at once pay it once', async () => {
  const invoice = await issued(100_00);
  const payments = await Promise.all(Array.from({ length: 12 }, () => paid(30_00)));
  const tried = await Promise.allSettled(
    payments.map((payment_id) =>
      command((write) =>
        allocate(write, [{ payment_id, invoice_id: invoice.id, amount: 30_00, on_date: '2026-11-16' }]),
      ),
    ),
  );
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await read(invoice.id)).toMatchObject({ settled: 90_00, outstanding: 10_00 });
});

test('a draft is not paid', async () => {
  const { id } = await command((write) => addInvoice(write, { customer_id: customer }));
  const payment_id = await paid(10_00);
  const rows = [{ payment_id, invoice_id: id, amount: 10_00, on_date: '2026-11-16' }];
  await expect(command((write) => allocate(write, rows))).rejects.toThrow('A draft can’t be paid');
});

test('when it was first sent and first seen stays, whatever is sent and seen later', async () => {
  const { id, version } = await issued(10_00);
  const [first, later] = [new Date('2026-11-16T01:00:00Z'), new Date('2026-11-17T01:00:00Z')];
  await work.inside(async (db) => {
    for (const at of [first, later]) {
      await noteSent(db, id, at);
      await noteSeen(db, id, at);
    }
  });
  const { sent_at, seen_at, ...row } = await read(id);
  expect([sent_at, seen_at].map((at) => new Date(at!))).toEqual([first, first]);
  expect(row.version).toBe(version);
});

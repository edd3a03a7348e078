import { saidOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { QuoteProgress, QuoteRecord } from '@muster/domain/money/quotes/schema';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tapLine } from '../../../../test/setups/invoices.ts';
import { draftedQuote, quoteLine, sendQuote, sentQuote } from '../../../../test/setups/quotes.ts';
import { changeOf, openWork, type Work } from '../../../../test/setups/work.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

const rowOf = ({ data }: { data: unknown }) => (data as { row: QuoteRecord }).row;
const invoiceIn = ({ data }: { data: unknown }) => (data as { row: InvoiceRecord }).row;
const jobOf = async (id: string) => ((await work.owner.get(`/jobs/${id}`)).data as { row: JobRecord }).row;
const progressOf = async (id: string) =>
  ((await work.owner.get(`/quotes/${id}/progress`)).data as { row: QuoteProgress }).row;
const invoice = (id: string, body: object) => work.owner.post(`/quotes/${id}/invoices`, body);
const issue = async ({ id, version }: InvoiceRecord) =>
  invoiceIn(await work.owner.post(`/invoices/${id}/issue`, { version }));

test('what was accepted is a job with a visit to schedule and an issued invoice of its deposit', async () => {
  const options = ['Good', 'Best'].map((name) => ({ id: randomUUID(), name, description: '' }));
  const [good, best] = options.map(({ id }) => id) as [string, string];
  const extra = quoteLine({ is_optional: true, price: 50_00, description: 'Old unit taken away' });
  const { id, number } = await sentQuote(work, {
    options,
    lines: [
      quoteLine({ description: 'Labour' }),
      quoteLine({ option_id: good, price: 100_00 }),
      quoteLine({ option_id: best, price: 200_00, description: 'Large unit' }),
      extra,
    ],
    deposit_percent: 1_000,
  });
  const wrong = { option_id: best, extras: [extra.id], name: 'Kim Cole', seen_total: 1 };
  expect(await work.owner.post(`/quotes/${id}/accept`, wrong)).toMatchObject({
    status: 409,
    message: expect.stringContaining('$605.00'),
  });
  const answer = await work.owner.post(`/quotes/${id}/accept`, { ...wrong, seen_total: 605_00 });
  expect([answer.status, answer.message]).toEqual([200, 'Done.']);
  const accepted = rowOf(answer);
  expect(accepted).toMatchObject({
    state: 'accepted',
    total: 605_00,
    decided_by: 'Kim Cole',
    is_own_decision: false,
    job_id: expect.any(String),
  });
  const job = await jobOf(accepted.job_id!);
  expect(job.description).toBe(
    `Kitchen\nAs quoted in ${number}:\n- Labour\n- Large unit\n- Old unit taken away`,
  );
  expect(job.visits).toMatchObject([{ state: 'unscheduled' }]);
  const progress = await progressOf(id);
  expect(progress).toMatchObject({ total: 605_00, charged: 60_50, left: 544_50 });
  expect(progress.invoices).toMatchObject([
    {
      kind: 'invoice',
      state: 'issued',
      title: `Deposit of 10% for quote ${number}`,
      total: 60_50,
      outstanding: 60_50,
    },
  ]);
  expect(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' })).toMatchObject({ status: 409 });
});

test('progress, a credit and the rest add up to the whole, and nothing is charged twice by two at once', async () => {
  const lines = [
    quoteLine({ quantity: 3_000, price: 33_33 }),
    quoteLine({ price: 77_77, gst: 'gst-free' }),
    quoteLine({ price: 999_99, includes_gst: true, discount: 333 }),
  ];
  const { id } = await sentQuote(work, { lines, deposit_cents: 100_01 });
  const { total } = rowOf(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' }));
  const part = invoiceIn(await invoice(id, { percent: 3_333 }));
  await issue(part);
  const second = invoiceIn(await invoice(id, { lines: [lines[0]!.id] }));
  expect(second.lines).toMatchObject([{ id: lines[0]!.id }]);
  await issue(second);
  const credited = await work.owner.post(`/invoices/${second.id}/credit`, {});
  expect([credited.status, credited.message]).toEqual([200, 'Done.']);
  const both = await Promise.all([invoice(id, {}), invoice(id, {})]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const rest = invoiceIn(both.find(({ status }) => status === 200)!);
  expect(rest.quote_id).toBe(id);
  await issue(rest);
  const { charged, left, invoices } = await progressOf(id);
  expect([charged, left]).toEqual([total, 0]);
  const sum = invoices.reduce((all, one) => all + (one.kind === 'invoice' ? one.total : -one.total), 0);
  expect(sum).toBe(total);
  expect(await invoice(id, {})).toMatchObject({
    status: 409,
    message: expect.stringContaining('already been charged'),
  });
});

test('a job that waits for the quote gets a visit where it has none to schedule, and without a place somebody chooses one first', async () => {
  const waiting = await work.addJob();
  const draft = rowOf(await work.owner.post('/quotes', { job_id: waiting.id, lines: [quoteLine()] }));
  expect(draft).toMatchObject({
    customer_id: waiting.customer.id,
    job_id: waiting.id,
    title: expect.any(String),
  });
  await sendQuote(work, draft.id);
  await work.owner.post(`/quotes/${draft.id}/accept`, { name: 'Kim' });
  expect((await jobOf(waiting.id)).visits).toHaveLength(1);
  const { visits } = waiting;
  expect(await work.owner.post(`/visits/${visits[0]!.id}/cancel`, { reason: 'Quoted anew' })).toMatchObject({
    status: 200,
  });
  const again = rowOf(await work.owner.post('/quotes', { visit_id: visits[0]!.id, lines: [quoteLine()] }));
  await sendQuote(work, again.id);
  await work.owner.post(`/quotes/${again.id}/accept`, { name: 'Kim' });
  expect((await jobOf(waiting.id)).visits.map(({ state }) => state)).toEqual(['cancelled', 'unscheduled']);
  const placeless = await draftedQuote(work);
  await work.owner.patch(`/quotes/${placeless.id}`, { version: placeless.version, site_id: null });
  await sendQuote(work, placeless.id);
  expect(rowOf(await work.owner.post(`/quotes/${placeless.id}/accept`, { name: 'Kim' }))).toMatchObject({
    job_id: null,
  });
  const made = await work.owner.post(`/quotes/${placeless.id}/job`, { site_id: placeless.site_id });
  expect(rowOf(made)).toMatchObject({ job_id: expect.any(String), site_id: placeless.site_id });
  expect(await work.owner.post(`/quotes/${placeless.id}/job`, {})).toMatchObject({ status: 409 });
});

test('work that is added to an invoice of a part is no part, and what was charged is that also once GST is another', async () => {
  const { id } = await sentQuote(work, { lines: [quoteLine({ price: 1_000_00, gst: 'gst' })] });
  const { total } = rowOf(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' }));
  const part = invoiceIn(await invoice(id, { percent: 5_000 }));
  const lines = [...part.lines.map(saidOf), tapLine({ price: 200_00 })];
  const edited = await work.owner.patch(`/invoices/${part.id}`, { version: part.version, lines });
  expect([edited.status, edited.message]).toEqual([200, 'Done.']);
  expect(await progressOf(id)).toMatchObject({ charged: total / 2, left: total / 2 });
  const free = lines.map((line) => Object.assign({}, line, { gst: 'gst-free' }));
  const { version } = invoiceIn(edited);
  expect(await work.owner.patch(`/invoices/${part.id}`, { version, lines: free })).toMatchObject({
    status: 200,
  });
  expect(await progressOf(id)).toMatchObject({ charged: total / 2, left: total / 2 });
});

test('a quote of which something was invoiced stays accepted, so that nothing of it is charged again', async () => {
  const { id } = await sentQuote(work);
  const accepting = changeOf(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' }));
  const { job_id } = rowOf(await work.owner.get(`/quotes/${id}`));
  expect(job_id).not.toBeNull();
  const part = invoiceIn(await invoice(id, { percent: 4_000 }));
  const { lines, version } = part;
  const apart = lines.map((line) => Object.assign(saidOf(line), { job_id: null }));
  await work.owner.patch(`/invoices/${part.id}`, { version, lines: apart, jobs: [] });
  expect(await work.owner.post(`/changes/${accepting}/undo`)).toMatchObject({ status: 409 });
  expect(rowOf(await work.owner.get(`/quotes/${id}`))).toMatchObject({ state: 'accepted' });
  expect(await work.owner.delete(`/invoices/${part.id}`)).toMatchObject({ status: 200 });
  expect(await work.owner.post(`/changes/${accepting}/undo`)).toMatchObject({ status: 200 });
  expect(rowOf(await work.owner.get(`/quotes/${id}`))).toMatchObject({ state: 'sent', choice: null });
});

test('a deposit that cannot be issued yet stays a draft, and the customer is not turned away', async () => {
  const { id } = await sentQuote(work, { deposit_percent: 5_000 });
  const { row } = (await work.owner.get('/settings')).data as { row: { version: number } };
  expect(await work.owner.patch('/settings', { version: row.version, abn: null })).toMatchObject({
    status: 200,
  });
  expect(await work.owner.post(`/quotes/${id}/accept`, { name: 'Kim' })).toMatchObject({ status: 200 });
  expect((await progressOf(id)).invoices).toMatchObject([{ state: 'draft', total: 165_00 }]);
  const settings = (await work.owner.get('/settings')).data as { row: { version: number } };
  await work.owner.patch('/settings', { version: settings.row.version, abn: '53004085616' });
  const [taken, next] = [
    await sentQuote(work, { deposit_cents: 10 }),
    await sentQuote(work, { deposit_cents: 20 }),
  ];
  await work.owner.post(`/quotes/${taken.id}/accept`, { name: 'Kim' });
  expect((await progressOf(taken.id)).invoices).toMatchObject([{ state: 'issued' }]);
  // As where another program has given the next number.
  for (const table of ['invoice_counters', 'invoices'])
    await work.here.asOwner(`alter table ${table} disable trigger user`);
  await work.inside(async (db) => {
    await sql`update invoices set series = null, is_imported = true where quote_id = ${taken.id}`.execute(db);
    await sql`update invoice_counters set last = last - 1 where kind = 'invoice'`.execute(db);
  });
  for (const table of ['invoice_counters', 'invoices'])
    await work.here.asOwner(`alter table ${table} enable trigger user`);
  const accepted = await work.owner.post(`/quotes/${next.id}/accept`, { name: 'Kim' });
  expect([accepted.status, accepted.message]).toEqual([200, 'Done.']);
  expect((await progressOf(next.id)).invoices).toMatchObject([{ state: 'draft', total: 20 }]);
});

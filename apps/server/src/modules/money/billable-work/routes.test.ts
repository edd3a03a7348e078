import { randomUUID } from 'node:crypto';
import type { ReadyCount, ReadyVisit } from '@muster/domain/money/billable-work/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { JobType } from '@muster/domain/work/job-types/schema';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Finished, finishVisit } from '../../../../test/setups/finished.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, changeOf, openWork, type Work } from '../../../../test/setups/work.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { countReady } from './store.ts';

type Person = Awaited<ReturnType<typeof schedulerOf>>;

let work: Work;
let owner: Person;
let dave: { id: string; name: string };
let priya: { id: string; name: string };
let labour: Item;
beforeAll(async () => {
  work = await openWork();
  owner = work.owner;
  [dave, priya] = [await work.addTechnician(), await work.addTechnician()];
  labour = await addItem({ kind: 'labour', name: 'Labour', unit: 'h', price: 12_000 });
});
afterAll(() => work.close());
beforeEach(() => set({ labour_item_id: labour.id, call_out_item_id: null }));

async function addItem(fields: object): Promise<Item> {
  const { data, message } = await owner.post('/items', { name: `Item ${randomUUID()}`, ...fields });
  expect(message).toBe('Done.');
  return (data as { row: Item }).row;
}

async function set(fields: object): Promise<void> {
  const { version } = ((await owner.get('/money-settings')).data as { row: { version: number } }).row;
  expect((await owner.patch('/money-settings', { version, ...fields })).status).toBe(200);
}

const part = (name: string, quantity = 1) => ({ kind: 'part', content: { name, quantity } });
const fromWork = (body: object, by = owner) => by.post('/invoices/from-work', body);

async function invoiced(body: object, by = owner): Promise<InvoiceRecord> {
  const { status, message, data } = await fromWork(body, by);
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceRecord }).row;
}

async function ready(query = ''): Promise<ReadyVisit[]> {
  return ((await owner.get(`/ready-to-invoice?limit=200&${query}`)).data as { rows: ReadyVisit[] }).rows;
}

const isReady = async ({ id }: { id: string }) => (await ready()).some((row) => row.id === id);

/** Hours of a visit on the timesheets, by technician. */
async function paidHours({ job }: Finished): Promise<Record<string, string>> {
  const { headers } = await signInAs(work.app, 'owner@example.com');
  const out = await work.app.inject({ url: '/services/scheduling/api/v1/hours.csv', headers });
  const rows: Record<string, string>[] = parse(out.body, { columns: true, bom: true });
  const own = rows.filter((row) => row['Job number']!.startsWith(`J-${job}/`));
  return Object.fromEntries(own.map((row) => [row['Technician']!, row['Hours on site']!]));
}

test('everybody who was there is charged for the hours of the timesheets, and the draft names the work', async () => {
  const visit = await finishVisit(work, {
    technicians: [dave.id, priya.id],
    visit: { crew_size: 2 },
    job: { description: 'Kitchen tap drips\nCall first', order_number: 'PO 4711' },
  });
  const left = { on_site_at: null, done_at: null, technician_id: priya.id, reason: 'Left early' };
  const { took_place_at } = (await ready()).find(({ id }) => id === visit.id)!;
  const from = Date.parse(took_place_at);
  const content = {
    ...left,
    on_site_at: new Date(from).toISOString(),
    done_at: new Date(from + 30 * 60_000).toISOString(),
  };
  expect((await owner.post(`/visits/${visit.id}/records`, { kind: 'time', content })).status).toBe(200);
  const draft = await invoiced({ visits: [visit.id] });
  expect(await paidHours(visit)).toEqual({ [dave.name]: '0.78', [priya.name]: '0.5' });
  expect(draft).toMatchObject({
    state: 'draft',
    customer_id: visit.customer_id,
    title: 'Kitchen tap drips',
    order_number: 'PO 4711',
    visits: [visit.id],
    work: [{ number: visit.job, title: 'Kitchen tap drips' }],
    total: 103_36 + 66_00,
  });
  expect(draft.lines.map(({ quantity, price, unit }) => [quantity, price, unit])).toEqual([
    [783, 12_000, 'h'],
    [500, 12_000, 'h'],
  ]);
  expect(draft.lines[0]!.description).toContain(`Labour, ${dave.name}, `);
  expect(draft.lines[0]!.description).toContain('9:04 am – 9:51 am (47 min)');
});

test('a visit is charged once: not by a second draft, nor by two people at once, nor by an undo', async () => {
  const visit = await finishVisit(work, { technicians: [dave.id] });
  expect(await isReady(visit)).toBe(true);
  const both = await Promise.all([fromWork({ visits: [visit.id] }), fromWork({ visits: [visit.id] })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { id } = (both.find(({ status }) => status === 200)!.data as { row: InvoiceRecord }).row;
  expect(both.find(({ status }) => status === 409)!.message).toBe(
    `Visit J-${visit.job}/1 is already on a draft. Take it off there first.`,
  );
  expect(await isReady(visit)).toBe(false);
  const removed = await owner.delete(`/invoices/${id}`);
  expect(removed.status).toBe(200);
  expect(await isReady(visit)).toBe(true);
  await invoiced({ visits: [visit.id] });
  expect((await owner.post(`/changes/${changeOf(removed)}/undo`)).status).toBe(409);
});

test('a visit that is taken off a draft is ready again, and an undo puts it back', async () => {
  const visit = await finishVisit(work, { technicians: [dave.id] });
  const { id, version } = await invoiced({ visits: [visit.id] });
  const off = await owner.patch(`/invoices/${id}`, { version, visits: [], lines: [] });
  expect(off.status).toBe(200);
  expect(await isReady(visit)).toBe(true);
  expect((await owner.post(`/changes/${changeOf(off)}/undo`)).status).toBe(200);
  expect(await isReady(visit)).toBe(false);
});

test('parts are matched by their code, then by their exact name; what is not known or not clear has no price', async () => {
  await addItem({ name: 'Mixer tap', code: 'MT-9', price: 5_000, unit: 'each' });
  await addItem({ name: 'Elbow' });
  await addItem({ name: 'ELBOW' });
  const gone = await addItem({ name: 'Old valve', price: 100 });
  await owner.post(`/items/${gone.id}/archive`);
  const visit = await finishVisit(work, {
    technicians: [dave.id],
    records: [part('mt-9', 2), part(' Mixer TAP '), part('Elbow'), part('Old valve'), part('Labour', 1.5)],
  });
  const { lines } = await invoiced({ visits: [visit.id] });
  expect(lines.slice(1).map(({ description, quantity, price }) => [description, quantity, price])).toEqual([
    ['Mixer tap', 2_000, 5_000],
    ['Mixer tap', 1_000, 5_000],
    ['Elbow', 1_000, null],
    ['Old valve', 1_000, null],
    ['Labour', 1_500, null],
  ]);
});

test('the customer’s discount and agreed prices count, and a drafter may use them', async () => {
  const tap = await addItem({ name: 'Agreed tap', price: 9_000 });
  const visit = await finishVisit(work, { technicians: [dave.id], records: [part('Agreed tap')] });
  await owner.patch(`/customers/${visit.customer_id}/terms`, { version: 0, discount: 1_000 });
  await owner.post(`/customers/${visit.customer_id}/prices`, { item_id: tap.id, price: 7_000 });
  const { rows } = (await owner.get('/team')).data as {
    rows: { id: string; version: number; role: string }[];
  };
  const { id, version } = rows.find(({ role }) => role === 'dispatcher')!;
  await owner.put(`/team/${id}/money`, { version, money: 'drafts' });
  const drafter = await schedulerOf(work.app, 'dispatcher@example.com');
  const { lines } = await invoiced({ visits: [visit.id] }, drafter);
  expect(lines.map(({ price, discount }) => [price, discount])).toEqual([
    [12_000, 1_000],
    [7_000, 0],
  ]);
});

test('a call-out is charged for each visit, and a technician’s own labour item with its minimum', async () => {
  const callOut = await addItem({ kind: 'call-out', name: 'Call-out', price: 9_500 });
  const master = await addItem({ kind: 'labour', name: 'Master', price: 20_000, minimum: 60, step: 15 });
  await set({ call_out_item_id: callOut.id });
  await owner.put(`/technicians/${priya.id}/labour-rate`, { version: 0, item_id: master.id });
  const visit = await finishVisit(work, {
    technicians: [dave.id, priya.id],
    visit: { crew_size: 2 },
  });
  const { lines } = await invoiced({ visits: [visit.id] });
  await owner.put(`/technicians/${priya.id}/labour-rate`, { version: 1, item_id: null });
  expect(lines.map(({ price, quantity }) => [price, quantity])).toEqual([
    [9_500, 1_000],
    [12_000, 783],
    [20_000, 1_000],
  ]);
});

test('the fixed price of a job type replaces labour and call-out, once for the job, however many visits and invoices', async () => {
  const service = await addItem({ kind: 'service', name: 'Hot water service', price: 22_000 });
  const { data } = await owner.post('/job-types', {
    name: `Service ${randomUUID()}`,
    duration: 60,
    fixed_item_id: service.id,
  });
  const { id: job_type_id } = (data as { row: JobType }).row;
  const visit = await finishVisit(work, {
    technicians: [dave.id],
    job: { job_type_id },
    outcome: { outcome: 'needs return', reason: 'Part on order' },
  });
  const first = await invoiced({ visits: [visit.id] });
  expect(first.lines.map(({ price, quantity }) => [price, quantity])).toEqual([[22_000, 1_000]]);
  const { job_id } = first.work[0]!;
  const past = await owner.post(`/past-visits`, {
    job_id,
    technicians: [dave.id],
    starts_at: at('13:00', '2026-11-13'),
    ends_at: at('14:00', '2026-11-13'),
  });
  expect([past.status, past.message]).toEqual([200, 'Done.']);
  const second = await invoiced({ jobs: [job_id] });
  expect(second.lines.map(({ price, quantity }) => [price, quantity])).toEqual([[22_000, 0]]);
  expect(second.total).toBe(0);
});

test('several jobs of a customer come on one invoice, and never those of two customers', async () => {
  const site = await work.addSite();
  const at = { addSite: async () => site };
  const [one, two] = [
    await finishVisit({ ...work, ...at }, { technicians: [dave.id], job: { order_number: 'A-1' } }),
    await finishVisit({ ...work, ...at }, { technicians: [dave.id], job: { order_number: 'B-2' } }),
  ];
  const other = await finishVisit(work, { technicians: [dave.id] });
  expect(await fromWork({ visits: [one.id, other.id] })).toMatchObject({
    status: 422,
    message: 'These visits are for different customers. Make an invoice for each.',
  });
  const draft = await invoiced({ customer: site.customer_id });
  expect(draft.visits.toSorted()).toEqual([one.id, two.id].toSorted());
  expect(draft.order_number.split(', ').toSorted()).toEqual(['A-1', 'B-2']);
  expect(draft.jobs).toHaveLength(2);
  expect(await fromWork({ customer: site.customer_id })).toMatchObject({
    status: 409,
    message: 'Nothing here is ready to invoice: every finished visit is charged or left out.',
  });
});

test('order numbers that are too many for one field stand each with its job', async () => {
  const site = await work.addSite();
  const at = { addSite: async () => site };
  const orders = ['Work order 4711, unit 3, level 12', 'Work order 4712, unit 9, level 14'];
  for (const [place, order_number] of orders.entries()) {
    const description = place === 0 ? 'Tap' : 'Drain '.repeat(40);
    await finishVisit({ ...work, ...at }, { technicians: [dave.id], job: { order_number, description } });
  }
  const draft = await invoiced({ customer: site.customer_id });
  expect(draft.order_number).toBe('');
  const [short, long] = draft.work.map(({ title }) => title) as [string, string];
  expect(short).toBe(`Tap, order ${orders[0]}`);
  expect(long).toMatch(new RegExp(`^Drain .*, order ${orders[1]}$`));
  expect(long).toHaveLength(200);
});

test('only what is finished is charged, and exactly one of visits, jobs and customer says what', async () => {
  const open = await work.addVisit();
  expect(await fromWork({ visits: [open.id] })).toMatchObject({
    status: 409,
    message: 'Only visits that are finished can be invoiced. Look at them again.',
  });
  expect((await fromWork({ visits: [randomUUID()] })).status).toBe(409);
  expect((await fromWork({})).status).toBe(422);
  expect((await fromWork({ visits: [open.id], customer: randomUUID() })).status).toBe(422);
});

test('a visit that nobody is to be charged for is left out with a reason, and can be brought back', async () => {
  const visit = await finishVisit(work, { technicians: [dave.id] });
  const before = ((await owner.get('/ready-to-invoice/count')).data as { row: ReadyCount }).row;
  expect(await work.inside((db) => countReady(db, {}, before.visits - 1))).toMatchObject({
    visits: before.visits - 1,
  });
  const out = { visits: [visit.id], reason: 'Warranty' };
  expect((await owner.post('/ready-to-invoice/leave-out', out)).status).toBe(200);
  expect(await isReady(visit)).toBe(false);
  expect(await ready('left_out=true')).toMatchObject([{ id: visit.id, left_out: 'Warranty' }]);
  const after = ((await owner.get('/ready-to-invoice/count')).data as { row: ReadyCount }).row;
  expect(before.visits - after.visits).toBe(1);
  expect(await fromWork({ visits: [visit.id] })).toMatchObject({
    status: 409,
    message: `J-${visit.job}/1 was left out: Warranty. Bring it back first.`,
  });
  const back = await owner.post('/ready-to-invoice/bring-back', { visits: [visit.id] });
  expect(back.status).toBe(200);
  expect(await isReady(visit)).toBe(true);
  expect((await owner.post(`/changes/${changeOf(back)}/undo`)).status).toBe(200);
  expect(await isReady(visit)).toBe(false);
});

test('work of before a day is left out at once, counted before; it is still invoiced where somebody chooses it, and comes back with an earlier day', async () => {
  const site = await work.addSite();
  const at = { addSite: async () => site };
  const [old, late] = [
    await finishVisit({ ...work, ...at }, { technicians: [dave.id], date: '2026-11-20' }),
    await finishVisit({ ...work, ...at }, { technicians: [dave.id], date: '2026-12-01' }),
  ];
  const count = async (query = '') =>
    ((await owner.get(`/ready-to-invoice/count${query}`)).data as { row: ReadyCount }).row.visits;
  const before = await count();
  expect(await count('?before=2026-12-01')).toBe(1);
  await set({ work_from: '2026-12-01', work_from_reason: 'Invoiced in the old program' });
  expect(before - (await count())).toBe(1);
  expect([await isReady(old), await isReady(late)]).toEqual([false, true]);
  const ofCustomer = `customer=${site.customer_id}`;
  expect(await ready(`left_out=true&${ofCustomer}`)).toMatchObject([
    { id: old.id, left_out: 'Invoiced in the old program', is_older: true },
  ]);
  expect(await owner.post('/ready-to-invoice/bring-back', { visits: [old.id] })).toMatchObject({
    status: 409,
    message: `J-${old.job}/1 is left out because it was before the day from which you invoice work. Invoice it as it is, or choose an earlier day.`,
  });
  expect((await invoiced({ customer: site.customer_id })).visits).toEqual([late.id]);
  const chosen = await invoiced({ visits: [old.id] });
  expect(chosen.visits).toEqual([old.id]);
  expect((await owner.delete(`/invoices/${chosen.id}`)).status).toBe(200);
  await set({ work_from: null });
  expect(await isReady(old)).toBe(true);
});

test('what is ready says where, for whom and by whom, is searched, and comes page by page', async () => {
  const visit = await finishVisit(work, {
    technicians: [dave.id],
    job: { description: 'Quokka-proof fence' },
  });
  await finishVisit(work, { technicians: [dave.id] });
  const [row, ...others] = await ready('search=quokka');
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: visit.id,
    customer_name: visit.customer,
    job_number: visit.job,
    technicians: dave.name,
    outcome: 'completed',
    left_out: null,
  });
  const all = await ready();
  const pages: string[] = [];
  let cursor = '';
  do {
    const page = (await owner.get(`/ready-to-invoice?limit=2${cursor && `&cursor=${cursor}`}`)).data as {
      rows: ReadyVisit[];
      next: string | null;
    };
    pages.push(...page.rows.map(({ id }) => id));
    cursor = page.next ?? '';
  } while (cursor !== '');
  expect(pages).toEqual(all.map(({ id }) => id));
});

import { randomUUID } from 'node:crypto';
import type {
  Invoice,
  InvoiceRecord,
  InvoiceSummary,
  InvoiceTotals,
} from '@muster/domain/money/invoices/schema';
import { saidOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceLine } from '@muster/domain/money/lines/schema';
import type { Item } from '@muster/domain/money/items/schema';
import type { TeamMember } from '@muster/domain/identity/team/schema';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishVisit } from '../../../../test/setups/finished.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { changeOf, DEMO, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';

type Person = Awaited<ReturnType<typeof schedulerOf>>;

let work: Work;
let owner: Person;
let customer: string;
beforeAll(async () => {
  work = await openWork();
  owner = work.owner;
  ({ customer_id: customer } = await work.addSite());
});
afterAll(() => work.close());

const tap = (fields: object = {}) => ({
  id: randomUUID(),
  item_id: null,
  visit_id: null,
  job_id: null,
  code: '',
  description: 'Kitchen tap',
  quantity: 1_000,
  unit: 'each',
  price: 100_00,
  includes_gst: false,
  discount: 0,
  gst: 'gst',
  ...fields,
});

async function draft(fields: object = {}, by = owner): Promise<InvoiceRecord> {
  const { status, message, data } = await by.post('/invoices', {
    customer_id: customer,
    lines: [tap()],
    ...fields,
  });
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceRecord }).row;
}

async function issue({ id, version }: Pick<Invoice, 'id' | 'version'>, fields: object = {}) {
  const { status, message, data } = await owner.post(`/invoices/${id}/issue`, { version, ...fields });
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceRecord }).row;
}

async function settings(fields: object) {
  const { row } = (await owner.get('/money-settings')).data as { row: { version: number } };
  return owner.patch('/money-settings', { version: row.version, ...fields });
}

async function read(id: string): Promise<InvoiceRecord> {
  return ((await owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;
}

async function listed(query: string, by = owner): Promise<InvoiceSummary[]> {
  const { status, message, data } = await by.get(`/invoices?${query}`);
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { rows: InvoiceSummary[] }).rows;
}

async function dispatcherWith(money: 'none' | 'drafts' | 'all'): Promise<Person> {
  const { rows } = (await owner.get('/team')).data as { rows: TeamMember[] };
  const { id, version } = rows.find(({ role }) => role === 'dispatcher')!;
  expect((await owner.put(`/team/${id}/money`, { version, money })).status).toBe(200);
  return schedulerOf(work.app, 'dispatcher@example.com');
}

test('where numbers begin is said until the first is issued, and then they go on without a gap', async () => {
  expect((await owner.get('/money-settings')).data).toMatchObject({
    row: { version: 0, invoice_prefix: 'INV-', first_invoice: 1001, terms_days: 14, lock_date: null },
    last_numbers: { invoice: null, credit_note: null },
  });
  const same = await settings({ invoice_prefix: 'A-', credit_prefix: 'a-' });
  expect(same).toMatchObject({ status: 422, message: expect.stringContaining('different prefixes') });
  expect(await settings({ invoice_prefix: 'HC-', first_invoice: 42 })).toMatchObject({ status: 200 });
  const [first, second] = [await issue(await draft()), await issue(await draft())];
  expect([first.number, first.series, second.number, second.series]).toEqual(['HC-42', 42, 'HC-43', 43]);
  const late = await settings({ first_invoice: 1 });
  expect(late).toMatchObject({ status: 409, message: expect.stringContaining('have begun, at HC-42') });
  expect(await settings({ terms_days: 7 })).toMatchObject({ status: 200 });
  expect((await owner.get('/money-settings')).data).toMatchObject({ last_numbers: { invoice: 'HC-43' } });
});

test('a draft is reckoned line by line, edited, removed and brought back', async () => {
  const made = await draft({
    title: 'Bathroom',
    order_number: 'PO 4711',
    lines: [tap(), tap({ quantity: 1_500, price: 33_33, includes_gst: true, discount: 1_250 })],
  });
  expect(made).toMatchObject({
    kind: 'invoice',
    state: 'draft',
    number: null,
    bill_to_id: customer,
    settled: 0,
    lines: [
      { amounts: { net: 100_00, gst: 10_00, total: 110_00 } },
      { amounts: { net: 39_77, gst: 3_98, total: 43_75 } },
    ],
    net: 139_77,
    gst: 13_98,
    total: 153_75,
    outstanding: 153_75,
  });
  const edited = await owner.patch(`/invoices/${made.id}`, {
    version: 1,
    lines: [made.lines[0]!].map(saidOf),
  });
  expect(edited.data).toMatchObject({ row: { version: 2, total: 110_00, title: 'Bathroom' } });
  const late = await owner.patch(`/invoices/${made.id}`, { version: 1, title: 'Kitchen' });
  expect(late).toMatchObject({ status: 409, data: { current: 2 } });
  const removed = await owner.delete(`/invoices/${made.id}`);
  expect((await owner.get(`/invoices/${made.id}`)).status).toBe(404);
  expect((await owner.post(`/changes/${changeOf(removed)}/undo`)).status).toBe(200);
  expect((await owner.get(`/invoices/${made.id}`)).data).toMatchObject({ row: { total: 110_00 } });
});

test('what is issued has who sells and who buys as they were then, and never changes, not even by a program of the database', async () => {
  const { row: who } = (await owner.get(`/customers/${customer}`)).data as { row: { name: string } };
  const issued = await issue(await draft({ title: 'For good' }));
  expect(issued).toMatchObject({
    state: 'issued',
    issued_on: '2026-11-16',
    due_on: '2026-11-23',
    supplier: { is_gst_registered: true, bank: null },
    buyer: { name: who.name },
  });
  const { id, version } = issued;
  const stays = { status: 409, message: 'An issued invoice stays as it is. Credit it instead.' };
  expect(await owner.patch(`/invoices/${id}`, { version, title: 'x' })).toMatchObject(stays);
  expect(await owner.delete(`/invoices/${id}`)).toMatchObject(stays);
  expect(await owner.post(`/invoices/${id}/issue`, { version })).toMatchObject({
    status: 409,
    message: `${issued.number} has already been issued.`,
  });
  const { rows } = (await owner.get(`/changes?subject=${id}`)).data as {
    rows: { number: number; kind: string }[];
  };
  const issuing = rows.find(({ kind }) => kind === 'invoice issued')!;
  expect(await owner.post(`/changes/${issuing.number}/undo`)).toMatchObject(stays);
  const adding = rows.find(({ kind }) => kind === 'invoice added')!;
  expect(await owner.post(`/changes/${adding.number}/undo`)).toMatchObject({ status: 409 });
  await work.here.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
  for (const change of [
    `update invoices set total = 1, net = 1 where id = '${id}'`,
    `update invoices set lines = '[]' where id = '${id}'`,
    `update invoices set state = 'draft', number = null, series = null where id = '${id}'`,
    `delete from invoices where id = '${id}'`,
    `update invoice_counters set last = 1`,
  ])
    await expect(work.here.asOwner(change)).rejects.toThrow(/issued invoice|given once/);
  const customers = await owner.patch(`/customers/${customer}`, { version: 1, name: 'Other name' });
  expect(customers.status).toBe(200);
  expect((await owner.get(`/invoices/${id}`)).data).toMatchObject({ row: { buyer: { name: who.name } } });
});

test('a draft without a price is not issued, nor one without lines, nor on a day to come, nor one that would be due before', async () => {
  const priceless = await draft({ lines: [tap(), tap({ price: null, description: 'Odd elbow' })] });
  const refused = (it: { id: string; version: number }, fields: object = {}) =>
    owner.post(`/invoices/${it.id}/issue`, { version: it.version, ...fields });
  expect(await refused(priceless)).toMatchObject({
    status: 409,
    message: 'Enter a price first, 0 where it is free: line 2 (Odd elbow).',
  });
  expect(await refused(await draft({ lines: [] }))).toMatchObject({ status: 409 });
  const ready = await draft({ due_on: '2026-11-15' });
  expect(await refused(ready)).toMatchObject({ status: 409, message: expect.stringContaining('due before') });
  expect(await refused(ready, { issued_on: '2026-11-17' })).toMatchObject({ status: 409 });
  expect((await issue(ready, { issued_on: '2026-11-14' })).due_on).toBe('2026-11-15');
});

test('nothing is issued on the lock date or before', async () => {
  expect(await settings({ lock_date: '2026-11-10' })).toMatchObject({ status: 200 });
  const { id, version } = await draft();
  const early = await owner.post(`/invoices/${id}/issue`, { version, issued_on: '2026-11-10' });
  expect(early).toMatchObject({
    status: 409,
    message: expect.stringContaining('locked up to 10 Nov 2026'),
  });
  expect((await issue({ id, version }, { issued_on: '2026-11-11' })).issued_on).toBe('2026-11-11');
  expect(await settings({ lock_date: null })).toMatchObject({ status: 200 });
});

test('whoever is not registered for GST charges none', async () => {
  await settings({ is_gst_registered: false });
  const issued = await issue(await draft());
  expect(issued).toMatchObject({
    lines: [{ gst: 'gst-free', amounts: { net: 100_00, gst: 0, total: 100_00 } }],
    supplier: { is_gst_registered: false },
  });
  const drafted = await draft();
  await settings({ is_gst_registered: true });
  expect(await read(drafted.id)).toMatchObject({ total: 110_00, gst: 10_00 });
  const copy = await owner.post(`/invoices/${issued.id}/copy`);
  expect(copy.data).toMatchObject({ row: { lines: [{ gst: 'gst' }], total: 110_00 } });
  const { id } = await draft();
  const removed = await owner.delete(`/invoices/${id}`);
  const off = await settings({ is_gst_registered: false });
  expect(await read(drafted.id)).toMatchObject({ total: 100_00, gst: 0 });
  // One that comes back is as it was when it went.
  await owner.post(`/changes/${changeOf(removed)}/undo`);
  const { version } = await read(id);
  expect(await owner.post(`/invoices/${id}/issue`, { version })).toMatchObject({ status: 409 });
  const { data } = await owner.patch(`/invoices/${id}`, { version, title: 'Saved again' });
  expect(data).toMatchObject({ row: { total: 100_00, gst: 0 } });
  expect((await owner.post(`/changes/${changeOf(off)}/undo`)).status).toBe(200);
  expect(await read(drafted.id)).toMatchObject({ total: 110_00, gst: 10_00 });
});

test('a finished visit is charged once: not on two drafts at once, and again once the first is removed', async () => {
  const kai = await work.addTechnician();
  const visit = await finishVisit(work, {
    technicians: [kai.id],
    job: { description: 'Dripping tap\nIn the yard' },
  });
  const fields = { customer_id: visit.customer_id, visits: [visit.id] };
  const first = await draft(fields);
  expect(first).toMatchObject({
    jobs: [expect.any(String)],
    work: [{ number: visit.job, title: 'Dripping tap', done_on: '2027-01-01' }],
  });
  const twice = await owner.post('/invoices', fields);
  expect(twice).toMatchObject({ status: 409, message: expect.stringContaining('is already on a draft') });
  const strangers = await owner.post('/invoices', { ...fields, customer_id: customer });
  expect(strangers).toMatchObject({ status: 422 });
  const removed = await owner.delete(`/invoices/${first.id}`);
  const second = await draft(fields);
  expect(await owner.post(`/changes/${changeOf(removed)}/undo`)).toMatchObject({ status: 409 });
  expect((await listed(`job=${second.jobs[0]}`)).map(({ id }) => id)).toEqual([second.id]);
  const { data } = await owner.get(`/customers/${visit.customer_id}`);
  const [there] = (data as { row: { sites: { id: string }[] } }).row.sites;
  expect((await listed(`site=${there!.id}`)).map(({ id }) => id)).toEqual([second.id]);
  expect(await listed(`site=${randomUUID()}`)).toEqual([]);
});

/** An invoice, and what is sent to credit it. */
async function credited({ id }: Pick<Invoice, 'id'>, fields: object = {}): Promise<InvoiceRecord> {
  const { status, message, data } = await owner.post(`/invoices/${id}/credit`, fields);
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: InvoiceRecord }).row;
}

const shown = async ({ id }: Pick<Invoice, 'id'>) =>
  ((await owner.get(`/invoices/${id}`)).data as { row: InvoiceRecord }).row;

test('an invoice is credited by quantity, by amount and as a whole, with numbers of its own, and never more than it is', async () => {
  const pipe = tap({ description: 'Pipe', quantity: 3_333, price: 9_99, discount: 333 });
  const sold = await issue(await draft({ lines: [tap(), pipe], order_number: 'PO 1' }));
  const left = async () => (await owner.get(`/invoices/${sold.id}/credit`)).data;
  const first = await credited(sold, { lines: [{ id: pipe.id, quantity: 1_111 }], note: 'Too long' });
  expect(first).toMatchObject({
    kind: 'credit note',
    number: 'CR-1001',
    credits_id: sold.id,
    order_number: 'PO 1',
    note: 'Too long',
    due_on: null,
    settled: first.total,
    outstanding: 0,
  });
  expect(await left()).toMatchObject({ lines: [{ quantity: 1_000 }, { quantity: 2_222 }] });
  const goodwill = await credited(sold, { lines: [{ id: sold.lines[0]!.id, total: 33_33 }] });
  expect(goodwill).toMatchObject({ number: 'CR-1002', total: 33_33, gst: 3_03 });
  const more = await owner.post(`/invoices/${sold.id}/credit`, { lines: [{ id: pipe.id, quantity: 2_223 }] });
  expect(more).toMatchObject({ status: 409, message: 'Only 2.222 of Pipe can still be credited.' });
  const rest = await credited(sold);
  const all = [first, goodwill, rest];
  for (const part of ['net', 'gst', 'total'] as const)
    expect(all.reduce((sum, one) => sum + one[part], 0)).toBe(sold[part]);
  expect(await shown(sold)).toMatchObject({ outstanding: 0, settled: sold.total, credited: sold.total });
  const again = await owner.post(`/invoices/${sold.id}/credit`, {});
  expect(again).toMatchObject({ status: 409, message: expect.stringContaining('already been credited') });
  expect((await listed(`credits=${sold.id}&sort=number`)).map(({ number }) => number)).toEqual([
    'CR-1001',
    'CR-1002',
    'CR-1003',
  ]);
  const { rows } = (await owner.get(`/changes?subject=${rest.id}`)).data as { rows: { number: number }[] };
  expect(await owner.post(`/changes/${rows[0]!.number}/undo`)).toMatchObject({
    status: 409,
    message: 'An issued credit note stays as it is. Invoice what is owed again instead.',
  });
});

test('a credit note can wait as a draft, and takes back what is left when it is issued', async () => {
  const sold = await issue(await draft({ lines: [tap({ quantity: 4_000 })] }));
  const { id: line } = sold.lines[0]!;
  const waiting = await credited(sold, { is_draft: true, lines: [{ id: line, quantity: 3_000 }] });
  expect(waiting).toMatchObject({ state: 'draft', total: 330_00 });
  expect(await shown(sold)).toMatchObject({ outstanding: 440_00 });
  const kept = (quantity: number) => ({ lines: [{ ...saidOf(waiting.lines[0]!), quantity }] });
  const edited = await owner.patch(`/invoices/${waiting.id}`, { version: 1, ...kept(2_000) });
  expect(edited.data).toMatchObject({ row: { total: 220_00, version: 2 } });
  expect(await owner.patch(`/invoices/${waiting.id}`, { version: 2, ...kept(5_000) })).toMatchObject({
    status: 409,
  });
  await credited(sold, { lines: [{ id: line, quantity: 2_500 }] });
  const late = await owner.post(`/invoices/${waiting.id}/issue`, { version: 2 });
  expect(late).toMatchObject({ status: 409, message: 'Only 1.5 of Kitchen tap can still be credited.' });
  await owner.patch(`/invoices/${waiting.id}`, { version: 2, ...kept(1_500) });
  expect(await issue({ id: waiting.id, version: 3 })).toMatchObject({ total: 165_00, outstanding: 0 });
  expect(await shown(sold)).toMatchObject({ outstanding: 0 });
});

test('six who credit the same invoice at once credit it once', async () => {
  const sold = await issue(await draft());
  const tried = await Promise.all(
    Array.from({ length: 6 }, () => owner.post(`/invoices/${sold.id}/credit`, {})),
  );
  expect(tried.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(tried.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await shown(sold)).toMatchObject({ settled: sold.total });
});

test('a visit can be charged again once its invoice was credited as a whole, and not before', async () => {
  const kai = await work.addTechnician();
  const visit = await finishVisit(work, { technicians: [kai.id] });
  const fields = { customer_id: visit.customer_id, visits: [visit.id] };
  const sold = await issue(await draft(fields));
  const [{ id: line }] = sold.lines as [InvoiceLine];
  await credited(sold, { lines: [{ id: line, total: 10_00 }] });
  const early = await owner.post('/invoices', fields);
  expect(early).toMatchObject({ status: 409, message: expect.stringContaining(`already on ${sold.number}`) });
  await credited(sold);
  await draft(fields);
});

test('a visit that is on a draft stays, because the draft would charge work that never was', async () => {
  const { customer_id, site_id } = await work.addSite();
  const kai = await work.addTechnician();
  const past = await owner.post('/past-visits', {
    job: { customer_id, site_id, description: 'Tap' },
    technicians: [kai.id],
    starts_at: '2026-11-12T22:00:00Z',
    ends_at: '2026-11-12T23:00:00Z',
  });
  expect([past.status, past.message]).toEqual([200, 'Done.']);
  const [{ id }] = (past.data as { row: JobRecord }).row.visits as [JobRecord['visits'][number]];
  const charging = await draft({ customer_id, visits: [id] });
  const undone = () => owner.post(`/changes/${changeOf(past)}/undo`);
  expect(await undone()).toMatchObject({ status: 409, message: expect.stringContaining('on an invoice') });
  const { version } = await shown(charging);
  const { status } = await owner.patch(`/invoices/${charging.id}`, { version, visits: [] });
  expect(status).toBe(200);
  expect(await undone()).toMatchObject({ status: 200 });
});

test('how its paper names a job is said in the draft, and what was dropped there stays away', async () => {
  const kai = await work.addTechnician();
  const visit = await finishVisit(work, {
    technicians: [kai.id],
    job: { description: 'Argues every bill' },
  });
  const before = await draft({ customer_id: visit.customer_id, visits: [visit.id] });
  const [{ job_id, address, done_on }] = before.work as [InvoiceRecord['work'][number]];
  const edit = async (fields: object) => {
    const { version } = await shown(before);
    const { data } = await owner.patch(`/invoices/${before.id}`, { version, ...fields });
    return (data as { row: InvoiceRecord }).row;
  };
  const named = await edit({ work: [{ job_id, title: ' Dripping tap ' }] });
  expect(named.work).toEqual([{ job_id, number: visit.job, title: 'Dripping tap', address, done_on }]);
  expect((await edit({ title: 'Tap' })).work).toEqual(named.work);
  expect(await edit({ work: [] })).toMatchObject({ work: [], jobs: [job_id] });
  expect((await edit({ title: 'Kitchen', visits: [visit.id] })).work).toEqual([]);
  const sold = await issue(await edit({ work: [{ job_id, title: '' }], lines: [tap()] }));
  expect(sold.work).toMatchObject([{ job_id, title: '' }]);
  const credit = await credited(sold, { is_draft: true });
  const refused = await owner.patch(`/invoices/${credit.id}`, { version: credit.version, work: [] });
  expect(refused).toMatchObject({ status: 422 });
});

test('a draft like another one is its own: without its visits, its number and its order', async () => {
  const sold = await issue(
    await draft({ title: 'Service', order_number: 'PO 2', lines: [tap({ quantity: 2_500 })] }),
  );
  const { status, data } = await owner.post(`/invoices/${sold.id}/copy`);
  expect(status).toBe(200);
  const { row } = data as { row: InvoiceRecord };
  expect(row).toMatchObject({
    state: 'draft',
    title: 'Service',
    order_number: '',
    total: sold.total,
    visits: [],
  });
  expect(row.lines[0]!.id).not.toBe(sold.lines[0]!.id);
});

test('an invoice goes to whoever pays, by the terms that were agreed with them', async () => {
  const [tenant, agent] = [await work.addSite(), await work.addSite()];
  const terms = (id: string, fields: object) =>
    owner.patch(`/customers/${id}/terms`, { version: 0, ...fields });
  expect(await terms(tenant.customer_id, { bill_to_id: agent.customer_id })).toMatchObject({ status: 200 });
  expect(await terms(agent.customer_id, { terms_days: 30 })).toMatchObject({ status: 200 });
  const made = await draft({ customer_id: tenant.customer_id });
  expect(made).toMatchObject({ bill_to_id: agent.customer_id, terms_days: 30 });
  expect(await issue(made)).toMatchObject({ buyer: { name: agent.name }, due_on: '2026-12-16' });
  expect((await listed(`customer=${agent.customer_id}`)).map(({ id }) => id)).toEqual([made.id]);
});

test('the list has views, an order and a search, and says what each view comes to', async () => {
  const site = await work.addSite();
  const mine = { customer_id: site.customer_id };
  const [small, large] = [await draft(mine), await draft({ ...mine, lines: [tap({ price: 900_00 })] })];
  const old = await issue(await draft({ ...mine, title: 'Zirconium valve', terms_days: 0 }), {
    issued_on: '2026-11-01',
  });
  const fresh = await issue(large);
  const query = `customer=${site.customer_id}`;
  const ids = async (more: string) => (await listed(`${query}&${more}`)).map(({ id }) => id);
  expect(await ids('view=draft')).toEqual([small.id]);
  expect(await ids('view=unpaid&sort=due')).toEqual([old.id, fresh.id]);
  expect(await ids('view=overdue')).toEqual([old.id]);
  expect(await ids('view=paid')).toEqual([]);
  expect(await ids('sort=-total')).toEqual(
    [fresh.id, old.id, small.id].toSorted((a, b) =>
      a === fresh.id ? -1 : b === fresh.id ? 1 : b.localeCompare(a),
    ),
  );
  expect(await ids('sort=-number')).toEqual([small.id, fresh.id, old.id]);
  expect(await ids('from=2026-11-02')).toEqual([fresh.id]);
  expect(await ids('search=zircon')).toEqual([old.id]);
  expect(await ids(`search=${fresh.number}`)).toEqual([fresh.id]);
  expect((await listed(`search=${site.name.split(' ')[1]}`)).length).toBe(3);
  expect((await listed(query))[0]).toMatchObject({ customer_name: site.name, bill_to_name: site.name });
  for (const [narrowed, all] of [
    ['', await listed('limit=200')],
    [`?customer=${site.customer_id}`, await listed(`customer=${site.customer_id}`)],
  ] as const) {
    const { row } = (await owner.get(`/invoices/summary${narrowed}`)).data as { row: InvoiceTotals };
    const open = all.filter(({ state, outstanding }) => state === 'issued' && outstanding > 0);
    expect(row.unpaid).toEqual({
      count: open.length,
      sum: open.reduce((sum, { outstanding }) => sum + outstanding, 0),
    });
    expect(row.draft.count).toBe(all.filter(({ state }) => state === 'draft').length);
    expect(row.paid.count).toBe(
      all.filter(
        ({ kind, state, outstanding }) => kind === 'invoice' && state === 'issued' && outstanding <= 0,
      ).length,
    );
  }
});

test('an invoice is found by its number, its order number, its title and whoever pays, by those alone who may see it', async () => {
  const sold = await issue(
    await draft({ title: 'Quandong pump', order_number: 'PO 88123', lines: [tap({ price: 1_500_00 })] }),
  );
  const { row: payer } = (await owner.get(`/customers/${customer}`)).data as { row: { name: string } };
  const found = async (q: string, by = owner) => {
    const { status, data } = await by.get(`/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return (data as { rows: { kind: string; id: string }[] }).rows.filter(({ kind }) => kind === 'invoices');
  };
  const hit = {
    kind: 'invoices',
    id: sold.id,
    title: sold.number,
    subtitle: `${payer.name} · $1,650.00 · Quandong pump · PO 88123`,
    customer_id: customer,
    is_archived: false,
    next: null,
  };
  for (const q of [sold.number!, '88123', 'quandong', `${sold.buyer!.name} quand`])
    expect(await found(q)).toEqual([hit]);
  const waiting = await draft({ title: 'Quandong tank' });
  expect(await found('tank')).toMatchObject([{ id: waiting.id, title: 'Draft invoice' }]);
  expect(await found('quandong', await dispatcherWith('none'))).toEqual([]);
  expect(await found('quandong', await dispatcherWith('drafts'))).toHaveLength(2);
});

test('whoever prepares drafts uses the prices that are set, and issues nothing', async () => {
  const { row: item } = (await owner.post('/items', { name: 'Elbow', price: 850 })).data as { row: Item };
  const drafts = await dispatcherWith('drafts');
  const priced = tap({ item_id: item.id, price: 850, description: 'Elbow' });
  const made = await draft({ lines: [priced, tap({ price: null })] }, drafts);
  const forbidden = { status: 403, message: expect.stringContaining('prices of your price list') };
  for (const own of [{ price: 1 }, { discount: 100 }, { gst: 'gst-free' }, { includes_gst: true }]) {
    const lines = [{ ...priced, ...own }];
    expect(await drafts.patch(`/invoices/${made.id}`, { version: made.version, lines })).toMatchObject(
      forbidden,
    );
    expect(await drafts.post('/invoices', { customer_id: customer, lines })).toMatchObject(forbidden);
  }
  const issuing = await drafts.post(`/invoices/${made.id}/issue`, { version: made.version });
  expect(issuing.status).toBe(403);
  const sold = await issue(await draft());
  expect((await drafts.post(`/invoices/${sold.id}/credit`, {})).status).toBe(403);
  const note = await credited(sold, { is_draft: true });
  expect((await drafts.patch(`/invoices/${note.id}`, { version: 1, note: 'x' })).status).toBe(403);
  expect((await drafts.delete(`/invoices/${note.id}`)).status).toBe(403);
  // What somebody with the right has priced stays so while others work on the draft.
  const open = made.lines[1]!;
  const lines = [priced, { ...saidOf(open), price: 5_00 }];
  const { data } = await owner.patch(`/invoices/${made.id}`, { version: made.version, lines });
  const { version } = (data as { row: Invoice }).row;
  const more = [priced, { ...lines[1]!, quantity: 3_000, description: 'Three odd elbows' }];
  const kept = await drafts.patch(`/invoices/${made.id}`, { version, lines: more });
  expect(kept.data).toMatchObject({ row: { total: 9_35 + 16_50 } });
  const none = await dispatcherWith('none');
  for (const path of ['/invoices', '/invoices/summary', `/invoices/${made.id}`, '/money-settings'])
    expect((await none.get(path)).status).toBe(403);
  const history = JSON.stringify((await none.get('/changes?limit=200')).data);
  expect(history).not.toContain(made.id);
});

test('the day of issue is that of the business, whatever the day is elsewhere', async () => {
  work.clock.now = Date.parse('2026-11-20T13:30:00Z');
  expect((await issue(await draft())).issued_on).toBe('2026-11-21');
  work.clock.now = MONDAY;
});

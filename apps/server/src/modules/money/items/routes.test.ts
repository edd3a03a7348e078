import { randomUUID } from 'node:crypto';
import type { Item } from '@muster/domain/money/items/schema';
import type { TeamMember } from '@muster/domain/identity/team/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imported, undoneLong } from '../../../../test/setups/long-tasks.ts';
import { schedulerByKey, schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { until } from '../../../../test/until.ts';
import { signInAs } from '../../../../test/sign-in.ts';

type Person = Awaited<ReturnType<typeof schedulerOf>>;

let work: Work;
let owner: Person;
let bookkeeper: Person;
beforeAll(async () => {
  work = await openWork();
  await work.app.listen({ port: 0, host: '127.0.0.1' });
  owner = work.owner;
  bookkeeper = await schedulerOf(work.app, 'bookkeeper@example.com');
});
afterAll(() => work.close());

const elbow = { kind: 'part', name: 'Copper elbow', unit: 'each', price: 850, cost: 362 } as const;

async function add(fields: object = {}, by = owner): Promise<Item> {
  const { status, message, data } = await by.post('/items', {
    ...elbow,
    name: `Elbow ${randomUUID()}`,
    ...fields,
  });
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: Item }).row;
}

async function listed(query: string, by = owner): Promise<Item[]> {
  const { status, message, data } = await by.get(`/items?${query}`);
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { rows: Item[] }).rows;
}

/** The dispatcher of the demo business with another right to money, which is a new sign-in. */
async function dispatcherWith(money: 'none' | 'drafts' | 'all'): Promise<Person> {
  const { rows } = (await owner.get('/team')).data as { rows: TeamMember[] };
  const { id, version } = rows.find(({ role }) => role === 'dispatcher')!;
  const { status } = await owner.put(`/team/${id}/money`, { version, money });
  expect(status).toBe(200);
  return schedulerOf(work.app, 'dispatcher@example.com');
}

test('an item is added, found, edited, archived, restored and undone; a code is had once', async () => {
  const item = await add({ code: 'CE-15' }, bookkeeper);
  expect(item).toMatchObject({ kind: 'part', price: 850, cost: 362, gst: 'gst', price_includes_gst: false });
  const twice = await owner.post('/items', { name: 'Another', code: 'ce-15' });
  expect(twice).toMatchObject({
    status: 409,
    message: 'Another item has this code. It may be archived. Choose another code.',
  });
  expect((await owner.post('/items', { name: 'No code' })).status).toBe(200);
  expect((await owner.post('/items', { name: 'No code either' })).status).toBe(200);
  expect((await listed('search=ce-15')).map(({ id }) => id)).toEqual([item.id]);
  const { data } = await owner.patch(`/items/${item.id}`, { version: 1, price: 900 });
  expect(data).toMatchObject({ row: { price: 900, version: 2 } });
  await owner.post(`/changes/${(data as { change: number }).change}/undo`);
  expect((await owner.get(`/items/${item.id}`)).data).toMatchObject({ row: { price: 850 } });
  await owner.post(`/items/${item.id}/archive`);
  expect(await listed('search=ce-15')).toEqual([]);
  expect(await listed('search=ce-15&archived=true')).toHaveLength(1);
  await owner.post(`/items/${item.id}/restore`);
  expect(await listed('search=ce-15&kind=labour')).toEqual([]);
});

test('only labour has a minimum and steps, and no price is below zero or a fraction', async () => {
  const refused = await owner.post('/items', { ...elbow, minimum: 30 });
  expect(refused).toMatchObject({ status: 409, message: 'Only labour has a minimum and steps.' });
  expect(await add({ kind: 'labour', minimum: 30, step: 15 })).toMatchObject({ minimum: 30, step: 15 });
  for (const price of [-1, 0.5, 1_000_000_001])
    expect((await owner.post('/items', { ...elbow, price })).status).toBe(400);
});

test('a dispatcher sees no price until an owner says so, then prices without costs, then everything', async () => {
  const item = await add({ name: 'Zirconium elbow', cost: 7_654_321 });
  const search = async (by: Person) =>
    ((await by.get('/search?q=zirconium')).data as { rows: { id: string }[] }).rows.map(({ id }) => id);
  const meant = async (by: Person) => (await by.get('/search?q=zirconum')).data;
  const history = async (by: Person) => JSON.stringify((await by.get('/changes?limit=200')).data);

  const none = await dispatcherWith('none');
  expect((await none.get('/items')).status).toBe(403);
  expect(await search(none)).toEqual([]);
  expect(await meant(none)).toMatchObject({ rows: [], searched: null });
  expect(await history(none)).not.toContain('7654321');

  const drafts = await dispatcherWith('drafts');
  expect((await none.get('/items')).status).toBe(401);
  expect((await drafts.get(`/items/${item.id}`)).data).toMatchObject({ row: { price: 850, cost: null } });
  expect((await listed('search=zirconium', drafts))[0]).toMatchObject({ price: 850, cost: null });
  expect(await search(drafts)).toEqual([item.id]);
  expect(await meant(drafts)).toMatchObject({ searched: 'zirconium' });
  expect(await history(drafts)).not.toContain('7654321');
  expect((await drafts.patch(`/items/${item.id}`, { version: 1, price: 1 })).status).toBe(403);
  expect((await drafts.get('/items.csv')).status).toBe(403);

  const all = await dispatcherWith('all');
  expect((await all.get(`/items/${item.id}`)).data).toMatchObject({ row: { cost: 7_654_321 } });
  expect(await history(all)).toContain('7654321');
  const { data } = await all.patch(`/items/${item.id}`, { version: 1, price: 1 });
  expect(data).toMatchObject({ row: { price: 1 } });
  const without = await dispatcherWith('none');
  const undo = await without.post(`/changes/${(data as { change: number }).change}/undo`);
  expect(undo.status).toBe(403);
});

test('what changes on the price list is streamed to those who may read it all, and to no one else', async () => {
  const heard = async (email: string) => {
    const { headers } = await signInAs(work.app, email);
    const stream = await openStream(work.app, headers);
    await stream.started();
    return stream;
  };
  const [keeper, dispatcher] = [await heard('bookkeeper@example.com'), await heard('dispatcher@example.com')];
  const item = await add();
  const last = { name: `Seen ${randomUUID()}` };
  await owner.post('/customers', last);
  const told = async ({ messages }: typeof keeper) => {
    await until(() => JSON.stringify(messages()).includes(last.name));
    return JSON.stringify(messages());
  };
  expect(await told(keeper)).toContain(item.id);
  expect(await told(dispatcher)).not.toContain(item.id);
  for (const stream of [keeper, dispatcher]) stream.response.destroy();
});

test('an API key reads prices only if it was made so', async () => {
  const keyWith = async (fields: object) => {
    const { data } = await owner.post('/api-keys', { name: 'Books', rights: 'read only', ...fields });
    return schedulerByKey(work.app, (data as { key: string }).key);
  };
  expect((await (await keyWith({})).get('/items')).status).toBe(403);
  const reader = await keyWith({ money: 'drafts' });
  await add({ name: 'Known to keys', code: 'KEY-1' });
  expect((await listed('search=key-1', reader))[0]).toMatchObject({ price: 850, cost: null });
  expect((await reader.post('/items', elbow)).status).toBe(403);
});

test('a bookkeeper reads customers and jobs, and changes neither', async () => {
  const job = await work.addJob();
  expect((await bookkeeper.get(`/jobs/${job.id}`)).status).toBe(200);
  expect((await bookkeeper.get(`/customers/${job.customer.id}`)).status).toBe(200);
  expect((await bookkeeper.patch(`/customers/${job.customer.id}`, { version: 1, note: 'x' })).status).toBe(
    403,
  );
  expect((await bookkeeper.get('/technicians')).status).toBe(403);
  expect((await bookkeeper.get('/board?from=2026-11-16&to=2026-11-17')).status).toBe(403);
  const { data } = await owner.patch(`/jobs/${job.id}`, { version: 1, description: 'Tap' });
  const undo = await bookkeeper.post(`/changes/${(data as { change: number }).change}/undo`);
  expect(undo.status).toBe(403);
  const kai = await work.addTechnician();
  const found = (await bookkeeper.get(`/search?q=${kai.name.split(' ')[1]}`)).data as { rows: [] };
  expect(found.rows).toEqual([]);
});

test('a merchant’s list comes in, updates what is there by its code, and goes out as it came', async () => {
  await add({ code: 'M-1', name: 'Old name', cost: 999, unit: 'box' });
  const csv = [
    'SKU,Description,Nett price,RRP,UOM,Tax',
    'M-1,New name,4.10,"$1,008.50",,GST',
    'M-2,Second,,12.5,m,GST Free',
  ].join('\r\n');
  const done = await imported(work.here, bookkeeper, { kind: 'items', csv });
  expect(done).toMatchObject({ state: 'done', done: 2, left_out: 0 });
  const rows = await listed('search=M');
  const [first, second] = ['M-1', 'M-2'].map((code) => rows.find((row) => row.code === code)!);
  expect(first).toMatchObject({ name: 'New name', price: 100_850, cost: 410, unit: 'box', version: 2 });
  expect(second).toMatchObject({ name: 'Second', price: 1_250, cost: null, unit: 'm', gst: 'gst-free' });
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const out = await work.app.inject({ url: '/services/scheduling/api/v1/items.csv?search=M-', headers });
  expect(out.body.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFF"Kind","Name","Code","Unit","Sale price","Price includes GST","GST","Cost","Minimum","Step"',
    '"Part","New name","M-1","box","1008.5","no","GST","4.1","",""',
    '"Part","Second","M-2","m","12.5","no","GST-free","","",""',
  ]);
  const again = await imported(work.here, bookkeeper, { kind: 'items', csv: out.body });
  expect(again).toMatchObject({ state: 'done', done: 2 });
  expect((await listed('search=M-2'))[0]).toMatchObject({ version: 1, price: 1_250 });
});

test('a table says row by row what is no price, no GST, and a code that is there twice', async () => {
  const csv = ['Name,Code,Price,GST,Minimum', 'A,X-1,1.234,GST,', 'B,X-2,5,maybe,', 'C,X-2,,,30'].join(
    '\r\n',
  );
  const { data } = await owner.post('/imports/preview', { kind: 'items', csv });
  expect((data as { problems: object[] }).problems).toEqual([
    { row: 2, field: 'price', text: 'Sale price must be in dollars and cents, such as 12.50.' },
    { row: 3, field: 'gst', text: 'GST must be GST, GST-free or Input taxed.' },
    { row: 3, field: 'code', text: 'Several rows have the code X-2.' },
    { row: 4, field: 'minimum', text: 'Only labour has a minimum and steps.' },
    { row: 4, field: 'code', text: 'Several rows have the code X-2.' },
  ]);
});

test('each sees the imports of what they may take in, and no others', async () => {
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  const draft = async (by: Person, kind: string) => {
    const asked = { kind, csv: 'Name\r\nSecret', is_draft: true };
    return (await by.post('/imports', asked)).data as { id: string };
  };
  const { id } = await draft(bookkeeper, 'items');
  expect((await dispatcher.get(`/imports/${id}`)).status).toBe(403);
  expect((await dispatcher.get(`/imports/${id}/preview`)).status).toBe(403);
  expect((await dispatcher.post(`/imports/${id}/start`)).status).toBe(403);
  expect((await dispatcher.delete(`/imports/${id}`)).status).toBe(403);
  expect((await dispatcher.get('/imports?kind=items')).status).toBe(403);
  const other = await draft(dispatcher, 'customers');
  expect((await bookkeeper.get(`/imports/${other.id}`)).status).toBe(403);
  expect((await bookkeeper.get(`/imports/${id}`)).status).toBe(200);
});

test('2,000 items come in as one change, are found at once, and go by one undo of whoever may', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `Fitting ${at},F-${at},${at}.05,${at}.01`);
  const csv = ['Name,Code,Price,Cost', ...lines].join('\r\n');
  const done = await imported(work.here, bookkeeper, { kind: 'items', csv });
  expect(done).toMatchObject({ state: 'done', done: 2_000 });
  expect(await listed('search=1999')).toMatchObject([{ price: 199_905, cost: 199_901 }]);
  expect(await listed('search=fitting&limit=100')).toHaveLength(100);
  expect(await undoneLong(work.here, bookkeeper, done.change!)).toMatchObject({ state: 'done' });
  expect(await listed('search=fitting')).toEqual([]);
});

test('a kit brings several items, has no price of its own, and nothing in it goes while it is there', async () => {
  const [tap, hose] = [await add({ price: 10_000 }), await add({ price: 250 })];
  const parts = [
    { item_id: tap.id, quantity: 1_000 },
    { item_id: hose.id, quantity: 2_500 },
  ];
  const priced = await owner.post('/items', { kind: 'kit', name: 'Tap kit', price: 1, parts });
  expect(priced).toMatchObject({ status: 409, message: expect.stringContaining('no price of its own') });
  expect((await owner.post('/items', { kind: 'kit', name: 'Empty' })).status).toBe(409);
  expect((await owner.post('/items', { name: 'No kit', parts })).status).toBe(409);
  const kit = await add({ kind: 'kit', name: 'Tap kit', unit: '', price: null, cost: null, parts });
  const { data } = await owner.get(`/items/${kit.id}/lines?quantity=2000`);
  expect(data).toMatchObject({
    rows: [
      { item_id: tap.id, quantity: 2_000, price: 10_000 },
      { item_id: hose.id, quantity: 5_000, price: 250 },
    ],
  });
  const nested = { kind: 'kit', name: 'Kit of kits', parts: [{ item_id: kit.id, quantity: 1_000 }] };
  expect(await owner.post('/items', nested)).toMatchObject({
    status: 422,
    message: 'Tap kit is a kit itself. Add the items that are in it instead.',
  });
  const strange = { ...nested, parts: [{ item_id: randomUUID(), quantity: 1_000 }] };
  expect((await owner.post('/items', strange)).status).toBe(422);
  const added = await owner.get(`/changes?subject=${hose.id}`);
  const { number } = (added.data as { rows: { number: number }[] }).rows.at(-1)!;
  expect(await owner.post(`/changes/${number}/undo`)).toMatchObject({
    status: 409,
    message: 'The kit Tap kit has this item in it. Take it out of the kit first.',
  });
  const out = await owner.patch(`/items/${kit.id}`, { version: 1, parts: parts.slice(0, 1) });
  expect(out.data).toMatchObject({ row: { parts: [{ item_id: tap.id }] } });
  expect((await owner.post(`/changes/${number}/undo`)).status).toBe(200);
});

test('kits are no part of a table that goes out, and no table brings one in', async () => {
  const tap = await add({ name: 'Kit-free tap' });
  const parts = [{ item_id: tap.id, quantity: 1_000 }];
  await add({ kind: 'kit', name: 'Kit-free kit', unit: '', price: null, cost: null, parts });
  const { headers } = await signInAs(work.app, 'bookkeeper@example.com');
  const url = '/services/scheduling/api/v1/items.csv?search=kit-free';
  const out = await work.app.inject({ url, headers });
  expect(out.body).toContain('Kit-free tap');
  expect(out.body).not.toContain('Kit-free kit');
  const csv = ['Name,Kind', 'Another kit,Kit'].join('\r\n');
  const { data } = await owner.post('/imports/preview', { kind: 'items', csv });
  expect((data as { problems: object[] }).problems).toEqual([
    { row: 2, field: 'kind', text: 'A kit can’t be imported, because a table doesn’t say what is in it.' },
  ]);
});

import { randomUUID } from 'node:crypto';
import type { Customer, CustomerRecord, CustomerSummary } from '@muster/domain/work/customers/schema';
import type { Site } from '@muster/domain/work/sites/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';
import { fillSuburbs } from '../suburbs/service.ts';

const RYDE = 4220;
const BROKEN_HILL = 4977;

let here: TestDatabase;
let app: App;
let account: AccountId;
let dispatcher: Awaited<ReturnType<typeof schedulerOf>>;
let stranger: Awaited<ReturnType<typeof schedulerOf>>;
let technician: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  const { db } = here.database;
  await fillSuburbs(db);
  const [mine, other] = [await openBusiness(db), await openBusiness(db)];
  account = mine.account;
  app = await testApp(here);
  dispatcher = await schedulerOf(app, mine.dispatcher.email);
  technician = await schedulerOf(app, mine.technician.email);
  stranger = await schedulerOf(app, other.owner.email);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function add(fields: object = {}): Promise<Customer> {
  const { status, data, message } = await dispatcher.post('/customers', {
    name: `Kai ${randomUUID()}`,
    ...fields,
  });
  expect([status, message]).toEqual([200, 'Done.']);
  return (data as { row: Customer }).row;
}

async function show(id: string): Promise<CustomerRecord> {
  return ((await dispatcher.get(`/customers/${id}`)).data as { row: CustomerRecord }).row;
}

async function list(query: string): Promise<CustomerSummary[]> {
  const { status, data } = await dispatcher.get(`/customers?${query}`);
  expect(status).toBe(200);
  return (data as { rows: CustomerSummary[] }).rows;
}

test('a customer comes with contacts and sites in one change, tidy, and one undo takes all away', async () => {
  const made = await dispatcher.post('/customers', {
    name: '  Ryde Bakery ',
    abn: '51 824 753 556',
    phone: ' 02 9876 5432 ',
    email: ' Hello@Bakery.Example ',
    tags: ['VIP', ' VIP'],
    contacts: [{ name: 'Ana Lima', phone: '0412 345 678' }],
    sites: [{ address: '12 Church Street', suburb_id: RYDE }],
  });
  const { row, change } = made.data as { row: Customer; change: number };
  expect(row).toMatchObject({
    name: 'Ryde Bakery',
    abn: '51824753556',
    phone: '02 9876 5432',
    email: 'hello@bakery.example',
    tags: ['VIP'],
  });
  expect(await show(row.id)).toMatchObject({
    contacts: [{ name: 'Ana Lima', role: '' }],
    sites: [
      { suburb: 'Ryde', region: 'NSW', postcode: '2112', zone: 'Australia/Sydney', position_is_exact: false },
    ],
    jobs: [],
  });
  await dispatcher.post(`/changes/${change}/undo`);
  expect((await dispatcher.get(`/customers/${row.id}`)).status).toBe(404);
  expect(await list('search=lima')).toEqual([]);
});

test('an ABN whose check digits do not fit is refused in words, and an empty one is none', async () => {
  const wrong = await dispatcher.post('/customers', { name: 'Wrong', abn: '51 824 753 557' });
  expect(wrong).toMatchObject({ status: 422, message: expect.stringContaining('valid ABN') });
  expect((await add({ abn: ' ' })).abn).toBeNull();
});

test('a customer is found by name, phone in any spelling, mail, contact and suburb, all words together', async () => {
  const word = `z${randomUUID().slice(0, 8)}`;
  const { id } = await add({
    name: `Olé ${word}`,
    phone: '0499 111 222',
    email: `${word}@mail.example`,
    contacts: [{ name: `Berta ${word}b`, phone: '02 5555 1234' }],
    sites: [{ suburb_id: BROKEN_HILL, address: `${word}street` }],
  });
  for (const search of [
    word.slice(0, 6),
    `ole ${word}`,
    `${word}@mail.example`,
    `berta ${word}`,
    `${word} broken hill`,
    `${word} 2880`,
    `${word} 0499111222`,
    `${word} 0255551234`,
  ]) {
    const found = await list(`search=${encodeURIComponent(search)}`);
    expect([search, found.map((row) => row.id)]).toEqual([search, [id]]);
  }
  expect(await list(`search=${word} ryde`)).toEqual([]);
  for (const sign of ['%', '_', '%%', '\\', '*'])
    expect([sign, await list(`search=${encodeURIComponent(sign)}`)]).toEqual([sign, []]);
});

test('filters by region, suburb, tag and archived narrow each other', async () => {
  const tag = `t ${randomUUID()}`;
  const ryde = await add({ tags: [tag], sites: [{ suburb_id: RYDE }, { suburb_id: BROKEN_HILL }] });
  const hill = await add({ tags: [tag, 'x'], sites: [{ suburb_id: BROKEN_HILL }] });
  const none = await add({ tags: [`${tag} more`] });
  const ids = async (query: string) => (await list(query)).map(({ id }) => id).toSorted();
  expect(await ids(`tag=${tag}`)).toEqual([ryde.id, hill.id].toSorted());
  expect(await ids(`tag=${tag}&suburb=${RYDE}`)).toEqual([ryde.id]);
  expect(await ids(`tag=${tag}&region=NSW`)).toEqual([ryde.id, hill.id].toSorted());
  expect(await ids(`tag=${tag}&region=VIC`)).toEqual([]);
  await dispatcher.post(`/customers/${hill.id}/archive`);
  expect(await ids(`tag=${tag}`)).toEqual([ryde.id]);
  expect(await ids(`tag=${tag}&archived=true`)).toEqual([hill.id]);
  await dispatcher.post(`/customers/${hill.id}/restore`);
  expect(await ids(`tag=${tag}`)).toEqual([ryde.id, hill.id].toSorted());
  expect((await list(`tag=${tag}&suburb=${RYDE}`))[0]).toMatchObject({ suburb: 'Ryde NSW', site_count: 2 });
  expect(await ids(`search=${tag.slice(2, 10)}`)).toContain(none.id);
});

test.each(['name', '-name', 'created', '-created'])('pages sorted by %s follow each other', async (sort) => {
  const word = `p${randomUUID().slice(0, 8)}`;
  for (const at of [3, 1, 4, 2, 5]) await add({ name: `${word} ${at}` });
  const names: string[] = [];
  let cursor = '';
  do {
    const { data } = await dispatcher.get(
      `/customers?search=${word}&sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`,
    );
    const page = data as { rows: { name: string }[]; next: string | null };
    names.push(...page.rows.map(({ name }) => name.slice(-1)));
    cursor = page.next ?? '';
  } while (cursor);
  const expected = { name: '12345', '-name': '54321', created: '31425', '-created': '52413' }[sort];
  expect(names.join('')).toBe(expected);
});

test('an edit of an old version is refused with both versions', async () => {
  const { id } = await add({ phone: '0400 000 001' });
  await dispatcher.patch(`/customers/${id}`, { version: 1, phone: '0400 000 002' });
  const late = await dispatcher.patch(`/customers/${id}`, { version: 1, note: 'mine' });
  expect(late).toMatchObject({
    status: 409,
    data: { expected: 1, current: 2, base: { phone: '0400 000 001' }, row: { phone: '0400 000 002' } },
  });
});

test("another account's customer, contact and site are answered like those that don't exist, and technicians may not ask", async () => {
  const { id } = await add({ contacts: [{ name: 'C' }], sites: [{ suburb_id: RYDE }] });
  const { contacts, sites } = await show(id);
  const calls = (customer: string, contact: string, site: string) =>
    [
      ['get', `/customers/${customer}`],
      ['get', `/sites/${site}`],
      ['patch', `/customers/${customer}`, { version: 1, note: 'x' }],
      ['patch', `/contacts/${contact}`, { version: 1, role: 'x' }],
      ['patch', `/sites/${site}`, { version: 1, hazards: 'x' }],
      ['post', `/customers/${customer}/archive`],
      ['post', `/customers/${customer}/restore`],
      ['post', `/sites/${site}/archive`],
      ['post', `/sites/${site}/restore`],
      ['post', `/customers/${customer}/sites`, { suburb_id: RYDE }],
      ['post', `/customers/${customer}/contacts`, { name: 'x' }],
      ['delete', `/contacts/${contact}`],
    ] as const;
  const ours = calls(id, contacts[0]!.id, sites[0]!.id);
  const unknown = calls(randomUUID(), randomUUID(), randomUUID());
  for (const [at, [method, path, body]] of ours.entries()) {
    const [, elsewhere] = unknown[at]!;
    const theirs = await stranger[method](path, body as never);
    expect([path, theirs.status]).toEqual([path, 404]);
    expect(theirs).toEqual(await stranger[method](elsewhere, body as never));
    expect([path, (await technician[method](path, body as never)).status]).toEqual([path, 403]);
  }
  expect(((await stranger.get('/customers')).data as { rows: object[] }).rows).toEqual([]);
  expect(await show(id)).toMatchObject({ version: 1, contacts: [{ version: 1 }], sites: [{ version: 1 }] });
});

test('a phone or mail that is none is refused, of a customer and of their contacts', async () => {
  const { id } = await add({});
  for (const fields of [{ phone: 'abc' }, { email: 'x' }]) {
    const bad = { name: 'Bad', ...fields };
    const answers = [
      await dispatcher.post('/customers', bad),
      await dispatcher.post('/customers', { name: 'Good', contacts: [bad] }),
      await dispatcher.patch(`/customers/${id}`, { version: 1, ...fields }),
      await dispatcher.post(`/customers/${id}/contacts`, bad),
    ];
    expect([fields, ...answers.map(({ status }) => status)]).toEqual([fields, 422, 422, 422, 422]);
  }
  const added = await dispatcher.post(`/customers/${id}/contacts`, { name: 'Ana', phone: '(02) 98765432' });
  expect(added.data).toMatchObject({ row: { phone: '02 9876 5432' } });
});

test('who may be the same is told while typing: by phone however written, mail, or name and suburb', async () => {
  const word = randomUUID().slice(0, 8);
  const phone = `04${word.replaceAll(/\D/g, '7').padEnd(8, '3')}`;
  const { id } = await add({
    name: `Twin ${word}`,
    phone: `+61 ${phone.slice(1, 4)} ${phone.slice(4)}`,
    email: `${word}@twin.example`,
    sites: [{ suburb_id: RYDE }],
  });
  const boss = await add({
    name: `Boss ${word}`,
    contacts: [{ name: `Twin ${word}`, email: `${word}c@twin.example` }],
    sites: [{ suburb_id: RYDE }],
  });
  const ask = async (query: string) =>
    ((await dispatcher.get(`/customers/duplicates?${query}`)).data as { rows: { id: string }[] }).rows;
  expect(await ask(`phone=${phone}`)).toMatchObject([
    { id, contact: null, reasons: ['phone'], suburb: 'Ryde NSW' },
  ]);
  expect(await ask(`email=${word.toUpperCase()}@Twin.example`)).toMatchObject([{ id, reasons: ['email'] }]);
  expect(await ask(`email=${word}c@twin.example`)).toMatchObject([{ id: boss.id, contact: `Twin ${word}` }]);
  expect((await ask(`name=twin ${word}&suburb_id=${RYDE}`)).map((row) => row.id).toSorted()).toEqual(
    [id, boss.id].toSorted(),
  );
  expect(await ask(`name=twin ${word}&suburb_id=${BROKEN_HILL}`)).toEqual([]);
  expect(await ask(`name=twin ${word}`)).toEqual([]);
  expect(await ask(`phone=${phone}&except=${id}`)).toEqual([]);
  expect(await ask('phone=&email=')).toEqual([]);
  const elsewhere = await stranger.get(`/customers/duplicates?phone=${phone}`);
  expect(elsewhere.data).toMatchObject({ rows: [] });
});

test('contacts are edited and removed, told in the history of the customer, and come back by undo', async () => {
  const { id } = await add();
  const added = await dispatcher.post(`/customers/${id}/contacts`, { name: ' Ana ', email: 'A@B.example' });
  const contact = (added.data as { row: { id: string } }).row;
  expect(added.data).toMatchObject({ row: { name: 'Ana', email: 'a@b.example' } });
  await dispatcher.patch(`/contacts/${contact.id}`, { version: 1, role: 'Tenant' });
  const removed = await dispatcher.delete(`/contacts/${contact.id}`);
  expect((await show(id)).contacts).toEqual([]);
  await dispatcher.post(`/changes/${(removed.data as { change: number }).change}/undo`);
  expect((await show(id)).contacts).toMatchObject([{ id: contact.id, role: 'Tenant' }]);
  const { data } = await dispatcher.get(`/changes?subject=${id}`);
  expect((data as { rows: { kind: string }[] }).rows.map(({ kind }) => kind)).toEqual([
    'undo',
    'contact removed',
    'contact edited',
    'contact added',
    'customer added',
  ]);
});

test('the latest jobs of a customer are told, the newest first', async () => {
  const { id } = await add({ sites: [{ suburb_id: RYDE }] });
  const { sites } = await show(id);
  const site: Site = sites[0]!;
  await withAccount(here.database.db, account, (db) =>
    sql`insert into jobs (account_id, number, customer_id, site_id, description)
        select ${account}, n, ${id}, ${site.id}, 'Job ' || n from generate_series(1, 12) n`.execute(db),
  );
  expect((await show(id)).jobs.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here);
  owner = await schedulerOf(app, 'owner@example.com');
  const account = '0193e5a0-0000-7000-8000-000000000001';
  await here.asOwner(`select set_config('muster.account', '${account}', false)`);
  await here.asOwner(`
    with customer as (
      insert into customers (account_id, name, phone) values ('${account}', 'Blue Gum Bakery', '02 9876 5432') returning id, name),
    site as (
      insert into sites (account_id, customer_id, address, suburb, latitude, longitude, zone)
      select '${account}', id, '12 Gumtree Lane', 'Ryde', -33.8, 151.1, 'Australia/Sydney' from customer returning id, customer_id),
    job as (
      insert into jobs (account_id, number, customer_id, site_id, description)
      select '${account}', 1042, customer_id, id, 'Replace the oven' from site returning id)
    insert into search_words (account_id, table_name, word, row_id)
    select current_account(), 'customers', word, id from customer, unnest(array['blue', 'gum', 'bakery', '02', '9876', '5432']) word
    union all select current_account(), 'sites', word, id from site, unnest(array['12', 'gumtree', 'lane', 'ryde', 'blue']) word
    union all select current_account(), 'jobs', word, id from job, unnest(array['1042', 'replace', 'the', 'oven', 'blue']) word`);
  for (const name of ['Gummo Marx', 'Gum Harris', 'Blue Bell']) await owner.post('/technicians', { name });
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Found {
  kind: string;
  id: string;
  title: string;
  subtitle: string;
  is_archived: boolean;
}

async function find(q: string): Promise<Found[]> {
  const { status, data } = await owner.get(`/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return (data as { rows: Found[] }).rows;
}

test('everything is found by beginnings of its words, whole words first', async () => {
  expect((await find('gum')).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'technicians Gum Harris',
    'customers Blue Gum Bakery',
    'technicians Gummo Marx',
    'sites 12 Gumtree Lane',
  ]);
});

test('all words have to be there, in any order and with any accent', async () => {
  expect((await find('GÚM blu')).map(({ title }) => title)).toEqual(['Blue Gum Bakery', '12 Gumtree Lane']);
  expect(await find('gum nothing')).toEqual([]);
  expect(await find('!?')).toEqual([]);
});

test('a job is found by its number, and shown with its customer', async () => {
  expect(await find('J-1042')).toMatchObject([
    { kind: 'jobs', title: 'J-1042', subtitle: 'Blue Gum Bakery · Replace the oven', is_archived: false },
  ]);
});

test('what was archived comes last, and what was undone is not found', async () => {
  const made = await owner.post('/technicians', { name: 'Gum Aardvark' });
  const { row } = made.data as { row: { id: string } };
  await owner.post(`/technicians/${row.id}/archive`);
  const found = await find('gum');
  expect(found.at(-1)).toMatchObject({ title: 'Gum Aardvark', is_archived: true });
  const undone = await owner.post('/technicians', { name: 'Gum Undone' });
  expect((await find('gum und')).map(({ title }) => title)).toEqual(['Gum Undone']);
  await owner.post(`/changes/${(undone.data as { change: number }).change}/undo`);
  expect(await find('gum und')).toEqual([]);
});

test('at most eight of each kind are shown', async () => {
  for (let at = 0; at < 10; at += 1) await owner.post('/technicians', { name: `Plenty ${at}` });
  expect(await find('plenty')).toHaveLength(8);
});

interface Ringing extends Found {
  customer_id: string | null;
  next: { starts_at: string; zone: string; crew: string; state: string } | null;
}

async function ask(q: string): Promise<{ rows: Ringing[]; searched: string | null }> {
  const { status, data } = await owner.get(`/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return data;
}

test('whoever rings is found by their number in any form, with who comes next and when', async () => {
  await here.asOwner(`select set_config('muster.scenario', current_account()::text, false)`);
  await here.asOwner(`
    with technician as (
      insert into technicians (account_id, name, is_active) values (current_account(), 'Plumber Pat', true) returning id),
    visit as (
      insert into visits (account_id, job_id, number, duration, state)
      select current_account(), id, 7, 60, 'dispatched' from jobs where number = 1042 returning id)
    insert into assignments (account_id, scenario_id, visit_id, technician_id, starts_at, ends_at, is_lead)
    select current_account(), current_account(), visit.id, technician.id, '2099-01-05T22:30:00Z', '2099-01-05T23:30:00Z', true
      from visit, technician`);
  const made = await owner.post('/customers', {
    name: 'Wattle Street Flats',
    contacts: [{ name: 'Tina Tenant', phone: '+61 455 000 123' }],
  });
  const { row } = made.data as { row: { id: string } };
  for (const q of ['0298765432', '02 9876 5432', '+61298765432', '9876 5432', '5432', '029876'])
    expect((await ask(q)).rows[0]).toMatchObject({
      title: 'Blue Gum Bakery',
      next: { starts_at: '2099-01-05T22:30:00+00:00', crew: 'Plumber Pat', state: 'dispatched' },
    });
  for (const q of ['0455000123', '+61455000123', '000 123'])
    expect((await ask(q)).rows).toMatchObject([
      { kind: 'contacts', title: 'Tina Tenant', customer_id: row.id, next: null },
    ]);
  expect((await ask('J-1042')).rows[0]!.next).toMatchObject({ zone: 'Australia/Sydney' });
  expect((await ask('0499999999')).rows).toEqual([]);
  const listed = await owner.get(`/customers?search=${encodeURIComponent('+61 455 000 123')}`);
  expect(listed.data).toMatchObject({ rows: [{ name: 'Wattle Street Flats' }] });
});

test('a slip of the finger is corrected to the nearest word there is, and said', async () => {
  for (const [typed, searched] of [
    ['bakrey', 'bakery'],
    ['gumtere lane', 'gumtree lane'],
    ['bleu bakery', 'blue bakery'],
    ['bleu bakrey', 'blue bakery'],
  ])
    expect(await ask(typed!)).toMatchObject({ searched, rows: [{}] });
  expect((await ask('bakery')).searched).toBeNull();
  // More than two are corrected for nobody: each is compared with hundreds.
  for (const nothing of ['zzzzzz', 'bakrey zzzzzz', 'bakrey gummo', 'gumtere laen rdye'])
    expect(await ask(nothing)).toEqual({
      rows: [],
      searched: null,
      change: expect.any(Number),
    });
});

test('an edit that leaves the words of a record as they are does not write them again', async () => {
  const { data } = await owner.post('/technicians', { name: 'Quokka Jones' });
  const { id } = (data as { row: { id: string } }).row;
  const wordStatementsOf = async (fields: object): Promise<number> => {
    const sent = vi.spyOn(Client.prototype, 'query');
    const { status } = await owner.patch(`/technicians/${id}`, fields);
    const texts = sent.mock.calls.map(([query]) => JSON.stringify(query));
    sent.mockRestore();
    expect(status).toBe(200);
    return texts.filter((text) => text.includes('search_words')).length;
  };
  expect(await wordStatementsOf({ version: 1, colour: 'blue' })).toBe(0);
  expect(await wordStatementsOf({ version: 2, name: 'Wombat Jones' })).toBeGreaterThan(0);
});

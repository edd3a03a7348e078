import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { schedulerOf } from '../../../test/scheduler.ts';
import type { App } from '../../platform/deps.ts';

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

import { randomUUID } from 'node:crypto';
import type { Site } from '@muster/domain/work/sites/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';
import { fillSuburbs } from '../suburbs/service.ts';

const RYDE = 4220;
const BROKEN_HILL = 4977;

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
let stranger: Awaited<ReturnType<typeof schedulerOf>>;
let customer: string;
beforeAll(async () => {
  here = await testDatabase();
  const { db } = here.database;
  await fillSuburbs(db);
  const [mine, other] = [await openBusiness(db), await openBusiness(db)];
  app = await testApp(here);
  owner = await schedulerOf(app, mine.owner.email);
  stranger = await schedulerOf(app, other.owner.email);
  const { data } = await owner.post('/customers', { name: 'Kai' });
  customer = (data as { row: { id: string } }).row.id;
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function add(fields: object): Promise<Site> {
  const { data } = await owner.post(`/customers/${customer}/sites`, fields);
  return (data as { row: Site }).row;
}

async function edit(id: string, fields: object): Promise<Site> {
  const { data } = await owner.patch(`/sites/${id}`, fields);
  return (data as { row: Site }).row;
}

async function newTechnician(by: typeof owner): Promise<string> {
  const { data } = await by.post('/technicians', { name: `T ${randomUUID()}` });
  return (data as { row: { id: string } }).row.id;
}

test('a suburb says where a site is and which time it keeps', async () => {
  expect(await add({ suburb_id: BROKEN_HILL, address: ' 1 Argent Street ' })).toMatchObject({
    address: '1 Argent Street',
    suburb: 'Broken Hill',
    region: 'NSW',
    postcode: '2880',
    latitude: expect.closeTo(-31.95, 1),
    position_is_exact: false,
    zone: 'Australia/Broken_Hill',
  });
});

test('coordinates that are given are a pin, which stays until somebody moves it or takes it away', async () => {
  const site = await add({ suburb_id: RYDE, latitude: -33.8, longitude: 151.1 });
  expect(site).toMatchObject({ latitude: -33.8, longitude: 151.1, position_is_exact: true });
  const noted = await edit(site.id, { version: 1, hazards: 'Dog' });
  expect(noted).toMatchObject({ latitude: -33.8, position_is_exact: true, hazards: 'Dog' });
  const moved = await edit(site.id, { version: 2, suburb_id: BROKEN_HILL });
  expect(moved).toMatchObject({
    suburb: 'Broken Hill',
    latitude: -33.8,
    position_is_exact: true,
    zone: 'Australia/Broken_Hill',
  });
  const pinned = await edit(site.id, { version: 3, latitude: -31.9, longitude: 141.4 });
  expect(pinned).toMatchObject({ suburb: 'Broken Hill', latitude: -31.9, position_is_exact: true });
  const back = await edit(site.id, { version: 4, latitude: null, longitude: null });
  expect(back).toMatchObject({ latitude: expect.closeTo(-31.95, 1), position_is_exact: false });
  const again = await edit(site.id, { version: 5, suburb_id: RYDE });
  expect(again).toMatchObject({ latitude: expect.closeTo(-33.8, 1), position_is_exact: false });
});

test('a zone that was chosen stays when the pin moves', async () => {
  const site = await add({ suburb_id: RYDE, zone: 'Australia/Brisbane' });
  const moved = await edit(site.id, { version: 1, latitude: -33.8, longitude: 151.1 });
  expect([site.zone, moved.zone]).toEqual(['Australia/Brisbane', 'Australia/Brisbane']);
});

test('without a suburb the coordinates are needed, and the zone is that of the business', async () => {
  expect(await add({ address: 'Mine 3', latitude: -22, longitude: 118 })).toMatchObject({
    suburb_id: null,
    suburb: '',
    zone: 'Australia/Sydney',
    position_is_exact: true,
  });
  for (const fields of [{}, { latitude: -22 }, { suburb_id: 999_999 }, { suburb_id: RYDE, longitude: 151 }]) {
    const refused = await owner.post(`/customers/${customer}/sites`, fields);
    expect([fields, refused.status]).toEqual([fields, 422]);
  }
});

test('a position that is nowhere on earth is refused, new or edited', async () => {
  const nowhere = { latitude: 999, longitude: 999 };
  expect((await owner.post(`/customers/${customer}/sites`, nowhere)).status).toBe(400);
  const { id } = await add({ suburb_id: RYDE });
  expect((await owner.patch(`/sites/${id}`, { version: 1, ...nowhere })).status).toBe(400);
});

test('preferred and banned technicians exist in the account, and nobody is both', async () => {
  const [mine, theirs] = [await newTechnician(owner), await newTechnician(stranger)];
  expect(await add({ suburb_id: RYDE, preferred: [mine] })).toMatchObject({ preferred: [mine], banned: [] });
  const foreign = await owner.post(`/customers/${customer}/sites`, { suburb_id: RYDE, banned: [theirs] });
  const unknown = await owner.post(`/customers/${customer}/sites`, {
    suburb_id: RYDE,
    banned: [randomUUID()],
  });
  expect(foreign).toEqual(unknown);
  expect(foreign.status).toBe(422);
  const { id } = await add({ suburb_id: RYDE, preferred: [mine] });
  expect((await owner.patch(`/sites/${id}`, { version: 1, banned: [mine] })).status).toBe(422);
  expect(await edit(id, { version: 1, preferred: [], banned: [mine] })).toMatchObject({ banned: [mine] });
});

test('sites are listed with their customer, found by address, filtered and archived', async () => {
  const word = `w${randomUUID().slice(0, 8)}`;
  const site = await add({ suburb_id: BROKEN_HILL, address: `9 ${word} Lane` });
  const find = async (query: string) =>
    ((await owner.get(`/sites?${query}`)).data as { rows: { id: string }[] }).rows;
  expect(await find(`search=${word}`)).toMatchObject([{ id: site.id, customer_name: 'Kai' }]);
  expect(await find(`search=${word}&region=VIC`)).toEqual([]);
  expect(await find(`search=${word}&suburb=${BROKEN_HILL}&customer=${customer}`)).toHaveLength(1);
  await owner.post(`/sites/${site.id}/archive`);
  expect(await find(`search=${word}`)).toEqual([]);
  expect(await find(`search=${word}&archived=true`)).toHaveLength(1);
  await owner.post(`/sites/${site.id}/restore`);
  expect(await find(`search=${word}`)).toHaveLength(1);
});

test('streets of the business are suggested while an address is typed, the commonest first, and nobody else’s', async () => {
  const name = `Quince${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  await add({ suburb_id: BROKEN_HILL, address: `1 ${name} Lane` });
  for (const number of ['2', 'Unit 3/4', '7a'])
    await add({ suburb_id: RYDE, address: `${number} ${name} Road` });
  const archived = await add({ suburb_id: RYDE, address: `1 ${name} Court` });
  await owner.post(`/sites/${archived.id}/archive`);
  const find = async (search: string, by = owner) =>
    ((await by.get(`/streets?search=${encodeURIComponent(search)}`)).data as { rows: object[] }).rows;
  const road = {
    street: `${name} Road`,
    suburb_id: RYDE,
    suburb: 'Ryde',
    region: 'NSW',
    postcode: '2112',
    sites: 3,
  };
  const lane = { street: `${name} Lane`, suburb_id: BROKEN_HILL, zone: 'Australia/Broken_Hill', sites: 1 };
  expect(await find(`14 ${name.slice(0, 8)}`)).toMatchObject([road, lane]);
  expect(await find(`${name} l`)).toMatchObject([lane]);
  expect(await find('14')).toEqual([]);
  // What every address has, and what too many begin with, tells no street.
  for (const common of ['12 la', '12 lane', '12 rd', '12 qu']) expect(await find(common)).toEqual([]);
  expect(await find(`${name} Road`)).toMatchObject([road]);
  // A suburb is no street.
  expect((await find('ryde')).every((row) => Reflect.get(row, 'street') !== `${name} Road`)).toBe(true);
  expect(await find(name, stranger)).toEqual([]);
});

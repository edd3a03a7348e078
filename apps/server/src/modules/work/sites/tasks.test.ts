import { randomUUID } from 'node:crypto';
import type { Site } from '@muster/domain/work/sites/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { type GeocoderService, geocoderService } from '../../../../test/services/geocoder-service.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { until } from '../../../../test/until.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { fillSuburbs } from '../suburbs/service.ts';

const RYDE = 4220;
const MINUTE_MS = 60_000;

let service: GeocoderService;
let work: Work;
let customer: string;
let stranger: Awaited<ReturnType<typeof schedulerOf>>;
let strangerId: Awaited<ReturnType<typeof openBusiness>>['account'];
const env = () => ({
  GEOCODER_URL: `${service.url}/api`,
  GEOCODER_PER_SECOND: '1000',
  GEOCODER_SECONDS: '1',
  WEBHOOK_NETWORKS: '127.0.0.1',
});
beforeAll(async () => {
  service = await geocoderService();
  work = await openWork({ env: env() });
  const { db } = work.here.database;
  await fillSuburbs(db);
  const other = await openBusiness(db);
  strangerId = other.account;
  stranger = await schedulerOf(work.app, other.owner.email);
  customer = await newCustomer(work.owner);
});
afterAll(async () => {
  await work.close();
  await service.close();
});

type Caller = typeof stranger;

async function newCustomer(by: Caller): Promise<string> {
  const { data } = await by.post('/customers', { name: `Customer ${randomUUID()}` });
  return (data as { row: { id: string } }).row.id;
}

/** A street that no other test asks for; the geocoder knows it where it is told so. */
function street(latitude?: number): string {
  const letters = randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .padEnd(6, 'x');
  const name = `Z${letters} Street`;
  if (latitude !== undefined)
    service.known.set(name.toLowerCase(), [
      { number: '12', street: name, suburb: 'Ryde', postcode: '2112', latitude, longitude: 151.1 },
    ]);
  return name;
}

async function add(
  address: string,
  fields: object = {},
  by: Caller = work.owner,
  of = customer,
): Promise<Site> {
  const { data } = await by.post(`/customers/${of}/sites`, { suburb_id: RYDE, address, ...fields });
  return (data as { row: Site }).row;
}
const show = async (id: string, by: Caller = work.owner) =>
  ((await by.get(`/sites/${id}`)).data as { row: Site }).row;
const found = (id: string, by?: Caller) =>
  until(async () => {
    const site = await show(id, by);
    return site.position_is_found ? site : undefined;
  });
const waiting = async (by: Caller = work.owner) =>
  (await by.get('/geocoder')).data as { waiting: number; state: string; problem: string | null };
const settled = (by?: Caller) => until(async () => (await waiting(by)).waiting === 0);
const askedFor = (words: string) => service.asked.filter((asked) => asked.includes(words.toLowerCase()));

const queued = (id: string) =>
  work.inside(
    async (db) =>
      (
        await sql<{ tries: number; minutes: number | null }>`
          select tries, extract(epoch from due_at - ${new Date(work.clock.now)})::float / 60 as minutes
            from lookup_queue where site_id = ${id} and due_at > '-infinity'`.execute(db)
      ).rows[0],
  );

test('an address is found in the background, once for all doors of a house, and the history says by whom', async () => {
  const name = street(-33.8101);
  const added = await add(`12 ${name}`);
  expect(added).toMatchObject({ position_is_exact: false, position_is_found: false });
  const site = await found(added.id);
  expect(site).toMatchObject({ latitude: -33.8101, longitude: 151.1, position_is_exact: false });
  const unit = await add(`Unit 3/12 ${name}`);
  expect(await found(unit.id)).toMatchObject({ latitude: -33.8101 });
  expect(askedFor(name)).toEqual([`12 ${name.toLowerCase()}, Ryde NSW 2112`]);
  const { rows } = (await work.owner.get(`/changes?subject=${site.id}`)).data as {
    rows: { kind: string; by: object }[];
  };
  expect(rows[0]).toMatchObject({ kind: 'addresses found', by: { user_id: null, api_key_id: null } });
});

test('what the geocoder does not know, or tells of elsewhere, stays an estimate and is asked once', async () => {
  const unknown = await add(`12 ${street()}`);
  const abroad = await add(`12 ${street(53.7)}`);
  await settled();
  for (const { id, latitude } of [unknown, abroad])
    expect(await show(id)).toMatchObject({ latitude, position_is_found: false, version: 1 });
  const before = service.asked.length;
  await work.owner.patch(`/sites/${unknown.id}`, { version: 1, hazards: 'Dog' });
  expect((await waiting()).waiting).toBe(0);
  expect(service.asked).toHaveLength(before);
});

test('another address is looked up again; until then the site is in its suburb', async () => {
  const site = await found((await add(`12 ${street(-33.811)}`)).id);
  const { data } = await work.owner.patch(`/sites/${site.id}`, {
    version: site.version,
    address: `12 ${street(-33.8122)}`,
  });
  expect((data as { row: Site }).row).toMatchObject({
    position_is_found: false,
    latitude: expect.closeTo(-33.816, 2),
  });
  expect(await found(site.id)).toMatchObject({ latitude: -33.8122 });
});

test('a pin that a person has set stays, whatever the address becomes; without it the address counts', async () => {
  const name = street(-33.8133);
  const pin = { latitude: -33.5, longitude: 150.9 };
  const site = await add(`12 ${name}`, pin);
  const moved = await work.owner.patch(`/sites/${site.id}`, { version: 1, address: `12 ${street(-33.9)}` });
  expect((moved.data as { row: Site }).row).toMatchObject({ ...pin, position_is_exact: true });
  expect((await waiting()).waiting).toBe(0);
  await work.owner.patch(`/sites/${site.id}`, {
    version: 2,
    address: `12 ${name}`,
    latitude: null,
    longitude: null,
  });
  expect(await found(site.id)).toMatchObject({ latitude: -33.8133, position_is_exact: false });
});

test('somebody pins while the geocoder thinks: the pin counts', async () => {
  service.manner = 'hanging';
  const name = street(-33.81);
  const site = await add(`12 ${name}`);
  await until(() => askedFor(name).length > 0);
  const pin = { latitude: -33.51, longitude: 150.9 };
  await work.owner.patch(`/sites/${site.id}`, { version: 1, ...pin });
  await until(async () => (await queued(site.id))?.tries === 1);
  service.manner = 'well';
  work.clock.now += 2 * MINUTE_MS;
  await settled();
  expect(await show(site.id)).toMatchObject({ ...pin, position_is_exact: true, version: 2 });
});

test('what was found stands in nobody’s way: adding and editing are undone as if nothing had followed', async () => {
  const { data } = await work.owner.post(`/customers/${customer}/sites`, {
    suburb_id: RYDE,
    address: `12 ${street(-33.8144)}`,
  });
  const added = data as { row: Site; change: number };
  const site = await found(added.row.id);
  const next = await work.owner.patch(`/sites/${site.id}`, {
    version: site.version,
    address: `12 ${street(-33.8155)}`,
  });
  await until(async () => (await show(site.id)).latitude === -33.8155);
  expect((await work.owner.post(`/changes/${(next.data as { change: number }).change}/undo`)).status).toBe(
    200,
  );
  expect(await show(site.id)).toMatchObject({
    address: site.address,
    latitude: -33.8144,
    position_is_found: true,
  });
  expect((await work.owner.post(`/changes/${added.change}/undo`)).status).toBe(200);
  expect((await work.owner.get(`/sites/${site.id}`)).status).toBe(404);
});

test('an undo that brings another address back does not leave it where the other one was found', async () => {
  const site = await add(`12 ${street()}`);
  await settled();
  const next = await work.owner.patch(`/sites/${site.id}`, { version: 1, address: `12 ${street(-33.8166)}` });
  await found(site.id);
  await work.owner.post(`/changes/${(next.data as { change: number }).change}/undo`);
  expect(await show(site.id)).toMatchObject({
    address: site.address,
    latitude: site.latitude,
    position_is_found: false,
  });
});

test('a geocoder that fails is left alone and asked later, and not for ever', async () => {
  await settled();
  service.manner = 'broken';
  const name = street(-33.8177);
  const { id } = await add(`12 ${name}`);
  await until(async () => (await queued(id))?.tries === 1);
  expect((await queued(id))!.minutes).toBe(1);
  expect(await waiting()).toMatchObject({
    waiting: 1,
    state: 'not answering',
    problem: 'It answered with 500.',
  });
  // As after some days.
  await work.inside((db) =>
    sql`update lookup_queue set tries = 7, due_at = '-infinity' where site_id = ${id}`.execute(db),
  );
  await settled();
  expect(askedFor(name)).toHaveLength(2);
  expect(await show(id)).toMatchObject({ position_is_found: false });
});

test('accounts take turns: one with many keeps nobody else waiting', async () => {
  // Nothing is asked yet: it has just failed.
  const names = Array.from({ length: 30 }, () => street(-33.82));
  const rows = names.map((name) => ({ suburb_id: RYDE, address: `12 ${name}` }));
  expect((await work.owner.post('/customers', { name: 'Strata', sites: rows })).status).toBe(200);
  const own = street(-33.83);
  const theirs = await add(`12 ${own}`, {}, stranger, await newCustomer(stranger));
  const asked = service.asked.length;
  service.manner = 'well';
  // What was asked for in vain before is due again a minute later.
  await until(async () => {
    work.clock.now += MINUTE_MS;
    return (await waiting()).waiting + (await waiting(stranger)).waiting === 0;
  });
  expect(await show(theirs.id, stranger)).toMatchObject({ position_is_found: true });
  const order = service.asked.slice(asked).findIndex((one) => one.includes(own.toLowerCase()));
  expect(order).toBeGreaterThanOrEqual(0);
  expect(order).toBeLessThan(30);
});

test('no account sees what another asked, and each asks for itself', async () => {
  const name = street(-33.84);
  await found((await add(`12 ${name}`)).id);
  const rows = await withAccount(
    work.here.database.db,
    strangerId,
    async (db) => (await sql<{ address: string }>`select address from address_lookups`.execute(db)).rows,
  );
  expect(rows.some(({ address }) => address.includes(name.toLowerCase()))).toBe(false);
  const theirs = await add(`12 ${name}`, {}, stranger, await newCustomer(stranger));
  await found(theirs.id, stranger);
  expect(askedFor(name)).toHaveLength(2);
});

test('what a dead process had taken is left to the next one once its lease is over; erasing forgets it all', async () => {
  service.manner = 'hanging';
  const name = street(-33.85);
  const { id } = await add(`12 ${name}`);
  await until(() => askedFor(name).length > 0);
  await work.app.close();
  service.manner = 'well';
  const lease = new Date(work.clock.now + MINUTE_MS);
  await work.inside((db) =>
    sql`update lookup_queue set due_at = ${lease}, tries = 0 where site_id = ${id}`.execute(db),
  );
  const next = await testApp(work.here, { now: () => work.clock.now, env: env() });
  const owner = await schedulerOf(next, 'owner@example.com');
  await found((await add(`12 ${street(-33.86)}`, {}, owner)).id, owner);
  expect(askedFor(name)).toHaveLength(1);
  work.clock.now += 2 * MINUTE_MS;
  expect(await found(id, owner)).toMatchObject({ latitude: -33.85 });
  expect((await owner.post(`/customers/${customer}/erase`)).status).toBe(200);
  const left = await work.inside(async (db) => (await sql`select from address_lookups`.execute(db)).rows);
  expect(left).toEqual([]);
  await next.close();
});

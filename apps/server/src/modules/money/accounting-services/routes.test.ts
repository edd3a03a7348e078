import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase } from '../../../../test/dump.ts';
import { type Organisation, type XeroService, xeroService } from '../../../../test/services/xero.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { until } from '../../../../test/until.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';
import { readSettings } from '../../../settings.ts';
import { accountingServiceOn, callXero } from './service.ts';

const clock = { now: Date.parse('2026-11-16T00:00:00Z') };
const now = () => clock.now;
const base = '/services/accounting/api/v1';

let here: TestDatabase;
let app: App;
let xero: XeroService;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
let plumbing: Organisation;
let holdings: Organisation;
let abroad: Organisation;
let around: Parameters<typeof callXero>[0];
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  xero = await xeroService({ now });
  plumbing = xero.organisation('Blue Gum Plumbing');
  holdings = xero.organisation('Blue Gum Holdings');
  abroad = xero.organisation('Blue Gum NZ');
  abroad.country = 'NZ';
  const env = { HOST: '127.0.0.1', ...xero.settings };
  app = await testApp(here, { env, now });
  around = { database: here.database, settings: readSettings(env), now };
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
  await xero.close();
});

interface State {
  row: {
    id: string;
    version: number;
    organisation_id: string;
    organisation_name: string;
    starts_on: string | null;
  } | null;
  needs_reconnect: boolean;
  problems: string[];
  warnings: string[];
  offers: { organisation_id: string; name: string; problems: string[]; known: boolean }[] | null;
}

async function state(): Promise<State> {
  const { status, data } = await owner.get(`${base}/connection`);
  expect(status).toBe(200);
  return data;
}

async function goToXero(who = owner): Promise<string> {
  return ((await who.post(`${base}/authorisations`)).data as { url: string }).url;
}

async function comeBack(chosen: readonly Organisation[], who = owner) {
  const back = await xero.consent(await goToXero(who), chosen);
  return { state: back.searchParams.get('state')!, code: back.searchParams.get('code')! };
}

async function connect(organisation: Organisation) {
  const back = await comeBack([organisation]);
  expect((await owner.post(`${base}/authorisations/end`, back)).code).toBe(800);
  return owner.post(`${base}/connection`, { organisation_id: organisation.tenant });
}

const target = async () => {
  const { row } = await state();
  return { account: DEMO, connection: row!.id, organisation: row!.organisation_id };
};

test('only an owner connects, in the session in which they went to Xero, and once', async () => {
  for (const role of ['dispatcher', 'bookkeeper', 'technician']) {
    const other = await schedulerOf(app, `${role}@example.com`);
    expect((await other.post(`${base}/authorisations`)).status).toBe(403);
    expect((await other.post(`${base}/connection`, { organisation_id: plumbing.tenant })).status).toBe(403);
    expect((await other.get(`${base}/connection`)).status).toBe(role === 'bookkeeper' ? 200 : 403);
  }
  const back = await comeBack([plumbing, abroad]);
  const elsewhere = await schedulerOf(app, 'owner@example.com');
  expect((await elsewhere.post(`${base}/authorisations/end`, back)).status).toBe(422);
  expect((await owner.post(`${base}/authorisations/end`, { ...back, state: 'x'.repeat(43) })).status).toBe(
    422,
  );
  expect((await owner.post(`${base}/authorisations/end`, back)).code).toBe(800);
  expect((await owner.post(`${base}/authorisations/end`, back)).code).toBe(800);
  expect((await state()).offers).toEqual([
    { organisation_id: plumbing.tenant, name: 'Blue Gum Plumbing', problems: [], known: false },
    {
      organisation_id: abroad.tenant,
      name: 'Blue Gum NZ',
      problems: [expect.stringContaining('Australian')],
      known: false,
    },
  ]);
  const refused = await owner.post(`${base}/connection`, { organisation_id: abroad.tenant });
  expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('Australian') });
  const late = await comeBack([plumbing]);
  clock.now += 16 * 60_000;
  expect((await owner.post(`${base}/authorisations/end`, late)).status).toBe(422);
});

test('what is likely right is chosen already, and nothing goes over before a day to start from is set', async () => {
  expect((await connect(plumbing)).data).toMatchObject({
    row: {
      organisation_name: 'Blue Gum Plumbing',
      sales_account: '200',
      labour_account: '210',
      transfer_account: plumbing.accounts[0]!['AccountID'],
      card_account: plumbing.accounts.find(({ Code }) => Code === '670')!['AccountID'],
      gst_tax: 'OUTPUT',
      gst_free_tax: 'EXEMPTOUTPUT',
      no_gst_tax: 'BASEXCLUDED',
      starts_on: null,
    },
  });
  const { row, problems, offers } = await state();
  expect(offers).toBeNull();
  expect(problems).toEqual(['Choose the day to start from.']);
  const on = () =>
    withAccount(here.database.db, DEMO, (db) => accountingServiceOn(db, here.database.keys, DEMO));
  expect(await on()).toBeUndefined();
  const bookkeeper = await schedulerOf(app, 'bookkeeper@example.com');
  const edit = (said: object) => bookkeeper.patch(`${base}/connection`, { version: row!.version, ...said });
  expect(await edit({ sales_account: '299' })).toMatchObject({ status: 422 });
  expect(await edit({ cash_account: '200' })).toMatchObject({ status: 422 });
  expect((await edit({ starts_on: '2026-11-16' })).code).toBe(800);
  expect((await on())?.service.organisation_id).toBe(plumbing.tenant);
  plumbing.lockDate = '2026-12-31';
  plumbing.basis = 'NONE';
  await owner.post(`${base}/connection/refresh`);
  expect(await state()).toMatchObject({
    problems: [expect.stringContaining('isn’t registered for GST in Xero')],
    warnings: [expect.stringContaining('31 Dec 2026')],
  });
  expect(await on()).toBeUndefined();
  plumbing.basis = 'CASH';
  plumbing.lockDate = null;
  await owner.post(`${base}/connection/refresh`);
  expect((await state()).problems).toEqual([]);
});

test('two that refresh at once do it once; an answer that was lost costs nothing; what was taken back asks for a sign-in', async () => {
  const where = await target();
  const read = () => callXero(around, where, (it) => it.taxRates());
  clock.now += 31 * 60_000;
  const before = xero.refreshed();
  await Promise.all([read(), read(), read()]);
  expect(xero.refreshed()).toBe(before + 1);
  xero.order('expired');
  await read();
  expect(xero.refreshed()).toBe(before + 2);
  clock.now += 31 * 60_000;
  // As if this process had died between the answer and the store.
  xero.order('commit then drop', { of: 'POST /connect/token' });
  await expect(read()).rejects.toMatchObject({ kind: 'unknown' });
  await read();
  expect(xero.refreshed()).toBe(before + 4);
  xero.order('expired', { times: 2 });
  await expect(read()).rejects.toMatchObject({ kind: 'reconnect' });
  expect((await state()).needs_reconnect).toBe(false);
  clock.now += 31 * 60_000;
  xero.disconnect();
  await expect(read()).rejects.toMatchObject({ kind: 'reconnect' });
  expect((await state()).needs_reconnect).toBe(true);
  expect((await owner.get('/connections')).data).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ kind: 'xero', status: 'reconnect' })]),
  });
});

test('the same organisation goes on where it was, another one begins anew, and the first is still known', async () => {
  const first = (await state()).row!;
  await connect(plumbing);
  expect((await state()).row).toMatchObject({ id: first.id, starts_on: '2026-11-16' });
  await connect(holdings);
  const second = (await state()).row!;
  expect(second).toMatchObject({ organisation_name: 'Blue Gum Holdings', starts_on: null });
  await connect(plumbing);
  expect((await state()).row).toMatchObject({ id: first.id, starts_on: '2026-11-16' });
});

test('it is paused, goes on, and is disconnected here and at Xero', async () => {
  const { row } = await state();
  const { data } = await owner.get('/connections');
  expect(data).toMatchObject({
    rows: expect.arrayContaining([
      expect.objectContaining({ id: row!.id, address: 'Blue Gum Plumbing', status: 'on' }),
    ]),
  });
  expect((await owner.post(`/connections/${row!.id}/pause`)).code).toBe(800);
  expect((await owner.post(`/connections/${row!.id}/resume`)).code).toBe(800);
  expect((await owner.delete(`/connections/${row!.id}`)).code).toBe(800);
  expect((await state()).row).toBeNull();
  const left = await xero.consent(await goToXero(), []);
  expect(left.searchParams.get('error')).toBe('access_denied');
  expect((await owner.delete(`${base}/authorisations`)).code).toBe(800);
  await until(async () => xero.allowed().length === 2);
  expect(xero.allowed()).not.toContain(plumbing.tenant);
});

test('more calls than Xero allows in a minute are not made, and what it asks for is waited for', async () => {
  await connect(plumbing);
  clock.now += 120_000;
  const where = await target();
  const read = () => callXero(around, where, (it) => it.taxRates());
  const asked = xero.requests.length;
  for (let at = 0; at < 60; at += 1) await read();
  await expect(read()).rejects.toMatchObject({ kind: 'busy', retryAfter: 60 });
  expect(xero.requests).toHaveLength(asked + 60);
  clock.now += 61_000;
  xero.order('too many today');
  await expect(read()).rejects.toMatchObject({ kind: 'busy', retryAfter: 3600 });
  await expect(read()).rejects.toMatchObject({ kind: 'busy', retryAfter: 3600 });
  expect(xero.requests).toHaveLength(asked + 61);
  clock.now += 3_600_000;
  const together = await Promise.allSettled(Array.from({ length: 8 }, read));
  expect(together.filter(({ status }) => status === 'rejected').length).toBeLessThan(8);
  expect(xero.requests.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('no token is in the database as it is, nor in the history', async () => {
  expect(await dumpDatabase(here)).not.toMatch(/access-[0-9a-f]{8}-|refresh-[0-9a-f]{8}-|secret-of-the-app/);
});

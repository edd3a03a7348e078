import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { lettersTo } from '../../../../test/setups/letters.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { HOUSE } from '../../../platform/sign-in/person.ts';
import { forgetDevices } from '../sessions/service.ts';
import { openHouse } from './service.ts';

const base = '/services/authentication/api';
const MINUTE_MS = 60_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
});
afterAll(() => db.drop());

/** Each test runs in another quarter of an hour, so that the limits start empty. */
let quarter = Date.UTC(2030, 0, 1);
beforeEach(async () => {
  quarter += 15 * MINUTE_MS;
  app = await testApp(db, { now: () => quarter });
});
afterEach(() => app.close());

function login(
  email: string,
  password: string,
  { cookie, remoteAddress = '203.0.113.7' }: { cookie?: string; remoteAddress?: string } = {},
) {
  return app.inject({
    method: 'POST',
    url: `${base}/login`,
    payload: { email, password },
    remoteAddress,
    headers: cookie ? { cookie } : {},
  });
}

function register(email: string, password: string, cookie = '') {
  return app.inject({
    method: 'POST',
    url: `${base}/register`,
    payload: {
      first_name: 'Olivia',
      last_name: 'Owner',
      phone: '0412 345 678',
      email,
      password,
      password_confirmation: password,
      plan_code: 'solo',
    },
    headers: { cookie },
  });
}

test('signing in makes a new session, and closes the one that the browser had', async () => {
  const before = await signInAs(app, 'owner@example.com');
  const after = await signInAs(app, 'owner@example.com', { headers: before.headers });
  expect(after.token).not.toBe(before.token);
  const ask = async (cookie: string) =>
    (await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode;
  expect(await ask(before.cookie)).toBe(401);
  expect(await ask(after.cookie)).toBe(200);
});

test('the first device is no news, a known one neither; a new one is told by mail', async () => {
  const first = await signInAs(app, 'dispatcher@example.com');
  const again = await signInAs(app, 'dispatcher@example.com', { headers: first.headers });
  expect(again.device).toBe(first.device);
  expect(await lettersTo(db, 'dispatcher@example.com')).toEqual([]);
  const other = await signInAs(app, 'dispatcher@example.com', { headers: { 'user-agent': CHROME } });
  expect(other.device).not.toBe(first.device);
  expect(await lettersTo(db, 'dispatcher@example.com')).toEqual([
    {
      template: 'new device',
      to: 'dispatcher@example.com',
      device: 'Chrome on Windows',
      at: new Date(quarter).toISOString(),
    },
  ]);
});

test('a device is known as the one of each person under a secret of its own', async () => {
  const { device } = await signInAs(app, 'technician@example.com');
  const next = await signInAs(app, 'staff@example.com', { headers: { cookie: `muster_device=${device}` } });
  expect(next.device).not.toBe(device);
  const owners = async (secret: string) =>
    (
      await db.asOwner('select account_id is null as staff from devices where device_hash = sha256($1)', [
        Buffer.from(secret),
      ])
    ).rows;
  expect(await owners(device)).toEqual([{ staff: false }]);
  expect(await owners(next.device)).toEqual([{ staff: true }]);
});

test('a device that nobody has signed in with for a year is forgotten', async () => {
  const { device } = await signInAs(app, 'technician@example.com');
  const isKnown = async () =>
    (await db.asOwner('select from devices where device_hash = sha256($1)', [Buffer.from(device)])).rows
      .length === 1;
  await forgetDevices(db.database.db, new Date(quarter + 365 * 24 * 60 * MINUTE_MS));
  expect(await isKnown()).toBe(true);
  await forgetDevices(db.database.db, new Date(quarter + 365 * 24 * 60 * MINUTE_MS + 1));
  expect(await isKnown()).toBe(false);
});

test('strangers who guess, be it from the same network, do not keep the owner out on their own device', async () => {
  const { device } = await signInAs(app, 'owner@example.com');
  const mine = { cookie: `muster_device=${device}` };
  const others = Array.from({ length: 10 }, () => login('owner@example.com', 'wrong'));
  for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(401);
  expect((await login('owner@example.com', 'muster-demo')).statusCode).toBe(429);
  // Forty of this network's fifty failures are left. They come in halves, because the queue for hashing is limited.
  for (const half of ['a', 'b'])
    await Promise.all(Array.from({ length: 20 }, (_, at) => login(`${half}${at}@example.com`, 'x')));
  expect((await login('nobody@example.com', 'x')).statusCode).toBe(429);
  expect((await login('owner@example.com', 'muster-demo', mine)).statusCode).toBe(200);
});

test('a known device has ten failures too, and opens no other address', async () => {
  const { device } = await signInAs(app, 'owner@example.com');
  const mine = { cookie: `muster_device=${device}` };
  const tries = Array.from({ length: 10 }, () => login('owner@example.com', 'wrong', mine));
  for (const { statusCode } of await Promise.all(tries)) expect(statusCode).toBe(401);
  expect((await login('owner@example.com', 'muster-demo', mine)).statusCode).toBe(429);
  // Other devices, and other addresses on this device, have counts of their own.
  expect((await login('owner@example.com', 'muster-demo')).statusCode).toBe(200);
  await Promise.all(Array.from({ length: 10 }, () => login('nobody@example.com', 'wrong', mine)));
  expect((await login('nobody@example.com', 'wrong')).statusCode).toBe(429);
});

test('whoever registered and knows the password is told to activate; nobody else learns of it', async () => {
  expect((await register('pending@example.com', 'harbour-bridge')).json().code).toBe(800);
  const right = await login('pending@example.com', 'harbour-bridge');
  expect(right.statusCode).toBe(403);
  expect(right.json()).toEqual({
    code: 4032,
    message: 'Activate your account first. We’ve sent you an email with a link.',
    data: null,
  });
  expect(right.headers).not.toHaveProperty('set-cookie');
  const wrong = await login('pending@example.com', 'harbour-tunnel');
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).toBe((await login('nobody@example.com', 'harbour-tunnel')).body);
});

test('of several registrations each knows its own password, in any browser, whatever becomes of the others', async () => {
  const registered = await register('twice@example.com', 'first-of-two');
  const cookie = String([registered.headers['set-cookie']].flat()[0]).split(';', 1)[0]!;
  quarter += MINUTE_MS;
  await register('twice@example.com', 'second-of-two');
  const codes = async (password: string) =>
    Promise.all(
      [{ cookie }, {}].map(async (from) => (await login('twice@example.com', password, from)).json().code),
    );
  expect(await codes('first-of-two')).toEqual([4032, 4032]);
  expect(await codes('second-of-two')).toEqual([4032, 4032]);
  expect(await codes('third-of-two')).toEqual([401, 401]);
});

test('whoever registers an address with a password of their own learns from nothing that follows whose it is', async () => {
  await register('waiting@example.com', 'a-password-of-theirs');
  await db.asOwner(`update staff set disabled_at = null`);
  const visible = ({ statusCode, headers, body }: Awaited<ReturnType<typeof login>>) => ({
    statusCode,
    body,
    headers: { ...headers, date: '', 'x-request-id': '', 'set-cookie': namesOf(headers['set-cookie']) },
  });
  const namesOf = (lines: string | string[] | undefined) =>
    [lines ?? []].flat().map((line) => line.replace(/=[\w-]{43};/, '=…;'));

  async function sequence(email: string) {
    quarter += 2 * MINUTE_MS;
    const registered = await register(email, 'harbour-bridge');
    const cookie = String([registered.headers['set-cookie']].flat()[0]).split(';', 1)[0]!;
    const ask = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `${base}/${path}`, payload, headers: { cookie } });
    return [
      registered,
      await login(email, 'harbour-bridge', { cookie }),
      await login(email, 'harbour-bridge'),
      await login(email, 'harbour-tunnel'),
      await ask('activation/resend', { email }),
      await ask('password/forgot', { email }),
      await ask('activation/check', { token: 'x'.repeat(43) }),
      await ask('activate', { token: 'x'.repeat(43), password: 'harbour-bridge' }),
      await login(email, 'harbour-bridge', { cookie }),
    ].map(visible);
  }

  const unknown = await sequence('nobody.at.all@example.com');
  expect(unknown.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403, 401, 200, 200, 200, 200, 403]);
  for (const email of ['owner@example.com', 'staff@example.com', 'waiting@example.com'])
    expect(await sequence(email)).toEqual(unknown);
  // The owner can still sign in.
  expect((await login('owner@example.com', 'muster-demo')).statusCode).toBe(200);
});

test('the account of Muster itself is on the first plan, whatever that is called', async () => {
  const empty = await testDatabase();
  await empty.asOwner(
    `insert into plans (code, name, licences, price_cents, licence_cents, position) values ('tiny', 'Tiny', 1, 0, 0, -1)`,
  );
  const inHouse = <T>(work: (db: Tx) => Promise<T>) => withAccount(empty.database.db, HOUSE, work);
  for (let count = 0; count < 2; count += 1) await inHouse(openHouse);
  const house = await inHouse((db) =>
    db.selectFrom('accounts').select(['name', 'plan_code', 'licences']).execute(),
  );
  expect(house).toEqual([{ name: 'Muster', plan_code: 'tiny', licences: 1 }]);
  await empty.drop();
});

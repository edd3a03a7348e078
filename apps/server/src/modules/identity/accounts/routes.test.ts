import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';
import { HASHES_AT_ONCE, HASHES_WAITING, verifyPassword } from '../../../platform/sign-in/passwords.ts';

const base = '/services/authentication/api';
const MINUTE_MS = 60_000;

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
});
afterAll(() => db.drop());

function login(app: App, email: string, password: string, remoteAddress = '203.0.113.7') {
  return app.inject({ method: 'POST', url: `${base}/login`, payload: { email, password }, remoteAddress });
}

/** Each test runs in another quarter of an hour, so that the limits start empty. */
let quarter = Date.UTC(2030, 0, 1);
function ownQuarter() {
  quarter += 15 * MINUTE_MS;
  const clock = { now: quarter };
  return { clock, now: () => clock.now };
}

test.each([
  ['owner@example.com', 'owner'],
  ['dispatcher@example.com', 'dispatcher'],
  ['technician@example.com', 'technician'],
])('%s signs in as %s of the demo business', async (email, role) => {
  const app = await testApp(db, { now: ownQuarter().now });
  const { cookie } = await signInAs(app, email);
  const session = await app.inject({ url: `${base}/session`, headers: { cookie } });
  expect(session.json().data).toMatchObject({
    user: { email, role },
    account: { name: 'Harbour City Plumbing' },
  });
  await app.close();
});

test('the plan is shown to the owner alone', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  const overview = async (email: string) => {
    const { cookie } = await signInAs(app, email);
    return app.inject({ url: '/services/scheduling/api/v1/overview', headers: { cookie } });
  };
  expect((await overview('owner@example.com')).json()).toEqual({
    code: 800,
    message: 'Done.',
    data: { account: { name: 'Harbour City Plumbing' }, plan: { code: 'crew', name: 'Crew' }, licences: 5 },
  });
  for (const email of ['dispatcher@example.com', 'technician@example.com']) {
    expect((await overview(email)).statusCode).toBe(403);
  }
  await app.close();
});

test('staff sign in outside every account, and see none', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  const { cookie } = await signInAs(app, 'staff@example.com');
  const session = await app.inject({ url: `${base}/session`, headers: { cookie } });
  expect(session.json().data).toEqual({
    user: {
      id: expect.any(String),
      email: 'staff@example.com',
      first_name: 'Sam',
      last_name: 'Staff',
      role: 'staff',
      money: 'none',
      technician_id: null,
    },
    account: null,
  });
  const overview = await app.inject({ url: '/services/scheduling/api/v1/overview', headers: { cookie } });
  expect(overview.statusCode).toBe(403);
  await app.close();
});

test('the address is found however it is typed', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  expect((await login(app, '  Owner@Example.COM ', 'muster-demo')).statusCode).toBe(200);
  await app.close();
});

test('a wrong password and an unknown address get the same answer', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  const [wrong, unknown] = [
    await login(app, 'owner@example.com', 'not-the-password'),
    await login(app, 'nobody@example.com', 'not-the-password'),
  ];
  expect(wrong.statusCode).toBe(401);
  expect(unknown.statusCode).toBe(401);
  expect(unknown.body).toBe(wrong.body);
  expect(wrong.headers).not.toHaveProperty('set-cookie');
  await app.close();
});

test('nobody is signed in without a session', async () => {
  const app = await testApp(db);
  for (const url of [
    `${base}/session`,
    '/services/scheduling/api/v1/overview',
    '/services/scheduling/api/v1/live',
  ]) {
    expect((await app.inject({ url })).json()).toEqual({ code: 401, message: 'Sign in first.', data: null });
  }
  await app.close();
});

test('ten failures for an address, known or not, from wherever: then a pause, and never for good', async () => {
  const { clock, now } = ownQuarter();
  const app = await testApp(db, { now });
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    const tries = await Promise.all(
      Array.from({ length: 15 }, (_, at) => login(app, email, 'wrong', `198.51.100.${at}`)),
    );
    expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  }
  const right = await login(app, 'owner@example.com', 'muster-demo');
  expect(right.statusCode).toBe(429);
  expect(right.headers['retry-after']).toBe('900');
  clock.now += 15 * MINUTE_MS;
  expect((await login(app, 'owner@example.com', 'muster-demo')).statusCode).toBe(200);
  await app.close();
});

test('fifty failures from a network, over all addresses', { timeout: 60_000 }, async () => {
  const { now } = ownQuarter();
  const app = await testApp(db, { now });
  let failures = 0;
  for (let at = 0; at < 50; at++) {
    failures += (await login(app, `a${at}@example.com`, 'x')).statusCode === 401 ? 1 : 0;
  }
  expect(failures).toBe(50);
  expect((await login(app, 'owner@example.com', 'muster-demo')).statusCode).toBe(429);
  expect((await login(app, 'owner@example.com', 'muster-demo', '198.51.100.1')).statusCode).toBe(200);
  await app.close();
});

async function sessionsOf(email: string): Promise<number> {
  const { rows } = await db.asOwner<{ count: number }>(
    'select count(*)::int from sessions join sign_ins using (user_id) where email = $1',
    [email],
  );
  return rows[0]!.count;
}

test('thirty sign-ins for an address, right ones too, and twenty sessions of a person', async () => {
  const { clock, now } = ownQuarter();
  const app = await testApp(db, { now });
  const first = await signInAs(app, 'dispatcher@example.com');
  for (let at = 1; at < 30; at += 1) {
    clock.now += 1;
    expect((await login(app, 'dispatcher@example.com', 'muster-demo')).statusCode).toBe(200);
  }
  expect((await login(app, 'dispatcher@example.com', 'muster-demo')).statusCode).toBe(429);
  expect((await login(app, 'dispatcher@example.com', 'wrong')).statusCode).toBe(429);
  expect(await sessionsOf('dispatcher@example.com')).toBe(20);
  // Thirty new devices cause three mails within the hour.
  const { rowCount } = await db.asOwner(
    `select from outbox where payload->>'to' = 'dispatcher@example.com' and (payload->>'at')::timestamptz >= $1`,
    [new Date(quarter)],
  );
  expect(rowCount).toBe(3);
  // The oldest sessions have ended. A known device has a limit of its own.
  const ask = (cookie: string) => app.inject({ url: `${base}/session`, headers: { cookie } });
  expect((await ask(first.cookie)).statusCode).toBe(401);
  const known = await app.inject({
    method: 'POST',
    url: `${base}/login`,
    payload: { email: 'dispatcher@example.com', password: 'muster-demo' },
    headers: { cookie: `muster_device=${first.device}` },
  });
  expect(known.statusCode).toBe(200);
  await app.close();
});

test('also those that sign in at once have twenty sessions together', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  for (let time = 0; time < 3; time += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => login(app, 'technician@example.com', 'muster-demo')),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  }
  expect(await sessionsOf('technician@example.com')).toBe(20);
  await app.close();
});

/** Fills all places and the whole queue: each request that is done is sent again before others can enter. */
function crowd(network: string) {
  const over = new AbortController();
  const people = Array.from({ length: HASHES_AT_ONCE + HASHES_WAITING }, async () => {
    while (!over.signal.aborted)
      await verifyPassword('x', undefined, network).catch(() => new Promise(setImmediate));
  });
  return async () => {
    over.abort();
    await Promise.all(people);
  };
}

test('being turned away because too many sign in at once is no failure, and happens to no other network', async () => {
  const app = await testApp(db, { now: ownQuarter().now });
  const counted = async () =>
    (await db.asOwner('select count(*)::int as count from limit_hits where at >= $1', [new Date(quarter)]))
      .rows[0].count;
  const disperse = crowd('203.0.113.7');
  const busy = await login(app, 'busy@example.com', 'x');
  const elsewhere = await login(app, 'busy@example.com', 'x', '203.0.113.8');
  await disperse();
  expect(elsewhere.statusCode).toBe(401);
  expect(busy.statusCode).toBe(503);
  expect(busy.headers['retry-after']).toBe('1');
  // Three hits of the request that was answered: for its network, its address and its attempt.
  expect(await counted()).toBe(3);
  await app.close();
});

test('seeding twice leaves one business', async () => {
  await openDemo(db.database);
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  const { rows } = await db.asOwner(
    "select (select count(*)::int from users) users, (select count(*)::int from staff) staff, (select count(*)::int from outbox where payload->>'template' = 'welcome') mails",
  );
  expect(rows).toEqual([{ users: 4, staff: 1, mails: 1 }]);
});

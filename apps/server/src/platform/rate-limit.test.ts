import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../test/database.ts';
import type { App } from './deps.ts';
import { createLimiter, type Limit } from './rate-limit.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const HOUR_MS = 3_600_000;
/** In the middle of an hour that nothing else uses. */
let hour = Date.UTC(2030, 0, 1);
function ownHour() {
  hour += 2 * HOUR_MS;
  const clock = { now: hour + HOUR_MS / 2 };
  return { clock, now: () => clock.now };
}

function greet(app: App, remoteAddress = '203.0.113.7', headers = {}) {
  return app.inject({ method: 'POST', url: GREET, payload: { name: 'Kim' }, remoteAddress, headers });
}

async function statuses(count: number, ask: (at: number) => Promise<{ statusCode: number }>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
  const tally = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  return { ok: tally(200), tooMany: tally(429) };
}

test('the limit is exact, also when everybody comes at once', async () => {
  const app = await testApp(db, { modules: [greeting(10)], now: ownHour().now });
  expect(await statuses(50, () => greet(app))).toEqual({ ok: 10, tooMany: 40 });
  await app.close();
});

test('a refusal says when to come back, and then it works', async () => {
  const { clock, now } = ownHour();
  const app = await testApp(db, { modules: [greeting(1)], now });
  await greet(app);
  const refused = await greet(app);
  expect(refused.headers['retry-after']).toBe('1800');
  expect(refused.json()).toEqual({
    code: 429,
    message: 'Too many requests; please try again in 30 minutes.',
    data: null,
  });
  clock.now += 1800 * 1000;
  expect((await greet(app)).statusCode).toBe(200);
  await app.close();
});

test('a restart forgets nothing', async () => {
  const { now } = ownHour();
  const before = await testApp(db, { modules: [greeting(10)], now });
  expect(await statuses(7, () => greet(before))).toEqual({ ok: 7, tooMany: 0 });
  await before.close();
  const after = await testApp(db, { modules: [greeting(10)], now });
  expect(await statuses(7, () => greet(after))).toEqual({ ok: 3, tooMany: 4 });
  await after.close();
});

test('two processes count together', async () => {
  const { now } = ownHour();
  const apps = await Promise.all([1, 2].map(() => testApp(db, { modules: [greeting(10)], now })));
  expect(await statuses(40, (at) => greet(apps[at % 2]!))).toEqual({ ok: 10, tooMany: 30 });
  await Promise.all(apps.map((app) => app.close()));
});

test('forged forwarding headers do not dodge it', async () => {
  const app = await testApp(db, { modules: [greeting(10)], now: ownHour().now });
  const forge = (at: number) =>
    greet(app, '203.0.113.7', {
      'x-forwarded-for': `198.51.100.${at}`,
      'x-real-ip': `198.51.100.${at}`,
      forwarded: `for=198.51.100.${at}`,
      'cf-connecting-ip': `198.51.100.${at}`,
    });
  expect(await statuses(30, forge)).toEqual({ ok: 10, tooMany: 20 });
  await app.close();
});

test('behind a trusted proxy each client has its own count, and cannot lengthen the chain', async () => {
  const app = await testApp(db, {
    modules: [greeting(2)],
    now: ownHour().now,
    env: { TRUST_PROXY: '10.0.0.0/8' },
  });
  const from = (forwardedFor: string) => greet(app, '10.0.0.1', { 'x-forwarded-for': forwardedFor });
  expect(await statuses(4, (at) => from(`198.51.100.${at % 2}`))).toEqual({ ok: 4, tooMany: 0 });
  expect(await statuses(4, (at) => from(`192.0.2.${at}, 198.51.100.1`))).toEqual({ ok: 0, tooMany: 4 });
  await app.close();
});

test('addresses of one IPv6 /64 are one client', async () => {
  const app = await testApp(db, { modules: [greeting(3)], now: ownHour().now });
  expect(await statuses(9, (at) => greet(app, `2001:db8:1:2::${at}`))).toEqual({ ok: 3, tooMany: 6 });
  expect((await greet(app, '2001:db8:1:3::1')).statusCode).toBe(200);
  await app.close();
});

test('on loopback the limit is a hundred times as high', async () => {
  const app = await testApp(db, { modules: [greeting(1)], now: ownHour().now, env: { HOST: '127.0.0.1' } });
  expect(await statuses(130, () => greet(app, '127.0.0.1'))).toEqual({ ok: 100, tooMany: 30 });
  await app.close();
});

test('a high limit is leased in parts: one query for a hundredth of it, and never more than all of it', async () => {
  const { now } = ownHour();
  const limit: Limit = { name: 'high', max: 1000, perSeconds: 3600 };
  const limiters = [1, 2].map(() => createLimiter({ db: db.database.db, now }));
  await limiters[0]!.take(limit, 'a');
  expect(Array.from({ length: 9 }, () => limiters[0]!.takeLeased(limit, 'a', now()))).toEqual(
    Array(9).fill(true),
  );
  expect(limiters[0]!.takeLeased(limit, 'a', now())).toBe(undefined);
  const { rows } = await db.asOwner(`select used from rate_limits where key = 'high 1000 a'`);
  expect(rows).toEqual([{ used: 10 }]);
  const results = await Promise.allSettled(
    Array.from({ length: 1500 }, (_, at) => limiters[at % 2]!.take(limit, 'a')),
  );
  const served = results.filter(({ status }) => status === 'fulfilled').length;
  // What one of the two leased last and had no use for is lost, and no more than that.
  expect(served).toBeLessThanOrEqual(990);
  expect(served).toBeGreaterThan(990 - 10);
});

test('a hit that is given back can be taken again, even after others were refused', async () => {
  const { now } = ownHour();
  const limit: Limit = { name: 'returned', max: 2, perSeconds: 3600 };
  const limiter = createLimiter({ db: db.database.db, now });
  await limiter.take(limit, 'a');
  await limiter.take(limit, 'a');
  await expect(limiter.take(limit, 'a')).rejects.toMatchObject({ answer: 'tooMany' });
  await limiter.giveBack(limit, 'a');
  await limiter.take(limit, 'a');
  await expect(limiter.take(limit, 'a')).rejects.toMatchObject({ answer: 'tooMany' });
});

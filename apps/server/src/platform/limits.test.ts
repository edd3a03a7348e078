import { setImmediate as tick } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../test/app.ts';
import type { TestDatabase } from '../../test/database.ts';
import { testDatabase } from '../../test/database.ts';
import type { App } from './deps.ts';
import type { Bucket } from './limits.ts';
import { forgetHits, giveBack, takeHits, inTurn } from './limits.ts';

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
  expect(refused.headers['retry-after']).toBe('3600');
  expect(refused.json()).toEqual({
    code: 429,
    message: 'Too many requests. Try again in 60 minutes.',
    data: null,
  });
  clock.now += 3600 * 1000;
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

test('there is no boundary: any stretch of that length holds no more than the limit', async () => {
  const { clock, now } = ownHour();
  const app = await testApp(db, { modules: [greeting(10)], now });
  const hour = HOUR_MS;
  expect(await statuses(10, () => greet(app))).toEqual({ ok: 10, tooMany: 0 });
  clock.now += hour - 1;
  expect(await statuses(3, () => greet(app))).toEqual({ ok: 0, tooMany: 3 });
  clock.now += 1;
  expect(await statuses(5, () => greet(app))).toEqual({ ok: 5, tooMany: 0 });
  clock.now += hour / 2;
  expect(await statuses(10, () => greet(app))).toEqual({ ok: 5, tooMany: 5 });
  // The first five hits stop counting soon, the other five half an hour later.
  clock.now += hour / 2;
  expect(await statuses(10, () => greet(app))).toEqual({ ok: 5, tooMany: 5 });
  await app.close();
});

const buckets = (...limits: [name: string, max: number][]): Bucket[] =>
  limits.map(([name, max]) => ({ limit: { name, max, perSeconds: 3600 }, key: 'a' }));
const take = (wanted: Bucket[], at: number) =>
  db.database.db.transaction().execute((db) => takeHits(db, wanted, new Date(at)));

test('where one of several is full, none of them is counted', async () => {
  const { clock } = ownHour();
  await take(buckets(['narrow', 1]), clock.now);
  for (let time = 0; time < 5; time += 1)
    await expect(take(buckets(['wide', 2], ['narrow', 1]), clock.now)).rejects.toMatchObject({
      answer: 'tooMany',
    });
  await take(buckets(['wide', 2]), clock.now);
  await take(buckets(['wide', 2]), clock.now);
  await expect(take(buckets(['wide', 2]), clock.now)).rejects.toMatchObject({ answer: 'tooMany' });
});

test('a hit that is given back can be taken again, even after others were refused', async () => {
  const { clock } = ownHour();
  const one = buckets(['returned', 2]);
  await take(one, clock.now);
  const hits = await take(one, clock.now);
  await expect(take(one, clock.now)).rejects.toMatchObject({ answer: 'tooMany', retryAfterSeconds: 3600 });
  await giveBack(db.database.db, hits);
  await take(one, clock.now);
  await expect(take(one, clock.now)).rejects.toMatchObject({ answer: 'tooMany' });
});

test('what is taken back with its transaction was never counted', async () => {
  const { clock } = ownHour();
  const one = buckets(['rolled back', 1]);
  await expect(
    db.database.db.transaction().execute(async (db) => {
      await takeHits(db, one, new Date(clock.now));
      throw new Error('refused for another reason');
    }),
  ).rejects.toThrow('another reason');
  await take(one, clock.now);
});

test('many that want the same buckets in any order wait for each other, and none of them for ever', async () => {
  const { clock } = ownHour();
  const both = buckets(['left', 100], ['right', 100]);
  const hits = await Promise.all(
    Array.from({ length: 60 }, (_, at) => take(at % 2 === 0 ? both : both.toReversed(), clock.now)),
  );
  expect(new Set(hits.flat()).size).toBe(120);
});

test('hits of a clock that ran ahead keep nobody out when it is right again', async () => {
  const { clock } = ownHour();
  const one = buckets(['ahead', 1]);
  await take(one, clock.now + 24 * HOUR_MS);
  await take(one, clock.now);
  await expect(take(one, clock.now + 1000)).rejects.toMatchObject({
    answer: 'tooMany',
    retryAfterSeconds: 3599,
  });
  await forgetHits(db.database.db, new Date(clock.now));
  expect((await db.asOwner(`select from limit_hits where key = 'ahead a'`)).rowCount).toBe(1);
});

test('hits that no longer count are forgotten', async () => {
  const { clock } = ownHour();
  await take(buckets(['old', 5]), clock.now);
  const kept = async () => (await db.asOwner(`select from limit_hits where key = 'old a'`)).rowCount;
  await forgetHits(db.database.db, new Date(clock.now + HOUR_MS - 1));
  expect(await kept()).toBe(1);
  await forgetHits(db.database.db, new Date(clock.now + HOUR_MS + 1));
  expect(await kept()).toBe(0);
});

test('work of one network takes turns, whatever becomes of it; other networks do not wait', async () => {
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await tick();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    inTurn('a', work('first', true)),
    inTurn('a', work('second')),
    inTurn('b', work('other')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual([
    'first begins',
    'other begins',
    'first ends',
    'second begins',
    'other ends',
    'second ends',
  ]);
});

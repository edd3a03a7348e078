import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { signInAs } from '../../../test/sign-in.ts';
import type { App } from '../deps.ts';

const base = '/services/authentication/api';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { env: { HOST: '127.0.0.1' } });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

function logout(headers: Record<string, string>) {
  return app.inject({ method: 'POST', url: `${base}/logout`, headers });
}

test('the cookies that are secrets cannot be read by scripts, the other one can', async () => {
  const { setCookie } = await signInAs(app, 'owner@example.com');
  expect(setCookie).toEqual([
    expect.stringMatching(/^muster_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^XSRF-TOKEN=[\w-]{43}; Max-Age=2592000; Path=\/; SameSite=Lax$/),
    expect.stringMatching(/^muster_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('over https all are for https alone, and the secrets for this host alone', async () => {
  const secure = await testApp(db, { env: { HOST: '127.0.0.1', BASE_URL: 'https://muster.example' } });
  const { setCookie, cookie } = await signInAs(secure, 'owner@example.com');
  expect(setCookie[0]).toMatch(
    /^__Host-muster_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(setCookie[1]).toContain('; Secure; SameSite=Lax');
  expect(setCookie[2]).toMatch(/^__Host-muster_device=[\w-]{43}; .*; HttpOnly; Secure; SameSite=Lax$/);
  expect((await secure.inject({ url: `${base}/session`, headers: { cookie } })).statusCode).toBe(200);
  await secure.close();
});

test('the database holds no token, only its hash', async () => {
  const { token, device } = await signInAs(app, 'owner@example.com');
  const { rows } = await db.asOwner('select s.*, d.* from sessions s join devices d using (user_id)');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(device);
  const { rows: found } = await db.asOwner('select from sessions where token_hash = sha256($1)', [
    Buffer.from(token),
  ]);
  expect(found).toHaveLength(1);
});

test('with a session cookie a change needs the XSRF header', async () => {
  const mine = await signInAs(app, 'owner@example.com');
  const other = await signInAs(app, 'owner@example.com');
  for (const headers of [{}, { 'x-xsrf-token': 'nonsense' }, { 'x-xsrf-token': other.xsrf }]) {
    const refused = await logout({ cookie: mine.cookie, ...headers });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe(4031);
  }
  expect((await app.inject({ url: `${base}/session`, headers: { cookie: mine.cookie } })).statusCode).toBe(
    200,
  );
  expect((await logout({ cookie: mine.cookie, 'x-xsrf-token': mine.xsrf })).statusCode).toBe(200);
  expect((await app.inject({ url: `${base}/session`, headers: { cookie: mine.cookie } })).statusCode).toBe(
    401,
  );
});

test('a public change is protected too while the cookie is there, and needs nothing without it', async () => {
  const { cookie } = await signInAs(app, 'owner@example.com');
  const payload = { email: 'owner@example.com', password: 'muster-demo' };
  const login = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: `${base}/login`, payload, headers });
  expect((await login({ cookie })).json().code).toBe(4031);
  expect((await login({})).json().code).toBe(800);
});

test('whoever lost the readable cookie is given it again with the refusal', async () => {
  const { cookie, xsrf } = await signInAs(app, 'owner@example.com');
  const refused = await logout({ cookie });
  expect(refused.headers['set-cookie']).toMatch(new RegExp(`^XSRF-TOKEN=${xsrf};`));
});

test('a request of a session that is over leaves the cookies alone, which may be a newer one’s by now', async () => {
  const answer = await app.inject({
    url: `${base}/session`,
    headers: { cookie: `muster_session=${'x'.repeat(43)}` },
  });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

const DAY_MS = 24 * 3600 * 1000;

/** A server whose clock can be turned on, and somebody signed in there. */
async function signedInLater() {
  const clock = { ahead: 0 };
  const app = await testApp(db, { env: { HOST: '127.0.0.1' }, now: () => Date.now() + clock.ahead });
  const { cookie, token } = await signInAs(app, 'owner@example.com');
  const ask = async () => (await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode;
  return { app, clock, ask, token };
}

test('a session that nobody uses ends by itself after seven days', async () => {
  const { app, clock, ask } = await signedInLater();
  clock.ahead = 7 * DAY_MS - 60_000;
  expect(await ask()).toBe(200);
  clock.ahead += 7 * DAY_MS + 60_000;
  expect(await ask()).toBe(401);
  await app.close();
});

test('any session ends by itself after thirty days, however much it is used', async () => {
  const { app, clock, ask } = await signedInLater();
  for (const day of [6, 12, 18, 24, 29.9]) {
    clock.ahead = day * DAY_MS;
    expect(await ask()).toBe(200);
  }
  clock.ahead = 30 * DAY_MS + 60_000;
  expect(await ask()).toBe(401);
  await app.close();
});

test('its last use is written down at most once a minute, and never waits for another', async () => {
  const { app, clock, ask, token } = await signedInLater();
  const seen = async () =>
    (await db.asOwner('select seen_at from sessions where token_hash = sha256($1)', [Buffer.from(token)]))
      .rows[0].seen_at as Date;
  const first = await seen();
  clock.ahead = 50_000;
  await ask();
  expect(await seen()).toEqual(first);
  clock.ahead = 70_000;
  await db.asOwner('begin');
  await db.asOwner('select from sessions where token_hash = sha256($1) for update', [Buffer.from(token)]);
  expect(await ask()).toBe(200);
  await db.asOwner('commit');
  expect(await seen()).toEqual(first);
  await ask();
  expect((await seen()).getTime()).toBeGreaterThanOrEqual(first.getTime() + 70_000);
  await app.close();
});

test('a user who is disabled is out at once', async () => {
  const { cookie } = await signInAs(app, 'technician@example.com');
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await db.asOwner(`update users set disabled_at = now() where email = 'technician@example.com'`);
  expect((await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode).toBe(401);
  await db.asOwner(`update users set disabled_at = null where email = 'technician@example.com'`);
});

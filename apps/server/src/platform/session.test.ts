import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../seed/demo.ts';
import { testApp } from '../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../test/database.ts';
import { signInAs } from '../../test/sign-in.ts';
import type { App } from './deps.ts';

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

test('the session cookie cannot be read by scripts, the other one can', async () => {
  const { setCookie } = await signInAs(app, 'owner@example.com');
  expect(setCookie).toEqual([
    expect.stringMatching(/^muster_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^XSRF-TOKEN=[\w-]{43}; Path=\/; Max-Age=2592000; SameSite=Lax$/),
  ]);
});

test('over https both are for https alone, and the session for this host alone', async () => {
  const secure = await testApp(db, { env: { HOST: '127.0.0.1', BASE_URL: 'https://muster.example' } });
  const { setCookie, cookie } = await signInAs(secure, 'owner@example.com');
  expect(setCookie[0]).toMatch(
    /^__Host-muster_session=[\w-]{43}; Path=\/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax$/,
  );
  expect(setCookie[1]).toContain('; Secure; SameSite=Lax');
  expect((await secure.inject({ url: `${base}/session`, headers: { cookie } })).statusCode).toBe(200);
  await secure.close();
});

test('the database holds no token, only its hash', async () => {
  const { token } = await signInAs(app, 'owner@example.com');
  const { rows } = await db.asOwner('select * from sessions');
  expect(JSON.stringify(rows)).not.toContain(token);
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

test('cookies of a session that is over are taken away', async () => {
  const answer = await app.inject({
    url: `${base}/session`,
    headers: { cookie: `muster_session=${'x'.repeat(43)}` },
  });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^muster_session=; Path=\/; Max-Age=0;/),
    expect.stringMatching(/^XSRF-TOKEN=; Path=\/; Max-Age=0;/),
  ]);
});

test('a session ends by itself after thirty days', async () => {
  const day = 24 * 3600 * 1000;
  let ahead = 0;
  const later = await testApp(db, { env: { HOST: '127.0.0.1' }, now: () => Date.now() + ahead });
  const { cookie } = await signInAs(later, 'owner@example.com');
  const ask = async () => (await later.inject({ url: `${base}/session`, headers: { cookie } })).statusCode;
  ahead = 30 * day - 60_000;
  expect(await ask()).toBe(200);
  ahead = 30 * day + 60_000;
  expect(await ask()).toBe(401);
  await later.close();
});

test('a user who is disabled is out at once', async () => {
  const { cookie } = await signInAs(app, 'technician@example.com');
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await db.asOwner(`update users set disabled_at = now() where email = 'technician@example.com'`);
  expect((await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode).toBe(401);
  await db.asOwner(`update users set disabled_at = null where email = 'technician@example.com'`);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';

const base = '/services/authentication/api';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

type Kept = Awaited<ReturnType<typeof signInAs>>;

async function list({ headers }: Kept) {
  const answer = await app.inject({ url: `${base}/sessions`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json().data as { id: string; current: boolean; device: string }[];
}

function end({ headers }: Pick<Kept, 'headers'>, id = '') {
  return app.inject({ method: 'DELETE', url: `${base}/sessions${id && `/${id}`}`, headers });
}

async function isSignedIn({ cookie }: Kept) {
  return (await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode === 200;
}

test.each(['owner@example.com', 'staff@example.com'])('%s sees their own sessions alone', async (email) => {
  await signInAs(app, 'technician@example.com');
  const here = await signInAs(app, email, { headers: { 'user-agent': FIREFOX } });
  const there = await signInAs(app, email);
  const sessions = await list(here);
  expect(sessions).toEqual([
    expect.objectContaining({ current: false, device: 'An unknown device' }),
    {
      id: expect.any(String),
      current: true,
      device: 'Firefox on Linux',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  expect((await list(there)).map(({ id, current }) => [id, current])).toEqual(
    sessions.map(({ id, current }) => [id, !current]),
  );
  await end(here);
});

test('one of them is ended, with its streams', async () => {
  const here = await signInAs(app, 'dispatcher@example.com');
  const there = await signInAs(app, 'dispatcher@example.com');
  const stream = await openStream(app, there.cookie);
  const other = (await list(here)).find(({ current }) => !current)!;
  expect((await end(here, other.id)).json()).toEqual({ code: 800, message: 'Done.', data: null });
  await stream.ended;
  expect(await isSignedIn(there)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
  expect((await end(here, other.id)).statusCode).toBe(404);
});

test('ending the one in use takes its cookies away', async () => {
  const here = await signInAs(app, 'dispatcher@example.com');
  const mine = (await list(here)).find(({ current }) => current)!;
  const ended = await end(here, mine.id);
  expect(ended.headers['set-cookie']).toEqual([
    expect.stringMatching(/^muster_session=; Max-Age=0; Path=\/;/),
    expect.stringMatching(/^XSRF-TOKEN=; Max-Age=0; Path=\/;/),
  ]);
  expect(await isSignedIn(here)).toBe(false);
});

test('all others are ended at once, those of other people are not', async () => {
  const here = await signInAs(app, 'owner@example.com');
  const elsewhere = [await signInAs(app, 'owner@example.com'), await signInAs(app, 'owner@example.com')];
  const stranger = await signInAs(app, 'technician@example.com');
  expect((await end(here)).statusCode).toBe(200);
  for (const there of elsewhere) expect(await isSignedIn(there)).toBe(false);
  expect(await isSignedIn(here)).toBe(true);
  expect(await isSignedIn(stranger)).toBe(true);
});

test('the session of somebody else cannot be ended, and looks like none', async () => {
  const owner = await signInAs(app, 'owner@example.com');
  const stranger = await signInAs(app, 'technician@example.com');
  const theirs = (await list(owner)).find(({ current }) => current)!;
  const refused = await end(stranger, theirs.id);
  expect(refused.statusCode).toBe(404);
  expect(refused.body).toBe((await end(stranger, randomUUID())).body);
  expect(await isSignedIn(owner)).toBe(true);
});

test('nothing is ended without the XSRF header', async () => {
  const here = await signInAs(app, 'owner@example.com');
  const there = await signInAs(app, 'owner@example.com');
  const other = (await list(here)).find(({ current }) => !current)!;
  const bare = { headers: { cookie: here.cookie, 'x-xsrf-token': '' } };
  for (const answer of [await end(bare), await end(bare, other.id)]) expect(answer.json().code).toBe(4031);
  expect(await isSignedIn(there)).toBe(true);
});

test('sessions that have run out are not listed', async () => {
  const here = await signInAs(app, 'owner@example.com');
  await end(here);
  const there = await signInAs(app, 'owner@example.com');
  await db.asOwner('update sessions set expires_at = now() where token_hash = sha256($1)', [
    Buffer.from(there.token),
  ]);
  expect(await list(here)).toHaveLength(1);
});

test('a user who is disabled loses sessions and streams at once', async () => {
  const there = await signInAs(app, 'technician@example.com');
  const stream = await openStream(app, there.cookie);
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await db.asOwner(`update users set disabled_at = now() where email = 'technician@example.com'`);
  await stream.ended;
  await db.asOwner(`update users set disabled_at = null where email = 'technician@example.com'`);
  expect(await isSignedIn(there)).toBe(false);
});

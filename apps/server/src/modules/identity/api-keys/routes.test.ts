import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerByKey, schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { App } from '../../../platform/deps.ts';

const MINUTE_MS = 60_000;
const clock = { now: Date.UTC(2030, 0, 1) };

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { now: () => clock.now });
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Made {
  row: { id: string; name: string; revoked_at: string | null };
  change: number;
  key: string | null;
}

async function make(name: string, rights = 'dispatcher', idempotencyKey?: string): Promise<Made> {
  const { status, data } = await owner.post('/api-keys', { name, rights }, idempotencyKey);
  expect(status).toBe(200);
  return data;
}

async function lastUsed(id: string): Promise<string | null> {
  const { data } = await owner.get('/api-keys');
  return (data as { rows: { id: string; last_used_at: string | null }[] }).rows.find((row) => row.id === id)!
    .last_used_at;
}

test('a key writes as a dispatcher, and the history tells its name', async () => {
  const { row, key } = await make('Website bookings');
  expect(key).toMatch(/^mk_[\w-]{43}$/);
  const program = schedulerByKey(app, key!);
  const made = await program.post('/technicians', { name: 'By A Program' });
  expect(made.status).toBe(200);
  const history = await owner.get('/changes?limit=1');
  expect((history.data as { rows: object[] }).rows[0]).toMatchObject({
    kind: 'technician added',
    by: { user_id: null, api_key_id: row.id, name: 'Website bookings' },
  });
  expect(await program.post(`/changes/${(made.data as { change: number }).change}/undo`)).toMatchObject({
    status: 200,
  });
});

test('a key that only reads is refused every write, with a reason', async () => {
  const { key } = await make('Reports', 'read only');
  const program = schedulerByKey(app, key!);
  expect((await program.get('/technicians')).status).toBe(200);
  expect(await program.post('/technicians', { name: 'No' })).toMatchObject({
    status: 403,
    message: 'This API key is read-only. Use one with the rights of a dispatcher.',
  });
});

test('no key makes keys, lists them or tells who is signed in', async () => {
  const { key } = await make('Curious');
  const program = schedulerByKey(app, key!);
  expect((await program.get('/api-keys')).status).toBe(403);
  expect((await program.post('/api-keys', { name: 'More', rights: 'dispatcher' })).status).toBe(403);
  const session = await app.inject({
    url: '/services/authentication/api/session',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(session.statusCode).toBe(403);
});

test('a wrong key is not made good by a session that comes along with it', async () => {
  const { cookie } = await signInAs(app, 'owner@example.com');
  const answer = await app.inject({
    url: '/services/scheduling/api/v1/technicians',
    headers: { cookie, authorization: `Bearer mk_${'x'.repeat(43)}` },
  });
  expect(answer.statusCode).toBe(401);
});

test('what a proxy has in the same header is no key: the session counts, and needs its XSRF token', async () => {
  const { cookie, headers } = await signInAs(app, 'owner@example.com');
  const url = '/services/scheduling/api/v1/technicians';
  const payload = { name: 'Behind a proxy' };
  const authorization = 'Basic cHJveHk6cHJveHk=';
  const call = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } });
  expect((await call(headers)).statusCode).toBe(200);
  expect((await call({ cookie })).statusCode).toBe(403);
});

test('the answer that was lost is told again to who asked, with the same key, for ten minutes', async () => {
  const idempotencyKey = randomUUID();
  const first = await make('Lost answer', 'dispatcher', idempotencyKey);
  clock.now += 9 * MINUTE_MS;
  expect(await make('Lost answer', 'dispatcher', idempotencyKey)).toEqual(first);
  clock.now += 2 * MINUTE_MS;
  expect(await make('Lost answer', 'dispatcher', idempotencyKey)).toEqual({ ...first, key: null });
});

test('a revoked key opens nothing, says since when it is so, and cannot be brought back by an undo', async () => {
  const { row, key } = await make('Old one');
  const program = schedulerByKey(app, key!);
  expect((await program.get('/technicians')).status).toBe(200);
  const revoked = await owner.post(`/api-keys/${row.id}/revoke`);
  expect((revoked.data as Made).row.revoked_at).toMatch(/^2030-01-01T/);
  expect((await program.get('/technicians')).status).toBe(401);
  clock.now += MINUTE_MS;
  const again = await owner.post(`/api-keys/${row.id}/revoke`);
  expect((again.data as Made).row).toEqual((revoked.data as Made).row);
  expect((await owner.post(`/changes/${(revoked.data as Made).change}/undo`)).status).toBe(422);
});

test('when a key was last used is noted to the minute', async () => {
  const { row, key } = await make('Clockwork');
  expect(await lastUsed(row.id)).toBeNull();
  const program = schedulerByKey(app, key!);
  await program.get('/technicians');
  const first = await lastUsed(row.id);
  expect(Date.parse(first!)).toBe(clock.now);
  clock.now += MINUTE_MS / 2;
  await program.get('/technicians');
  expect(await lastUsed(row.id)).toBe(first);
  clock.now += MINUTE_MS / 2;
  await program.get('/technicians');
  expect(Date.parse((await lastUsed(row.id))!)).toBe(clock.now);
});

test('fifty wrong keys from one network are enough for a quarter of an hour; a right one still works', async () => {
  clock.now += 16 * MINUTE_MS;
  const { key } = await make('Right');
  const wrong = schedulerByKey(app, `mk_${'y'.repeat(43)}`);
  for (let time = 0; time < 50; time += 1) expect((await wrong.get('/technicians')).status).toBe(401);
  expect((await wrong.get('/technicians')).status).toBe(429);
  expect((await schedulerByKey(app, key!).get('/technicians')).status).toBe(200);
  clock.now += 15 * MINUTE_MS;
  expect((await wrong.get('/technicians')).status).toBe(401);
});

test('the same Idempotency-Key of a person and of a program are two things', async () => {
  const { key } = await make('Same words');
  const program = schedulerByKey(app, key!);
  const mine = await owner.post('/technicians', { name: 'Twin' }, 'booking-1');
  const theirs = await program.post('/technicians', { name: 'Twin' }, 'booking-1');
  expect((theirs.data as Made).row.id).not.toBe((mine.data as Made).row.id);
});

/** Last, because it takes row-level security away. */
test('the key itself is nowhere in the database', async () => {
  const { key } = await make('Nowhere');
  const dump = await dumpDatabase(here);
  expect(dump).toContain('Nowhere');
  for (const spelling of spellings(key!.slice('mk_'.length))) expect(dump).not.toContain(spelling);
});

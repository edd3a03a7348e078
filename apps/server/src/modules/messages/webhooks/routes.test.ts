import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase, spellings } from '../../../../test/dump.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';

const clock = { now: Date.UTC(2030, 0, 1) };
const url = 'http://127.0.0.1:9/hook';

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { env: { WEBHOOK_NETWORKS: '127.0.0.1' }, now: () => clock.now });
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Made {
  row: { id: string; version: number };
  change: number;
  secret: string | null;
}

async function tasksOf(): Promise<number> {
  const { rows } = await here.asOwner(`select from outbox where topic = 'outside announced'`);
  return rows.length;
}

test('the secret is told once: again for ten minutes to a lost answer, and never in the history', async () => {
  const key = randomUUID();
  const first = (await owner.post('/webhooks', { url }, key)).data as Made;
  expect(first.secret).toMatch(/^whsec_[\w-]{43}$/);
  clock.now += 9 * 60_000;
  expect((await owner.post('/webhooks', { url }, key)).data).toEqual(first);
  clock.now += 2 * 60_000;
  expect((await owner.post('/webhooks', { url }, key)).data).toEqual({ ...first, secret: null });
  const history = await owner.get(`/changes/${first.change}`);
  expect(JSON.stringify(history)).not.toContain(first.secret);
  expect(JSON.stringify(await owner.get('/webhooks'))).not.toContain(first.secret);
  await owner.delete(`/webhooks/${first.row.id}`);
});

test('the database holds no secret in plain text', async () => {
  const { row, secret } = (await owner.post('/webhooks', { url })).data as Made;
  const dump = await dumpDatabase(here);
  expect(dump).toContain(row.id);
  expect(spellings(secret!).filter((spelling) => dump.includes(spelling))).toEqual([]);
  expect(spellings(secret!.slice(6)).filter((spelling) => dump.includes(spelling))).toEqual([]);
  await owner.delete(`/webhooks/${row.id}`);
  const { rows } = await here.asOwner('select from connection_secrets');
  expect(rows).toEqual([]);
});

test('a secret that cannot be read any more asks for a new one, which is told once', async () => {
  const { row, secret } = (await owner.post('/webhooks', { url })).data as Made;
  const [before] = ((await owner.get('/webhooks')).data as { rows: [{ needs_reconnect: boolean }] }).rows;
  expect(before.needs_reconnect).toBe(false);
  await here.asOwner(`update connection_secrets set key_id = 'of another machine'`);
  const [lost] = ((await owner.get('/webhooks')).data as { rows: [{ needs_reconnect: boolean }] }).rows;
  expect(lost.needs_reconnect).toBe(true);
  const key = randomUUID();
  const renewed = (await owner.post(`/webhooks/${row.id}/secret`, {}, key)).data as Made;
  expect(renewed.secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(renewed.secret).not.toBe(secret);
  expect((await owner.post(`/webhooks/${row.id}/secret`, {}, key)).data).toEqual(renewed);
  clock.now += 11 * 60_000;
  expect((await owner.post(`/webhooks/${row.id}/secret`, {}, key)).data).toEqual({
    ...renewed,
    secret: null,
  });
  const [again] = ((await owner.get('/webhooks')).data as { rows: [{ needs_reconnect: boolean }] }).rows;
  expect(again.needs_reconnect).toBe(false);
  expect(JSON.stringify(await owner.get(`/changes/${renewed.change}`))).not.toContain(renewed.secret);
  expect((await owner.post(`/webhooks/${randomUUID()}/secret`)).status).toBe(404);
  await owner.delete(`/webhooks/${row.id}`);
});

test('tasks are made only while somebody listens', async () => {
  const before = await tasksOf();
  await owner.post('/technicians', { name: 'Unheard' });
  expect(await tasksOf()).toBe(before);
  const { row } = (await owner.post('/webhooks', { url })).data as Made;
  await owner.post('/technicians', { name: 'Heard' });
  expect(await tasksOf()).toBe(before + 2);
  await owner.patch(`/webhooks/${row.id}`, { version: 1, is_enabled: false });
  await owner.post('/technicians', { name: 'Unheard' });
  expect(await tasksOf()).toBe(before + 2);
  await owner.delete(`/webhooks/${row.id}`);
});

test.each(['http://127.0.0.2/', 'https://10.0.0.1/', 'https://[::1]/', 'https://user:pass@example.com/'])(
  '%s is refused while it is typed',
  async (url) => {
    expect((await owner.post('/webhooks', { url })).status).toBe(422);
  },
);

test('ten webhooks are enough', async () => {
  for (let count = 0; count < 10; count += 1)
    expect((await owner.post('/webhooks', { url })).status).toBe(200);
  expect(await owner.post('/webhooks', { url })).toMatchObject({
    status: 422,
    message: 'You’ve reached the limit of 10 webhooks. Remove one first.',
  });
});

test('what was done with a webhook is not undone', async () => {
  const { data } = await owner.get('/changes?limit=1');
  const [{ number }] = (data as { rows: [{ number: number }] }).rows;
  expect((await owner.post(`/changes/${number}/undo`)).status).toBe(422);
});

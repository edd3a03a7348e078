import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { ask, officeOf } from '../../../../test/setups/enquiries.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { until } from '../../../../test/until.ts';
import type { App } from '../../../platform/deps.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { announce, channelOf } from '../../../platform/live/event-log.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { accountToOpen } from '../../../platform/sign-in/person.ts';
import { createLog } from '../../../platform/log.ts';

const account = channelOf(accountToOpen('0193e5a0-0000-7000-8000-000000000001'));
const another = channelOf(accountToOpen());

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
});
afterAll(() => db.drop());

async function listening(): Promise<App> {
  const app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

function tell(channel: typeof account, topic: string, id: string) {
  return transaction(db.database.db, (db) => announce(db, channel, { topic, id }));
}

test('a change reaches the people of the account on every process, and nobody else', async () => {
  const apps = [await listening(), await listening()];
  const { cookie } = await signInAs(apps[0]!, 'dispatcher@example.com');
  const streams = await Promise.all(apps.map((app) => openStream(app, cookie)));
  for (const { response, started } of streams) {
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store, no-transform');
    await started();
  }
  await tell(another, 'jobs', 'not for you');
  await tell(account, 'jobs', '7');
  for (const { changes } of streams) await expect.poll(changes).toEqual([{ topic: 'jobs', id: '7' }]);
  await Promise.all(apps.map((app) => app.close()));
  await Promise.all(streams.map(({ ended }) => ended));
});

test('a client that comes back with its last number is told what it missed, on any process', async () => {
  const apps = [await listening(), await listening()];
  const { cookie } = await signInAs(apps[0]!, 'dispatcher@example.com');
  const first = await openStream(apps[0]!, cookie);
  await first.started();
  await tell(account, 'jobs', 'seen');
  await expect.poll(first.changes).toHaveLength(1);
  const { number } = first.messages().at(-1)!.data;
  first.response.destroy();
  await tell(account, 'jobs', 'missed');
  const again = await openStream(apps[1]!, cookie, { after: number });
  await expect.poll(again.messages).toEqual([
    { event: 'start', data: { number } },
    { event: 'change', data: { number: number + 1, topic: 'jobs', id: 'missed' } },
    { event: 'presence', data: { people: [] } },
  ]);
  const lost = await openStream(apps[1]!, cookie, { after: 0 });
  await expect.poll(lost.changes).toHaveLength(number + 1);
  await Promise.all(apps.map((app) => app.close()));
});

test('of a change that the owner alone may read, others hear the number and no more', async () => {
  const app = await listening();
  const owner = await schedulerOf(app, 'owner@example.com');
  const key = { name: 'Reader', rights: 'read only' };
  const made = (await owner.post('/api-keys', key)).data as { row: { id: string }; key: string };
  const streams = await Promise.all([
    openStream(app, (await signInAs(app, 'owner@example.com')).cookie),
    openStream(app, (await signInAs(app, 'dispatcher@example.com')).cookie),
    openStream(app, { authorization: `Bearer ${made.key}` }),
  ]);
  for (const { started } of streams) await started();
  const { change: number } = (await owner.post('/api-keys', key)).data as { change: number };
  const { change: next } = (await owner.post('/technicians', { name: 'Kai' })).data as { change: number };
  for (const { changes } of streams) await expect.poll(changes).toHaveLength(2);
  const [whole, ...others] = streams.map(({ messages }) =>
    messages()
      .filter(({ event }) => event === 'change')
      .map(({ data }) => data),
  );
  expect(whole).toMatchObject([{ number, change: { kind: 'api key added' } }, { number: next }]);
  for (const told of others)
    expect(told).toEqual([
      { number, topic: 'change' },
      { number: next, topic: 'change', change: expect.objectContaining({ kind: 'technician added' }) },
    ]);
  await app.close();
});

test('signing out closes the streams of that session alone, wherever they are', async () => {
  const apps = [await listening(), await listening()];
  const mine = await signInAs(apps[0]!, 'owner@example.com');
  const other = await signInAs(apps[0]!, 'owner@example.com');
  const stream = await openStream(apps[0]!, mine.cookie);
  const elsewhere = await openStream(apps[1]!, mine.cookie);
  const kept = await openStream(apps[0]!, other.cookie);
  await apps[0]!.inject({
    method: 'POST',
    url: '/services/authentication/api/logout',
    headers: { cookie: mine.cookie, 'x-xsrf-token': mine.xsrf },
  });
  await Promise.all([stream.ended, elsewhere.ended]);
  await kept.started();
  await tell(account, 'jobs', '8');
  await expect.poll(kept.changes).toEqual([{ topic: 'jobs', id: '8' }]);
  expect([stream.changes(), elsewhere.changes()]).toEqual([[], []]);
  await Promise.all(apps.map((app) => app.close()));
});

test('a stream leaves its line in the log when it ends, and cannot be asked for without being read', async () => {
  const written: string[] = [];
  const log = createLog('info', { write: (line: string) => void written.push(line) });
  const app = await testApp(db, { env: { HOST: '127.0.0.1' }, log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { cookie } = await signInAs(app, 'owner@example.com');
  const head = await app.inject({
    method: 'HEAD',
    url: '/services/scheduling/api/v1/live',
    headers: { cookie },
  });
  expect(head.statusCode).toBe(404);
  const stream = await openStream(app, cookie);
  await app.close();
  await stream.ended;
  const lines = written.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      route: '/services/scheduling/api/v1/live',
      status: 200,
      id: expect.any(String),
    }),
  );
});

test('staff on every process hear of new enquiries and of what others did about them, and no customer does', async () => {
  const apps = [await listening(), await listening()];
  const office = await officeOf(apps[0]!);
  const streams = await Promise.all(
    apps.map((app) => openStream(app, office.headers.cookie, { service: 'office' })),
  );
  const customer = await openStream(apps[0]!, (await signInAs(apps[0]!, 'owner@example.com')).cookie);
  for (const { started } of [...streams, customer]) await started();
  await ask(apps[1]!);
  for (const { changes } of streams) await expect.poll(changes).toEqual([{ topic: 'enquiries' }]);
  const [{ id }] = (await office.get('enquiries')).json().data.rows;
  await office.post(`enquiries/${id}/state`, { version: 1, state: 'contacted' });
  await office.post(`enquiries/${id}/state`, { version: 1, state: 'spam' });
  await office.post(`enquiries/${id}/note`, { text: 'Rang.' });
  const expected = [{ topic: 'enquiries' }, { topic: 'change' }, { topic: 'change' }];
  for (const { changes } of streams) await expect.poll(changes).toEqual(expected);
  await tell(account, 'jobs', 'at last');
  await expect.poll(customer.changes).toEqual([{ topic: 'jobs', id: 'at last' }]);
  await apps[1]!.inject({
    method: 'POST',
    url: '/services/authentication/api/logout',
    headers: office.headers,
  });
  await Promise.all(streams.map(({ ended }) => ended));
  await Promise.all(apps.map((app) => app.close()));
});

test('staff, who have no account, have nothing to hear of one', async () => {
  const app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  const { cookie } = await signInAs(app, 'staff@example.com');
  const answer = await app.inject({ url: '/services/scheduling/api/v1/live', headers: { cookie } });
  expect(answer.statusCode).toBe(403);
  await app.close();
});

test('a session has eight streams; one more is refused until another ends', async () => {
  const app = await testApp(db);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { cookie } = await signInAs(app, 'owner@example.com');
  const { port } = app.server.address() as AddressInfo;
  const open = async () => {
    const over = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/services/scheduling/api/v1/live`, {
      headers: { cookie },
      signal: over.signal,
    });
    // Kept, because an answer that nobody holds is collected, and its stream ends.
    return { status: answer.status, over, answer };
  };
  const streams = [];
  for (let count = 0; count < 8; count += 1) streams.push(await open());
  expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await open()).status).toBe(429);
  streams[0]!.over.abort();
  await until(async () => (await open()).status === 200);
  await app.close();
});

test('a fault at the beginning of a stream is in the log, and not only a client that connects for ever', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const live: LiveHub = {
    follow: () => Promise.reject(new TypeError('there is a mistake')),
    hear: () => () => {},
    onSessionEnd: () => () => {},
    broadcast: async () => {},
    onBroadcast: () => () => {},
    close: async () => {},
  };
  const app = await testApp(db, { log, deps: { live } });
  const { cookie } = await signInAs(app, 'dispatcher@example.com');
  const url = '/services/scheduling/api/v1/live';
  const { statusCode } = await app.inject({ url, headers: { cookie } });
  await app.close();
  expect(statusCode).toBe(200);
  // A busy machine may have kept somebody waiting, which is in the log too.
  const errors = lines
    .map((line) => JSON.parse(line) as { level: number })
    .filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([{ route: url, err: { message: 'there is a mistake' } }]);
});

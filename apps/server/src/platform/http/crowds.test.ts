import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { until } from '../../../test/until.ts';
import type { App, Module } from '../deps.ts';

let db: TestDatabase;
let app: App;
let waiting: (() => void)[] = [];

const slow: Module = (app) => {
  app.get('/slow', { config: { access: 'public' } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  });
};

beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [slow] });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

test('a connection that sends more at once than anybody needs is cut off, and nothing of it is left waiting', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  await once(socket, 'close');
  expect(waiting.length).toBeLessThan(20);
  for (const answer of waiting) answer();
  waiting = [];
});

test('a network has two hundred requests under way; others do not notice, and there is room again afterwards', async () => {
  const ask = (remoteAddress: string) => app.inject({ url: '/slow', remoteAddress });
  const crowd = Array.from({ length: 230 }, () => ask('203.0.113.7'));
  await until(() => waiting.length === 200);
  const other = ask('203.0.113.8');
  await until(() => waiting.length === 201);
  for (const answer of waiting) answer();
  waiting = [];
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect((await other).statusCode).toBe(200);
  const again = ask('203.0.113.7');
  await until(() => waiting.length === 1);
  waiting[0]!();
  expect((await again).statusCode).toBe(200);
});

import { createServer, connect as dial, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { connect } from '../../db/connect.ts';
import { testKeys } from '../../../../test/test-keys.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('alive and ready', async () => {
  const app = await testApp(db);
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({
    code: 800,
    message: 'Done.',
    data: { status: 'alive' },
  });
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({
    code: 800,
    message: 'Done.',
    data: { status: 'ready' },
  });
  await app.close();
});

/** A proxy to the database that can be cut and restored. While it is cut, new connections get no answer. */
async function cuttable(ownerUrl: string) {
  const url = new URL(ownerUrl);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  const dialled: string[] = [];
  let isCut = false;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    if (isCut) {
      near.once('data', (greeting: Buffer) => dialled.push(nameIn(greeting)));
      return;
    }
    const far = dial({ host, port });
    sockets.add(far);
    near.pipe(far).pipe(near);
    far.on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    ownerUrl: url.href,
    /** The names of those who tried to connect while it was cut. */
    dialled,
    cut() {
      isCut = true;
      hangUp();
    },
    mend() {
      isCut = false;
      hangUp();
    },
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

/** A connection begins with pairs of names and values, each ended by a zero. */
function nameIn(greeting: Buffer): string {
  const words = greeting.toString().split('\0');
  return words[words.indexOf('application_name') + 1]!;
}

test('while the database is away: 503 at once with Retry-After, alive all the same, and back by itself', async () => {
  const line = await cuttable(db.ownerUrl);
  const database = await connect({ ownerUrl: line.ownerUrl, log: silentLog, keys: testKeys });
  const app = await testApp(db, { modules: [greeting(10)], deps: { database } });
  const greet = () => app.inject({ method: 'POST', url: GREET, payload: { name: 'Kim' } });
  expect((await greet()).statusCode).toBe(200);
  line.cut();
  await until(() => database.isAway());
  const answers = await Promise.all(Array.from({ length: 20 }, greet));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(answers[0]!.json().code).toBe(503);
  expect(answers[0]!.headers['retry-after']).toBe('1');
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  // They were refused at once, because none of them tried to connect; only the heartbeat does.
  await until(() => line.dialled.length > 1);
  expect(new Set(line.dialled)).toEqual(new Set(['muster-heartbeat']));
  line.mend();
  await until(async () => (await greet()).statusCode === 200);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await app.close();
  await database.close();
  await line.close();
});

test('a database without room to write: 503 to whoever writes, not ready, and ready again when there is room', async () => {
  const app = await testApp(db, { modules: [greeting(10)] });
  const greet = () => app.inject({ method: 'POST', url: GREET, payload: { name: 'Kim' } });
  const ready = async () => (await app.inject({ url: '/readyz' })).statusCode;
  await db.asOwner(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  for (const table of ['limit_hits', 'write_probe'])
    await db.asOwner(`create trigger no_room before insert on ${table} execute function no_room()`);
  expect(await ready()).toBe(200);
  const refused = await greet();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  expect(await ready()).toBe(503);
  expect(await ready()).toBe(503);
  for (const table of ['limit_hits', 'write_probe']) await db.asOwner(`drop trigger no_room on ${table}`);
  expect(await ready()).toBe(200);
  expect((await greet()).statusCode).toBe(200);
  await app.close();
});

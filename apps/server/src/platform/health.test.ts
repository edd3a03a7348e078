import { createServer, connect as dial, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLog } from '../../test/silent-log.ts';
import { connect } from './db/connect.ts';

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

/** A line to the database that can be cut and mended. */
async function cuttable(ownerUrl: string) {
  const url = new URL(ownerUrl);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = dial({ host, port });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    ownerUrl: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => new Promise((resolve) => proxy.close(resolve)),
  };
}

test('while the database is away: 503 at once with Retry-After, alive all the same, and back by itself', async () => {
  const line = await cuttable(db.ownerUrl);
  const database = await connect({ ownerUrl: line.ownerUrl, log: silentLog });
  const app = await testApp(db, { modules: [greeting(10)], deps: { database } });
  const greet = () => app.inject({ method: 'POST', url: GREET, payload: { name: 'Kim' } });
  expect((await greet()).statusCode).toBe(200);
  line.cut();
  await expect.poll(() => database.isAway()).toBe(true);
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, greet));
  const elapsed = performance.now() - started;
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
  expect(answers[0]!.json().code).toBe(503);
  expect(answers[0]!.headers['retry-after']).toBe('1');
  // Twenty of them; what each may take is 100 ms.
  expect(elapsed).toBeLessThan(2000);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  line.mend();
  await expect.poll(async () => (await greet()).statusCode, { timeout: 10_000 }).toBe(200);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await app.close();
  await database.close();
  await line.close();
});

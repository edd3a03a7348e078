import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { Module } from '../../deps.ts';
import { done } from '../answers/envelope.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

function get(port: number, path: string, agent: Agent) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ port, path, agent, host: '127.0.0.1' }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

test('closing: what is under way finishes, streams end, kept connections go, nobody else gets in', async () => {
  const slow = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const streaming = Promise.withResolvers<void>();
  const streamed = Promise.withResolvers<void>();
  const module: Module = (app, { streams }) => {
    const config = { access: 'public' as const };
    app.get('/slow', { config }, async () => {
      entered.resolve();
      await slow.promise;
      return done('finished');
    });
    app.get('/stream', { config }, (_, reply) => {
      streams.open(reply, { session: 'one', onBeat: () => {}, onClose: () => streamed.resolve() });
      streaming.resolve();
    });
  };
  const app = await testApp(db, { modules: [module] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  await get(port, '/healthz', agent);
  const stream = get(port, '/stream', new Agent({ keepAlive: true }));
  const underWay = get(port, '/slow', agent);
  await Promise.all([entered.promise, streaming.promise]);
  const closed = app.close();
  await streamed.promise;
  expect((await stream).status).toBe(200);
  await expect(get(port, '/healthz', new Agent())).rejects.toThrow('ECONNREFUSED');
  slow.resolve();
  expect(await underWay).toEqual({ status: 200, body: '{"code":800,"message":"Done.","data":"finished"}' });
  // The agent keeps its connection open, so the test only ends if closing the server closes it.
  await closed;
  agent.destroy();
});

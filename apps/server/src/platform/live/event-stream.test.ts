import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Module } from '../deps.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('what is sent to a stream after its end goes nowhere, and harms nobody', async () => {
  let closed = 0;
  let closedAtOnce = 0;
  const errors: Error[] = [];
  const streaming: Module = (app, { streams }) => {
    app.get('/stream', { config: { access: 'public' } }, (_, reply) => {
      const stream = streams.open(reply, {
        session: 'one',
        onBeat: () => {},
        onClose: () => (closed += 1),
      });
      reply.raw.on('error', (error) => errors.push(error));
      stream.send('change', { topic: 'first' }, 1);
      stream.close();
      closedAtOnce = closed;
      stream.send('change', { topic: 'late' });
      stream.close();
      reply.raw.once('close', () => stream.send('change', { topic: 'later' }));
    });
  };
  const app = await testApp(db, { modules: [streaming] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: '127.0.0.1', path: '/stream' }), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  for await (const chunk of response) text += chunk;
  await app.close();
  expect(text).toBe('id: 1\nevent: change\ndata: {"topic":"first"}\n\n');
  // `onClose` is called at once and not only when the client has read the rest; and it is called once.
  expect([closedAtOnce, closed]).toEqual([1, 1]);
  expect(errors).toEqual([]);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../test/database.ts';
import { silentLog } from '../../test/silent-log.ts';
import { readSettings } from '../settings.ts';
import type { App } from './deps.ts';
import { createEdge } from './edge.ts';
import { createAnswerer } from './failures.ts';
import { createInFlight } from './in-flight.ts';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [greeting(1000)] });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

/** What comes back for these bytes, until the server hangs up. */
async function answerTo(sent: string): Promise<{ head: string; body: string }> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(sent);
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { head, body };
}

test.each([
  ['no HTTP at all', 'hello?\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  [
    'a header with NUL in it',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Odd: a\0b\r\n\r\n',
    'HTTP/1.1 400 Bad Request',
  ],
  [
    'headers without end',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431 ',
  ],
  [
    'two lengths for one body',
    `POST ${GREET} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n`,
    'HTTP/1.1 400 Bad Request',
  ],
])('%s is refused in the envelope, and cut off', async (_, sent, status) => {
  const { head, body } = await answerTo(sent);
  expect(head.startsWith(status)).toBe(true);
  expect(JSON.parse(body)).toEqual({
    code: 400,
    message: 'This is not a request that we can read.',
    data: null,
  });
});

test('a body that says it is larger than allowed is refused before it arrives', async () => {
  const { head, body } = await answerTo(
    `POST ${GREET} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n{`,
  );
  expect(head).toContain('HTTP/1.1 413');
  expect(JSON.parse(body).code).toBe(413);
});

test('a body that never says how large it is, is cut off at the limit', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const { head } = await answerTo(
    `POST ${GREET} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`,
  );
  expect(head).toContain('HTTP/1.1 413');
});

test('a handler that never answers is answered for', async () => {
  const inFlight = createInFlight(0);
  const edge = createEdge({ settings: readSettings({}), log: silentLog, now: Date.now }, inFlight);
  const stuck = fastify().decorateRequest('startedAt', 0).decorateRequest('place', 0);
  stuck.setErrorHandler(createAnswerer(silentLog, edge));
  stuck.addHook('onRequest', async (request, reply) => edge.begin(request, reply));
  stuck.get('/', () => new Promise(() => {}));
  const answer = await stuck.inject({ url: '/' });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  inFlight.stop();
  await stuck.close();
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { expect, test, afterAll, beforeAll } from 'vitest';
import { GREET, greeting, testApp } from '../../../../test/app.ts';
import type { TestDatabase } from '../../../../test/database.ts';
import { testDatabase } from '../../../../test/database.ts';
import type { App, Module } from '../../deps.ts';
import { toFailure } from './errors.ts';

/** As the validator tells of it. */
function refused(...validation: object[]): string {
  return toFailure({ validation, validationContext: 'body' }, 'id').message;
}

test('a field that nobody asked for is answered with its name, and its place', () => {
  const twice = [
    { keyword: 'boolean', instancePath: '/extra', params: {}, message: 'schema is false' },
    {
      keyword: 'additionalProperties',
      instancePath: '',
      params: { additionalProperties: ['extra'] },
      message: 'must not have additional properties',
    },
  ];
  expect(refused(...twice)).toBe('unknown field "extra".');
  const deep = {
    keyword: 'additionalProperties',
    instancePath: '/sites/0',
    params: { additionalProperties: ['colour', 'size'] },
    message: 'must not have additional properties',
  };
  expect(refused(deep)).toBe('unknown field "sites.0.colour"; unknown field "sites.0.size".');
});

test('what is wrong beside it is still said', () => {
  const missing = {
    keyword: 'required',
    instancePath: '',
    params: {},
    message: 'must have required properties name',
  };
  expect(refused(missing)).toBe('body must have required properties name.');
});

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
async function answerTo(sent: string, of: App = app): Promise<{ head: string; body: string }> {
  const { port } = of.server.address() as AddressInfo;
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
    message: 'We couldn’t read this request.',
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
  const stuck: Module = (app) => {
    const config = { access: 'public' as const };
    app.get('/stuck', { config, handlerTimeout: 50 }, () => new Promise(() => {}));
  };
  const own = await testApp(db, { modules: [stuck] });
  const answer = await own.inject({ url: '/stuck' });
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  await own.close();
});

test('a body that does not arrive in time is told so, long before its handler would give up', async () => {
  const own = await testApp(db, { modules: [greeting(1000)] });
  own.server.requestTimeout = 100;
  await own.listen({ port: 0, host: '127.0.0.1' });
  const { head, body } = await answerTo(
    `POST ${GREET} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"name"`,
    own,
  );
  expect(head).toContain('HTTP/1.1 408 Request Timeout');
  expect(JSON.parse(body).message).toBe('The request took too long to arrive. Try again.');
  await own.close();
});

test('a client that asks for much and never reads is let go; one that reads slowly gets all of it', async () => {
  const large = 'x'.repeat(16 * 1024 * 1024);
  const module: Module = (app) => {
    app.get('/large', { config: { access: 'public' } }, () => large);
  };
  const own = await testApp(db, { modules: [module] });
  // Longer than a busy machine stands still.
  own.server.setTimeout(3_000);
  await own.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.server.address() as AddressInfo;
  const ask = () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  const gone = new Promise<void>((resolve) => {
    own.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const silent = ask();
  await gone;
  silent.destroy();
  let read = 0;
  for await (const piece of ask()) {
    read += (piece as Buffer).length;
    // In all it takes longer than the limit, but no single pause does.
    if (read < large.length) await new Promise((resolve) => setTimeout(resolve, 20));
    else break;
  }
  expect(read).toBeGreaterThanOrEqual(large.length);
  await own.close();
});

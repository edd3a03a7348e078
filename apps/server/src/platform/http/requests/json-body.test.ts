import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { until } from '../../../../test/until.ts';
import type { App, Module } from '../../deps.ts';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [greeting(1_000_000)] });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const json = { 'content-type': 'application/json' };

function send(payload: string, headers: Record<string, string> = json) {
  return app.inject({ method: 'POST', url: GREET, payload, headers });
}

const nested = (depth: number) => `{"name":"x","notes":${'['.repeat(depth)}${']'.repeat(depth)}}`;

test.each<[string, string, number]>([
  ['what fits', '{"name":"Kim"}', 200],
  ['a text that only looks like an escape', '{"name":"\\\\u0000"}', 200],
  ['a surrogate pair', '{"name":"\\ud83d\\ude00"}', 200],
  ['NUL in a value', '{"name":"a\\u0000b"}', 400],
  ['NUL in a key', '{"name":"a","notes":{"a\\u0000":1}}', 400],
  ['NUL deep inside', '{"name":"a","notes":[[{"b":["\\u0000"]}]]}', 400],
  ['half a surrogate pair', '{"name":"\\ud83d"}', 400],
  ['a raw NUL', '{"name":"a\0b"}', 400],
  ['nesting that a person could mean', nested(20), 200],
  ['nesting without end', nested(20_000), 400],
  ['a prototype', '{"name":"a","__proto__":{"admin":true}}', 400],
  ['a constructor', '{"name":"a","constructor":{"prototype":{"admin":true}}}', 400],
  ['a key too many', '{"name":"a","admin":true}', 400],
  ['a number past every bound', '{"name":"a","age":1e308}', 400],
  ['a number in text, which is not a number', '{"name":"a","age":"7"}', 400],
  ['no JSON', '{"name":', 400],
  ['nothing', '', 400],
  ['null', 'null', 400],
])('%s', async (_, payload, status) => {
  const answer = await send(payload);
  expect(answer.statusCode).toBe(status);
  expect(answer.json().code).toBe(status === 200 ? 800 : status);
});

test('64 kB and no more', async () => {
  const padded = (bytes: number) => `{"name":"a","notes":"${'x'.repeat(bytes - 23)}"}`;
  expect(Buffer.byteLength(padded(65_536))).toBe(65_536);
  expect((await send(padded(65_536))).statusCode).toBe(200);
  const refused = await send(padded(65_537));
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toEqual({ code: 413, message: 'The request is larger than allowed.', data: null });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'nonsense',
  'text/html',
  'application/jsonp',
])('a body of type %s is refused', async (type) => {
  expect((await send('{"name":"a"}', { 'content-type': type })).statusCode).toBe(415);
});

test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'])(
  'a body of type %s is JSON',
  async (type) => {
    expect((await send('{"name":"a"}', { 'content-type': type })).statusCode).toBe(200);
  },
);

test('a body without a type is refused, and a request without a body is one with nothing in it', async () => {
  const untyped = Buffer.from('{"name":"a"}');
  expect((await app.inject({ method: 'POST', url: GREET, payload: untyped })).statusCode).toBe(415);
  expect((await app.inject({ method: 'POST', url: GREET })).statusCode).toBe(400);
});

test('a body that comes in pieces of unknown length is put together, and has the same limit', async () => {
  const pieces = (count: number) =>
    Readable.from(['{"name":"', ...Array.from({ length: count }, () => 'ab'), '"}']);
  const sendPieces = (count: number) =>
    app.inject({ method: 'POST', url: GREET, payload: pieces(count), headers: json });
  expect((await sendPieces(3)).json().data.greeting).toBe('Hello ababab');
  expect((await sendPieces(40_000)).statusCode).toBe(413);
});

test('over a connection: a body with its headers, behind them, in two pieces, and one that is never finished', async () => {
  const refused: number[] = [];
  const listen: Module = (app) =>
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode !== 200) refused.push(reply.statusCode);
    });
  const own = await testApp(db, { modules: [listen, greeting(1_000_000)] });
  await own.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.server.address() as AddressInfo;
  const head = `POST ${GREET} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n`;
  const say = async (...pieces: string[]) => {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    for (const piece of pieces) await new Promise((sent) => socket.write(piece, () => setTimeout(sent, 20)));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString().slice(0, 15);
  };
  const breakOff = async () => {
    const before = refused.length;
    const socket = connect(port, '127.0.0.1');
    await new Promise((sent) => socket.write(`${head}{"name"`, () => setTimeout(sent, 20)));
    socket.destroy();
    await until(() => refused.length > before);
  };
  expect(await say(`${head}{"name":"Kim"}`)).toBe('HTTP/1.1 200 OK');
  expect(await say(head, '{"name":"Kim"}')).toBe('HTTP/1.1 200 OK');
  expect(await say(`${head}{"name":`, '"Kim"}')).toBe('HTTP/1.1 200 OK');
  await breakOff();
  expect(refused).toEqual([400]);
  await own.close();
});

test('a connection ends with a body that was not read to its end', async () => {
  expect((await send('{"name":"a"}')).headers.connection).not.toBe('close');
  expect((await send('x'.repeat(70_000))).headers.connection).toBe('close');
  expect((await send('{"name":"a"}', { 'content-type': 'text/plain' })).headers.connection).toBe('close');
});

test('a compressed body is refused, whatever it would grow to', async () => {
  expect((await send('{"name":"a"}', { ...json, 'content-encoding': 'gzip' })).statusCode).toBe(415);
});

test.each(['/services/x/%00', '/healthz?token=%00', '/%00'])('NUL in the address %s', async (url) => {
  expect((await app.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
  expect((await app.inject({ url })).statusCode).toBeLessThan(500);
});

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { App } from '../../deps.ts';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { env: { HOST: '127.0.0.1', BASE_URL: 'http://127.0.0.9:3000' } });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const INBOX = '/services/inbox/api/mails';
const ask = (headers: Record<string, string>, url = INBOX, of = app) => of.inject({ url, headers });

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:8080', '[::1]:3000', '127.0.0.9:3000'])(
  'under the name %s it answers',
  async (host) => {
    expect((await ask({ host })).statusCode).toBe(200);
  },
);

test.each<[string, Record<string, string>]>([
  ['a name that somebody points here', { host: 'rebind.evil.example' }],
  ['such a name with a port', { host: 'rebind.evil.example:3000' }],
  ['a name that begins like ours', { host: 'localhost.evil.example' }],
  ['a name behind somebody', { host: 'localhost@evil.example' }],
  ['a name that only a parser takes for ours', { host: 'evil.example@localhost' }],
  ['such a path', { host: 'localhost/.evil.example' }],
  ['this machine as one number', { host: '2130706433' }],
  ['another proxy', { 'cf-visitor': '{}' }],
  ['yet another', { 'client-ip': '198.51.100.1' }],
  ['another address', { host: '192.0.2.1:3000' }],
  ['another address of this machine', { host: '127.0.0.2' }],
  ['what a proxy says of the client', { 'x-forwarded-for': '198.51.100.1' }],
  ['what a proxy says of the host', { 'x-forwarded-host': 'muster.example' }],
  ['what a proxy says of the protocol', { 'x-forwarded-proto': 'https' }],
  ['the standard header', { forwarded: 'for=198.51.100.1' }],
  ['the header of nginx', { 'x-real-ip': '198.51.100.1' }],
  ['what proxies say of themselves', { via: '1.1 varnish' }],
  ['a page of another name', { origin: 'https://muster.example' }],
  ['something that a page of another name loads', { referer: 'https://muster.example/' }],
])('to %s it does not', async (_, headers) => {
  for (const url of [INBOX, '/', '/healthz', '/services/authentication/api/session', '/nowhere']) {
    const data = await ask({ host: 'localhost', ...headers }, url);
    expect([url, data.statusCode]).toEqual([url, 421]);
    expect(data.json()).toEqual({ code: 421, message: expect.stringContaining('BASE_URL'), data: null });
  }
  const page = await ask({ host: 'localhost', accept: 'text/html,*/*', ...headers });
  expect(page.statusCode).toBe(421);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const setting of ['BASE_URL', 'TRUST_PROXY']) expect(page.body).toContain(setting);
});

test('nobody signs in with the password that everybody knows', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/services/authentication/api/login',
    payload: { email: 'owner@example.com', password: 'muster-demo' },
    headers: { host: 'rebind.evil.example' },
  });
  expect(answer.statusCode).toBe(421);
});

test('a proxy that tells nothing but speaks as nobody else does', async () => {
  const own = await testApp(db, { env: { HOST: '127.0.0.1' } });
  await own.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${INBOX} HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('421');
  socket.destroy();
  await own.close();
});

test('an address in place of a path, and two hosts, are for a proxy', async () => {
  const own = await testApp(db, { env: { HOST: '127.0.0.1' } });
  await own.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.server.address() as AddressInfo;
  for (const head of [
    `GET http://evil.example${INBOX} HTTP/1.1\r\nHost: localhost`,
    `GET ${INBOX} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example`,
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 4/);
    socket.destroy();
  }
  await own.close();
});

test('a link from a page elsewhere is followed', async () => {
  const headers = { host: 'localhost', referer: 'https://docs.example/', 'sec-fetch-site': 'cross-site' };
  expect((await ask(headers, '/healthz')).statusCode).toBe(200);
});

test('a server for others answers under any name: it has no demo business and no inbox', async () => {
  const open = await testApp(db, {
    env: { HOST: '127.0.0.1', BASE_URL: 'https://muster.example', TRUST_PROXY: '1' },
  });
  const headers = { host: 'muster.example', 'x-forwarded-for': '198.51.100.1' };
  expect((await ask(headers, '/healthz', open)).statusCode).toBe(200);
  expect((await ask(headers, INBOX, open)).statusCode).toBe(404);
  await open.close();
});

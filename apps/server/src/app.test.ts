import { setTimeout as sleep } from 'node:timers/promises';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GREET, greeting, testApp } from '../test/app.ts';
import { testDatabase, type TestDatabase } from '../test/database.ts';
import { createLog } from './platform/log.ts';
import type { Module } from './platform/deps.ts';
import { Failure } from './platform/http/answers/errors.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const failing: Module = (app) => {
  const config = { access: 'public' as const };
  app.get('/services/sample/fault', { config }, () => {
    throw new TypeError('secret-detail of the machine');
  });
  app.get('/services/sample/odd', { config }, () => Promise.reject('not even an error'));
  app.get(
    '/services/sample/wrong',
    { config, schema: { response: { 200: Type.Object({ n: Type.Integer() }) } } },
    () => ({ n: 'no number' }) as unknown as { n: number },
  );
  app.get('/services/sample/refused', { config }, () => {
    throw new Failure('refused', 'That plan is not sold any more.');
  });
};

function lines() {
  const written: string[] = [];
  const log = createLog('info', { write: (line: string) => void written.push(line) });
  return { log, written };
}

test('every answer that a route declares can be written: serializers are compiled when they are first asked for', async () => {
  const app = await testApp(db);
  const { paths } = (await app.inject({ url: '/services/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const compile = SerializerSelector()();
  let compiled = 0;
  for (const [url, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations))
      for (const [httpStatus, { content = {} }] of Object.entries(responses))
        for (const { schema } of Object.values(content)) {
          compile({ method, url, httpStatus, schema });
          compiled += 1;
        }
  expect(compiled).toBeGreaterThan(200);
  await app.close();
});

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

test('a route that does not say who may call it keeps the server from starting', async () => {
  const careless: Module = (app) => void app.get('/services/sample/open', () => 'hello');
  await expect(testApp(db, { modules: [careless] })).rejects.toThrow(
    'GET /services/sample/open does not declare who may call it',
  );
});

test('a fault of ours: 500 with the request id, the cause in the log and not in the answer', async () => {
  const { log, written } = lines();
  const app = await testApp(db, { modules: [failing], log });
  const answer = await app.inject({ url: '/services/sample/fault' });
  const id = String(answer.headers['x-request-id']);
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ code: 500, message: expect.stringContaining(id), data: null });
  expect(answer.body).not.toContain('secret-detail');
  const errors = written.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  expect(errors).toEqual([
    expect.objectContaining({
      id,
      err: expect.objectContaining({ message: 'secret-detail of the machine' }),
    }),
  ]);
  await app.close();
});

test.each(['/services/sample/odd', '/services/sample/wrong'])('%s is a fault of ours too', async (url) => {
  const app = await testApp(db, { modules: [failing] });
  expect((await app.inject({ url })).json().code).toBe(500);
  await app.close();
});

test('a refusal that a person can act on is HTTP 200 with a code of its own', async () => {
  const app = await testApp(db, { modules: [failing] });
  const answer = await app.inject({ url: '/services/sample/refused' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ code: 801, message: 'That plan is not sold any more.', data: null });
  await app.close();
});

test('every answer has a request id of its own and the strict headers, whatever became of it', async () => {
  const app = await testApp(db, { modules: [greeting(10)] });
  const answers = await Promise.all([
    app.inject({ method: 'POST', url: GREET, payload: { name: 'Kim' } }),
    app.inject({ method: 'POST', url: GREET, payload: '{', headers: { 'content-type': 'application/json' } }),
    app.inject({ method: 'POST', url: '/services/nowhere', payload: '{' }),
    app.inject({ url: '/services/nowhere' }),
    app.inject({ url: '/%c0' }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 404, 404, 400]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
  // Answers to a GET say that they must not be stored; answers to a POST are not stored anyway.
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual([
    undefined,
    undefined,
    undefined,
    'no-store',
    'no-store',
  ]);
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(5);
  await app.close();
});

test('https is remembered by browsers only where the public address is https', async () => {
  const app = await testApp(db, { env: { BASE_URL: 'https://muster.example' } });
  const { headers } = await app.inject({ url: '/healthz' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await app.close();
});

test('only a trusted proxy may name the request, and only sanely', async () => {
  const trusting = await testApp(db, { env: { TRUST_PROXY: '10.0.0.0/8' } });
  const idFor = async (remoteAddress: string, id: string) =>
    (
      await trusting.inject({
        url: '/healthz',
        remoteAddress,
        headers: { 'x-request-id': id, 'x-forwarded-for': '198.51.100.1' },
      })
    ).headers['x-request-id'];
  expect(await idFor('10.0.0.1', 'abcd-1234')).toBe('abcd-1234');
  expect(await idFor('10.0.0.1', 'a"b c{}xyz')).not.toContain('"');
  expect(await idFor('203.0.113.7', 'abcd-1234')).not.toBe('abcd-1234');
  await trusting.close();
});

test('one line per request, and nothing in it that opens an account', async () => {
  const { log, written } = lines();
  const app = await testApp(db, { log, env: { HOST: '127.0.0.1' } });
  const secrets = ['hunter2-password', 'tok-in-query', 'tok-in-cookie', 'tok-in-header', 'who@example.com'];
  await app.inject({
    method: 'POST',
    url: '/services/authentication/api/login?token=tok-in-query',
    payload: { email: 'who@example.com', password: 'hunter2-password' },
    headers: { authorization: 'Bearer tok-in-header' },
  });
  await app.inject({
    url: '/services/authentication/api/session?token=tok-in-query',
    headers: { cookie: 'muster_session=tok-in-cookie' },
  });
  await app.inject({ url: '/nowhere/at-all?token=tok-in-query' });
  log.warn({
    password: 'hunter2-password',
    user: { password_hash: 'hunter2-password', 'set-cookie': 'tok-in-cookie' },
    request: { headers: { cookie: 'tok-in-cookie', authorization: 'tok-in-header' } },
    people: [{ token: 'tok-in-query' }],
  });
  const requests = written.map((line) => JSON.parse(line)).filter(({ status }) => status);
  expect(requests).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      id: expect.any(String),
      method: 'POST',
      route: '/services/authentication/api/login',
      status: 401,
      ms: expect.any(Number),
    },
    expect.objectContaining({ method: 'GET', route: '/services/authentication/api/session', status: 401 }),
    expect.objectContaining({ method: 'GET', route: 'unknown', status: 404 }),
  ]);
  for (const secret of secrets) expect(written.join('')).not.toContain(secret);
  await app.close();
});

test('a step of the clock refuses nothing that is under way, and does not get into its time', async () => {
  const { log, written } = lines();
  let step = 0;
  const slow: Module = (app) => {
    app.get('/services/sample/slow', { config: { access: 'public' } }, async () => {
      step = 3_600_000;
      // Longer than the interval at which slow requests are looked for, so that it happens at least once.
      await sleep(1_100);
      step = -3_600_000;
      return 'done';
    });
  };
  const now = () => Date.now() + step;
  const app = await testApp(db, { modules: [slow], log, now });
  expect((await app.inject({ url: '/services/sample/slow' })).body).toBe('done');
  const { ms } = JSON.parse(written.at(-1)!);
  expect(ms).toBeGreaterThanOrEqual(1_000);
  expect(ms).toBeLessThan(3_600_000);
  await app.close();
});

test('an error of PostgreSQL is logged without the values of the row', () => {
  const { log, written } = lines();
  const error = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (email)=(who@example.com) exists',
  });
  log.error({ err: error });
  expect(JSON.parse(written[0]!).err).toMatchObject({ message: 'duplicate key value', code: '23505' });
  expect(written[0]).not.toContain('who@example.com');
});

test('a silent log costs nothing and says nothing', async () => {
  const written: string[] = [];
  const app = await testApp(db, {
    log: pino({ level: 'silent' }, { write: (line) => void written.push(line) }),
  });
  await app.inject({ url: '/healthz' });
  expect(written).toEqual([]);
  await app.close();
});

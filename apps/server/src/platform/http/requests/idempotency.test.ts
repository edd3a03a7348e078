import { roles } from '@muster/domain/values/role';
import type { RouteShorthandOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { ORDER, ordering, orderingFor, testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { clean } from '../../tasks/cleaning.ts';
import type { App, Module } from '../../deps.ts';
import { done } from '../answers/envelope.ts';
import { idempotently } from './idempotency.ts';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [ordering] });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

function order(key: string | undefined, item: unknown, to: App = app) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return to.inject({ method: 'POST', url: ORDER, headers, payload: { item } });
}

async function effects(item: string): Promise<number> {
  const { rows } = await db.asOwner(`select from outbox where payload->>'item' = $1`, [item]);
  return rows.length;
}

test('the same key and body: the same answer to the byte, and one effect', async () => {
  const first = await order('key-1', 'tap');
  const second = await order('key-1', 'tap');
  expect(first.statusCode).toBe(200);
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect([first, second].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  expect(await effects('tap')).toBe(1);
});

test('a hundred at once: one effect, one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => order('key-2', 'pipe')));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await effects('pipe')).toBe(1);
});

test('across processes and restarts', async () => {
  const first = await order('key-3', 'valve');
  const other = await testApp(db, { modules: [ordering] });
  expect((await order('key-3', 'valve', other)).body).toBe(first.body);
  await other.close();
  expect(await effects('valve')).toBe(1);
});

test('the same key with another body is refused, and does nothing', async () => {
  await order('key-4', 'hose');
  const refused = await order('key-4', 'another hose');
  expect(refused.statusCode).toBe(422);
  expect(refused.json().code).toBe(4221);
  expect(await effects('another hose')).toBe(0);
});

test('without a key each request counts', async () => {
  await order(undefined, 'nail');
  await order(undefined, 'nail');
  expect(await effects('nail')).toBe(2);
});

test('a refused request leaves no trace, so the corrected one may use its key', async () => {
  expect((await order('key-5', 5)).statusCode).toBe(400);
  expect((await order('key-5', 'bolt')).statusCode).toBe(200);
});

test('a key that is no key is refused', async () => {
  expect((await order('with space', 'x')).statusCode).toBe(400);
  expect((await order('k'.repeat(256), 'x')).statusCode).toBe(400);
});

test('the key of one person says nothing about that of another', async () => {
  await openDemo(db.database);
  const door = await testApp(db);
  const team = await testApp(db, { modules: [orderingFor(roles)] });
  const orderAs = async (email: string) => {
    const { cookie, xsrf } = await signInAs(door, email);
    const headers = { cookie, 'x-xsrf-token': xsrf, 'idempotency-key': 'key-7' };
    return team.inject({ method: 'POST', url: ORDER, headers, payload: { item: 'ladder' } });
  };
  const [first, other] = [await orderAs('owner@example.com'), await orderAs('dispatcher@example.com')];
  expect(other.statusCode).toBe(200);
  expect(other.body).not.toBe(first.body);
  // Another session of the same person.
  expect((await orderAs('owner@example.com')).body).toBe(first.body);
  expect(await effects('ladder')).toBe(2);
  await team.close();
  await door.close();
});

const sample = '/services/sample/api/v1/buy';
test.each<[string, RouteShorthandOptions, string]>([
  [
    'does not say whether it may be repeated',
    { config: { access: 'public' } },
    `POST ${sample} does not declare whether it may be repeated (config.idempotent)`,
  ],
  [
    'says so and does not take the header',
    { config: { access: 'public', idempotent: true } },
    `POST ${sample} does not take the Idempotency-Key (schema.headers)`,
  ],
])('a public POST that %s keeps the server from starting', async (_, options, complaint) => {
  const careless: Module = (app) => void app.post(sample, options, () => 'bought');
  await expect(testApp(db, { modules: [careless] })).rejects.toThrow(complaint);
});

test('a route that did not declare it cannot replay', async () => {
  const careless: Module = (app, { database }) =>
    void app.put(sample, { config: { access: 'public' } }, (request, reply) =>
      idempotently(database, request, reply, async () => done(null)),
    );
  const buying = await testApp(db, { modules: [careless] });
  expect((await buying.inject({ method: 'PUT', url: sample })).statusCode).toBe(500);
  await buying.close();
});

test('keys are forgotten after a day, and not before', async () => {
  const day = 24 * 3600 * 1000;
  await order('key-6', 'screw');
  await clean(db.database, new Date(Date.now() + day - 60_000));
  await order('key-6', 'screw');
  expect(await effects('screw')).toBe(1);
  await clean(db.database, new Date(Date.now() + day + 60_000));
  await order('key-6', 'screw');
  expect(await effects('screw')).toBe(2);
});

import { gunzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import type { TestDatabase } from '../../../../test/database.ts';
import { testDatabase } from '../../../../test/database.ts';
import type { App, Module } from '../../deps.ts';
import { compressed, done, envelope } from './envelope.ts';

const words = 'Hot water, Parramatta. '.repeat(2000);

const large: Module = (app) => {
  app.get(
    '/large',
    {
      config: { access: 'public' },
      onSend: compressed,
      schema: {
        querystring: Type.Object({ length: Type.Integer() }),
        response: { 200: envelope(Type.String()) },
      },
    },
    (request) => done(words.slice(0, request.query.length)),
  );
};

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [large] });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const ask = (length: number, encoding: string) =>
  app.inject({ url: `/large?length=${length}`, headers: { 'accept-encoding': encoding } });

test('a large answer comes compressed to whoever can read that, and says how long it is', async () => {
  const { headers, rawPayload } = await ask(40_000, 'br, gzip');
  expect(headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'accept-encoding',
    'content-length': String(rawPayload.length),
  });
  expect(rawPayload.length).toBeLessThan(1000);
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({ data: words.slice(0, 40_000) });
});

test('whoever cannot read that, and a small answer, come as they are', async () => {
  const plain = await ask(40_000, 'identity');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.json()).toMatchObject({ data: words.slice(0, 40_000) });
  const small = await ask(10, 'gzip');
  expect(small.headers).not.toHaveProperty('vary');
  expect(small.json()).toMatchObject({ data: words.slice(0, 10) });
});

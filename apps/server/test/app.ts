import type { Role } from '@muster/domain/values/role';
import { Type } from 'typebox';
import type { Logger } from 'pino';
import { buildApp } from '../src/app.ts';
import { browserOf } from '../src/platform/sign-in/browser.ts';
import type { Database } from '../src/platform/db/connect.ts';
import type { App, Deps, Module } from '../src/platform/deps.ts';
import { done, envelope } from '../src/platform/http/envelope.ts';
import { idempotencyHeaders, idempotently } from '../src/platform/http/idempotency.ts';
import { takeHits } from '../src/platform/limits/hits.ts';
import { type Limit, perNetwork } from '../src/platform/limits/limit.ts';
import { inTurn } from '../src/platform/limits/turns.ts';
import { startLive } from '../src/platform/live/hub.ts';
import { enqueue } from '../src/platform/tasks/outbox.ts';
import { readSettings } from '../src/settings.ts';
import { testFiles } from './files.ts';
import { silentLog } from './silent-log.ts';

interface Options {
  env?: Record<string, string>;
  modules?: readonly Module[];
  now?: () => number;
  log?: Logger;
  webDir?: string;
  deps?: Partial<Deps>;
}

/** The real application on a real database, as a server that others can reach unless `env` says otherwise. */
export async function testApp(
  { database }: { database: Database },
  { env = {}, modules, now = Date.now, log = silentLog, webDir, deps = {} }: Options = {},
): Promise<App> {
  const live = await startLive({ database, log: silentLog });
  const settings = readSettings({ HOST: '0.0.0.0', ...env });
  const app = buildApp(
    {
      settings,
      database,
      live,
      log,
      files: testFiles(),
      now,
      embedded: true,
      ...(webDir ? { webDir } : {}),
      ...deps,
    },
    modules,
  );
  app.addHook('onClose', () => live.close());
  try {
    await app.ready();
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

export const GREET = '/services/sample/api/v1/greet';
export const ORDER = '/services/sample/api/v1/order';

/** A route of the kind that everything else is made of: a body with rules, a limit, an answer in the envelope. */
export function greeting(max: number): Module {
  const limit: Limit = { name: 'greet', max, perSeconds: 3600 };
  return (app, { database, now, settings }) => {
    app.post(
      GREET,
      {
        config: { access: 'public', idempotent: 'greeting twice changes nothing' },
        schema: {
          body: Type.Object(
            {
              name: Type.String({ minLength: 1, maxLength: 100 }),
              age: Type.Optional(Type.Integer({ minimum: 0, maximum: 150 })),
              notes: Type.Optional(Type.Unknown()),
            },
            { additionalProperties: false },
          ),
          response: { 200: envelope(Type.Object({ greeting: Type.String() })) },
        },
      },
      async (request) => {
        const { network } = browserOf(request, settings);
        const bucket = { limit: perNetwork(limit, settings), key: network };
        await inTurn(network, () =>
          database.db.transaction().execute((db) => takeHits(db, [bucket], new Date(now()))),
        );
        return done({ greeting: `Hello ${request.body.name}` });
      },
    );
  };
}

/** A write: each one leaves a row in the outbox, which is its effect. */
export function orderingFor(access: 'public' | readonly Role[]): Module {
  return (app, { database }) => {
    app.post(
      ORDER,
      {
        config: { access, idempotent: true },
        schema: {
          headers: idempotencyHeaders,
          body: Type.Object({ item: Type.String({ maxLength: 100 }) }),
          response: { 200: envelope(Type.Record(Type.String(), Type.Unknown())) },
        },
      },
      (request, reply) =>
        idempotently(database, request, reply, async (db) => {
          await enqueue(db, 'order', request.body);
          return done({ zebra: crypto.randomUUID(), apple: request.body.item });
        }),
    );
  };
}

export const ordering = orderingFor('public');

import type { Role } from '@muster/domain/values/role';
import type { RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import { Type } from 'typebox';
import { buildApp } from '../src/app.ts';
import type { Database } from '../src/platform/db/connect.ts';
import type { App, Deps, Module } from '../src/platform/deps.ts';
import { done, envelope } from '../src/platform/http/answers/envelope.ts';
import { idempotencyHeaders, idempotently } from '../src/platform/http/requests/idempotency.ts';
import type { Limit } from '../src/platform/limit-table.ts';
import { takeHits, perNetwork, inTurn } from '../src/platform/limits.ts';
import { startLive } from '../src/platform/live/hub.ts';
import { browserOf } from '../src/platform/sign-in/browser.ts';
import { enqueue } from '../src/platform/tasks/outbox.ts';
import { readSettings } from '../src/settings.ts';
import { testFiles } from './setups/files.ts';
import { silentLog } from './silent-log.ts';

interface Options {
  env?: Record<string, string>;
  modules?: readonly Module[];
  now?: () => number;
  log?: Logger;
  webDir?: string;
  deps?: Partial<Deps>;
  /** Is told of each route as it is added. */
  onRoute?: (route: RouteOptions) => void;
}

/**
 * The real application on a real database, as a server that others can reach unless `env` says otherwise. To build one takes longer
 * than most tests, so those that want no parts of their own get one that an earlier file of this worker has closed.
 */
export async function testApp(
  { database }: { database: Database },
  { env = {}, now = Date.now, ...own }: Options = {},
): Promise<App> {
  const hasOwnParts =
    own.modules || own.log || own.webDir || own.onRoute || Object.keys(own.deps ?? {}).length > 0;
  const wanted = JSON.stringify(env);
  const found = closedApps.get(database);
  closedApps.delete(database);
  const isSame = !hasOwnParts && found?.env === wanted;
  // Two apps on one database are two processes of the product, which take each other's tasks.
  if (!isSame) await found?.app.close();
  if (hasOwnParts) return build(database, env, now, own);
  const clock = isSame ? found.clock : { now };
  clock.now = now;
  const app = isSame ? found.app : await build(database, env, () => clock.now(), {});
  let isOpen = true;
  return Object.assign(Object.create(app) as App, {
    async close() {
      if (!isOpen) return;
      isOpen = false;
      // One that has listened cannot listen again.
      if (app.server.listening || closedApps.has(database)) await app.close();
      else closedApps.set(database, { app, env: wanted, clock });
    },
  });
}

interface ClosedApp {
  app: App;
  env: string;
  clock: { now: () => number };
}

/** The last app of a database that was closed: it still runs, for the next file. */
const closedApps = new WeakMap<Database, ClosedApp>();

async function build(
  database: Database,
  env: Record<string, string>,
  now: () => number,
  { modules, log = silentLog, webDir, deps = {}, onRoute }: Omit<Options, 'env' | 'now'>,
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
  if (onRoute) app.addHook('onRoute', onRoute);
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

import { Saved } from '@muster/domain/basics/changes/schema';
import { Connection, OperatorService } from '@muster/domain/messages/connections/schema';
import { Id } from '@muster/domain/values/schema';
import { Webhook } from '@muster/domain/messages/webhooks/schema';
import { Type } from 'typebox';
import { commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { editWebhook, removeWebhook, testWebhook } from '../webhooks/service.ts';
import { connectionsOf, servicesFor } from './service.ts';

const base = '/services/scheduling/api/v1/connections';
const tags = ['Connections'];
const params = Type.Object({ id: Id });

export const connectionRoutes: Module = (app, { database: { db, keys }, now, settings }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary:
          'List the services that are connected, how each is doing, and which the server uses for everyone',
        response: {
          200: envelope(
            Type.Object({
              rows: Type.Array(Connection),
              services: Type.Array(OperatorService),
              change: Type.Integer(),
            }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        rows: await connectionsOf(db, keys, accountOf(request)),
        services: await servicesFor(db, settings),
      })),
  );

  app.post(
    `${base}/:id/test`,
    commandRoute(owners, {
      tags,
      summary: 'Send a test through a connection; one that arrives sends on what is waiting',
      params,
      answer: Saved(Webhook),
    }),
    (request) =>
      save(request, 'webhook tested', (write) => testWebhook(write, accountOf(request), request.params.id)),
  );

  for (const [verb, is_enabled] of [
    ['pause', false],
    ['resume', true],
  ] as const)
    app.post(
      `${base}/:id/${verb}`,
      commandRoute(owners, {
        tags,
        summary: is_enabled ? 'Resume a connection; what was waiting is sent' : 'Pause a connection',
        params,
        answer: Saved(Webhook),
      }),
      (request) =>
        save(request, 'webhook edited', (write) =>
          editWebhook(write, accountOf(request), request.params.id, { is_enabled }),
        ),
    );

  app.delete(
    `${base}/:id`,
    commandRoute(owners, {
      tags,
      summary: 'Disconnect: its secret and what was waiting for it are deleted',
      params,
      answer: Saved(Type.Null()),
    }),
    (request) =>
      save(request, 'webhook removed', (write) =>
        removeWebhook(write, accountOf(request), request.params.id),
      ),
  );
};

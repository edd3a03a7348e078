import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { NewTextService, TextService, TextServiceEdit } from '@muster/domain/basics/text-services/schema';
import { Saved } from '@muster/domain/basics/changes/schema';
import { Connection, OperatorService } from '@muster/domain/messages/connections/schema';
import { Id } from '@muster/domain/values/schema';
import { Webhook } from '@muster/domain/messages/webhooks/schema';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import { logFault } from '../../../platform/db/connection-errors.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { keyed } from '../../../platform/sign-in/secret.ts';
import {
  addTextService,
  checkService,
  editTextService,
  textServiceOf,
} from '../../basics/text-services/service.ts';
import { testWebhook } from '../webhooks/service.ts';
import { connectionsOf, disconnect, endUnderWay, leavingOf, servicesFor, turnConnection } from './service.ts';

const base = '/services/scheduling/api/v1/connections';
const tags = ['Connections'];
const params = Type.Object({ id: Id });
const Turned = Type.Object({ id: Id, version: Type.Integer(), is_enabled: Type.Boolean() });

export const connectionRoutes: Module = (app, platform) => {
  const { database, now, settings, log } = platform;
  const { db, keys, secret } = database;
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
        rows: await connectionsOf(db, { keys, settings }, accountOf(request)),
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

  app.post(
    base,
    commandRoute(owners, {
      tags,
      summary: 'Connect a service that texts are sent through',
      description:
        'SMPP 3.4 over TLS, or Twilio, whose address the server knows. A business has one at most. The password or auth token is encrypted and never shown again.',
      body: NewTextService,
      answer: Saved(TextService),
    }),
    async (request) => {
      const { kind, address: given = '', ...rest } = request.body;
      const address = kind === 'twilio' ? settings.TWILIO_URL : given;
      await checkService({ kind, address }, settings);
      const command = withoutPassword(request, 'text service connected');
      const { answer, number, made } = await runCommand(db, command, (write) =>
        addTextService(write, keys, command.account, { kind, address, ...rest }),
      );
      return done({ row: answer, change: number, made });
    },
  );

  app.patch(
    `${base}/:id`,
    commandRoute(owners, {
      tags,
      summary: 'Change a text service, or enter its password again',
      params,
      body: TextServiceEdit,
      answer: Saved(TextService),
    }),
    async (request) => {
      const { address } = request.body;
      const { id } = request.params;
      const command = withoutPassword(request, 'text service edited');
      if (address !== undefined) {
        const kind = await withAccount(db, command.account, async (db) => (await textServiceOf(db))?.kind);
        if (kind) await checkService({ kind, address }, settings);
      }
      const { answer, number, made } = await runCommand(db, command, (write) =>
        editTextService(write, keys, command.account, id, request.body),
      );
      return done({ row: answer, change: number, made });
    },
  );

  /** What a command was asked for is kept as a hash, which a password that can be guessed must not be in. */
  function withoutPassword(request: FastifyRequest, kind: ChangeKind): Command {
    const command = commandOf(request, now, kind);
    const { password = '', ...rest } = request.body as { password?: string };
    const hidden = keyed(secret, `password of a text service:${password}`).toString('base64url');
    return { ...command, body: { params: request.params, body: { ...rest, password: hidden } } };
  }

  for (const [verb, kind, is_enabled] of [
    ['pause', 'connection paused', false],
    ['resume', 'connection resumed', true],
  ] as const)
    app.post(
      `${base}/:id/${verb}`,
      commandRoute(
        owners,
        {
          tags,
          summary: is_enabled
            ? 'Resume a connection; what was waiting is sent'
            : 'Pause a connection; a paused text service takes no new texts',
          params,
          answer: Saved(Turned),
        },
        is_enabled ? undefined : 'it closes a door',
      ),
      async (request) => {
        const { id } = request.params;
        if (!is_enabled) await endUnderWay(platform, accountOf(request), { id, isForGood: false });
        return save(request, kind, (write) =>
          turnConnection(write, keys, accountOf(request), { id, is_enabled }),
        );
      },
    );

  app.delete(
    `${base}/:id`,
    commandRoute(
      owners,
      {
        tags,
        summary: 'Disconnect: its secret and what was waiting for it are deleted',
        params,
        answer: Saved(Type.Null()),
      },
      'it closes a door',
    ),
    async (request) => {
      const account = accountOf(request);
      await endUnderWay(platform, account, { id: request.params.id, isForGood: true });
      const leave = await leavingOf(platform, account, request.params.id);
      const answer = await save(request, 'connection disconnected', (write) =>
        disconnect(write, account, request.params.id),
      );
      // Nobody waits for the other side to hear of it: nothing of it can be used from here any more.
      leave().catch((error: unknown) => logFault(log, error, 'A service could not be told that it is left.'));
      return answer;
    },
  );
};

import { mayTellAgain } from '@muster/domain/identity/api-keys/rules';
import { ApiKey, ApiKeySummary, MadeApiKey, NewApiKey } from '@muster/domain/identity/api-keys/schema';
import { Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { makeApiKey } from '../../../platform/sign-in/api-key.ts';
import { addApiKey, apiKeys, endApiKey } from './service.ts';
import { listApiKeys } from './store.ts';

const base = '/services/scheduling/api/v1/api-keys';
const tags = ['API keys'];

export const apiKeyRoutes: Module = (app, { database: { db, secret }, now }) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List API keys, who created each and when it was last used',
        response: { 200: envelope(Type.Object({ rows: Type.Array(ApiKeySummary), change: Type.Integer() })) },
      },
    },
    (request) => read(request, async (db) => ({ rows: await listApiKeys(db, apiKeys) })),
  );

  app.post(
    base,
    commandRoute(owners, {
      tags,
      summary: 'Create an API key',
      description: 'Send it as `Authorization: Bearer mk_…`. No session or XSRF token is needed.',
      body: NewApiKey,
      answer: MadeApiKey,
    }),
    async (request) => {
      const command = commandOf(request, now, 'api key added');
      const { account, author, at } = command;
      const key = makeApiKey(secret, account, command.id);
      const {
        answer: row,
        number,
        made,
      } = await runCommand(db, command, (write) => addApiKey(write, account, request.body, key));
      return done({ row, change: number, made, key: mayTellAgain(row, author.user, at) ? key : null });
    },
  );

  app.post(
    `${base}/:id/revoke`,
    commandRoute(
      owners,
      {
        tags,
        summary: 'Revoke an API key permanently',
        params: Type.Object({ id: Id }),
        answer: Saved(ApiKey),
      },
      'it closes a door',
    ),
    (request) =>
      save(request, 'api key revoked', (write) => endApiKey(write, accountOf(request), request.params.id)),
  );
};

import { mayTellAgain } from '@muster/domain/identity/api-keys/rules';
import { Saved } from '@muster/domain/basics/changes/schema';
import {
  CallService,
  CallServiceEdit,
  CallServiceMade,
  CallServiceRecord,
  NewCallService,
} from '@muster/domain/calls/call-services/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, readingLive } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { keyed } from '../../../platform/sign-in/secret.ts';
import { callServicesOf, connectService, describeService, editService, signingSecret } from './service.ts';

const base = '/services/calls/api/v1/services';
const tags = ['Calls'];

const description = `An exchange or a call tracker (\`calls\`) gets an address and a secret. It POSTs JSON there: \`{id, call, event, direction, at, from, to, by}\`.
id is unique for each event, and the same when it is sent again; call is the same for all events of a call; event is \`ringing\`, \`answered\`, \`ended\` or \`missed\`;
direction is \`in\` (default) or \`out\`; at is when it happened (default: now); from and to are numbers, or null where one is withheld; by is who answered.
\`Muster-Signature: t=…,v1=…\` gives the seconds since 1970 and the HMAC-SHA256 of \`t.body\` with the secret, in hexadecimal; it may be five minutes old.
Events may come in any order, late, and more than once. The answer is 200 once an event is kept, also if it was known.`;

/** What tells a business who is ringing. */
export const callServiceRoutes: Module = (app, platform) => {
  const {
    database: { db, keys, secret },
    now,
  } = platform;
  const read = readingLive(db);

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List the exchanges, call trackers and SIP accounts that tell who rings',
        response: {
          200: envelope(Type.Object({ rows: Type.Array(CallServiceRecord), change: Type.Integer() })),
        },
      },
    },
    (request) =>
      read(request, async (db) => {
        const rows = [];
        for (const service of await callServicesOf(db))
          rows.push(await describeService(db, platform, accountOf(request), service));
        return { rows };
      }),
  );

  app.post(
    base,
    commandRoute(owners, {
      tags,
      summary: 'Connect an exchange, a call tracker, Twilio or a SIP account',
      description,
      body: NewCallService,
      answer: Saved(CallServiceMade),
    }),
    async (request) => {
      const command = withoutPassword(request, 'call service connected');
      const { account, author, at } = command;
      const { answer, number, made } = await runCommand(db, command, (write) =>
        connectService(write, keys, account, request.body),
      );
      // What is secret of it is in no log: it is read again, for who has just made it.
      const row = await withAccount(db, account, async (db) => ({
        ...(await describeService(db, platform, account, answer)),
        secret: mayTellAgain(answer, author.user, at) ? await signingSecret(db, keys, account, answer) : null,
      }));
      return done({ row, change: number, made });
    },
  );

  app.patch(
    `${base}/:id`,
    commandRoute(owners, {
      tags,
      summary: 'Change what tells who rings, or enter its password again',
      params: Type.Object({ id: Id }),
      body: CallServiceEdit,
      answer: Saved(CallService),
    }),
    async (request) => {
      const command = withoutPassword(request, 'call service edited');
      const { answer, number, made } = await runCommand(db, command, (write) =>
        editService(write, keys, command.account, request.params.id, request.body),
      );
      return done({ row: answer, change: number, made });
    },
  );

  /** What a command was asked for is kept as a hash, which a password that can be guessed must not be in. */
  function withoutPassword(request: FastifyRequest, kind: ChangeKind): Command {
    const command = commandOf(request, now, kind);
    const { password = '', ...rest } = request.body as { password?: string };
    const hidden = keyed(secret, `password of a call service:${password}`).toString('base64url');
    return { ...command, body: { params: request.params, body: { ...rest, password: hidden } } };
  }
};

import { mayTellAgain } from '@muster/domain/identity/api-keys/rules';
import { Page, Saved } from '@muster/domain/basics/changes/schema';
import { Id } from '@muster/domain/values/schema';
import {
  FailureQuery,
  MadeWebhook,
  NewWebhook,
  SendAgain,
  Webhook,
  WebhookEdit,
  WebhookFailure,
  WebhookSummary,
} from '@muster/domain/messages/webhooks/schema';
import { Type } from 'typebox';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { commandOf, commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import { openSecret } from '../../../platform/secrets/secrets.ts';
import {
  addWebhook,
  checkAddress,
  editWebhook,
  removeWebhook,
  replaceSecret,
  sendAgain,
  webhooks,
  webhooksOf,
} from './service.ts';
import { listFailures } from './store.ts';

const base = '/services/scheduling/api/v1/webhooks';
const tags = ['Webhooks'];
const params = Type.Object({ id: Id });

const description = `Every change on the live board is sent as a POST of \`{webhook, number, kind, at, undoes, count, entries: [{table, id, version}],
events: [{event, invoice}]}\`: ids and numbers, never contents. entries and events are null if there are very many. An event is \`invoice issued\`,
\`invoice credited\` (invoice is the one that was credited), \`invoice paid\` (nothing is owed on it anymore), or \`invoice owed again\` (it was
paid, and the payment was reversed or undone); of money by card \`{event, invoice, payment}\`, where the event is \`card payment received\`,
\`card payment refunded\` (in full or in part), \`card refund returned\` (the bank didn’t take it), \`card payment disputed\`,
\`card dispute won\` or \`card dispute lost\`: each as it was after that change, however late it arrives. Each change arrives at least once, in order of its number; ignore a number
you’ve already seen. \`Muster-Signature: t=…,v1=…\` gives the seconds since 1970 and the HMAC-SHA256 of \`t.body\` with the secret, in hexadecimal.
Answer with any 2xx within 10 seconds. Redirects aren’t followed. A failed delivery is retried at growing intervals for three days. After a 4xx
(except 408, 425 and 429) it’s tried five times, then set aside. Retry-After is honoured, up to a day. A 410 stops the webhook.
A test is \`{webhook, test: true, at}\`.`;

export const webhookRoutes: Module = (
  app,
  { database: { db, keys }, now, settings: { WEBHOOK_NETWORKS } },
) => {
  const save = saving(db, now);
  const read = reading(db);

  app.get(
    base,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List webhooks and the latest change sent to each',
        response: {
          200: envelope(Type.Object({ rows: Type.Array(WebhookSummary), change: Type.Integer() })),
        },
      },
    },
    (request) => read(request, async (db) => ({ rows: await webhooksOf(db, keys, accountOf(request)) })),
  );

  app.post(
    base,
    commandRoute(owners, {
      tags,
      summary: 'Add a webhook',
      description,
      body: NewWebhook,
      answer: MadeWebhook,
    }),
    async (request) => {
      const { url } = request.body;
      const command = commandOf(request, now, 'webhook added');
      await checkAddress(url, WEBHOOK_NETWORKS);
      const {
        answer: row,
        number,
        made,
      } = await runCommand(db, command, (write) => addWebhook(write, keys, command.account, url));
      return done({ row, change: number, made, secret: await tellSecret(command, row.id, row) });
    },
  );

  app.post(
    `${base}/:id/secret`,
    commandRoute(owners, {
      tags,
      summary: 'Replace a webhook’s secret',
      description: 'From now on deliveries are signed with the new one, including those already waiting.',
      params,
      answer: MadeWebhook,
    }),
    async (request) => {
      const command = commandOf(request, now, 'webhook secret replaced');
      const { answer, number, made } = await runCommand(db, command, (write) =>
        replaceSecret(write, keys, command.account, request.params.id),
      );
      const { row } = answer;
      return done({ row, change: number, made, secret: await tellSecret(command, row.id, answer) });
    },
  );

  /** Only to who asked for it, in the answer, and to a repeat of the request while an answer may still be on its way. */
  async function tellSecret(
    { account, author, at }: Pick<Command, 'account' | 'author' | 'at'>,
    connection: string,
    asked: Parameters<typeof mayTellAgain>[0],
  ): Promise<string | null> {
    if (!mayTellAgain(asked, author.user, at)) return null;
    return (await withAccount(db, account, (db) => openSecret(db, keys, { account, connection }))) ?? null;
  }

  app.patch(
    `${base}/:id`,
    commandRoute(owners, {
      tags,
      summary: 'Change a webhook’s address, or turn it off or on',
      params,
      body: WebhookEdit,
      answer: Saved(Webhook),
    }),
    async (request) => {
      const { url } = request.body;
      if (url !== undefined) await checkAddress(url, WEBHOOK_NETWORKS);
      return save(request, 'webhook edited', (write) =>
        editWebhook(write, accountOf(request), request.params.id, request.body),
      );
    },
  );

  app.delete(
    `${base}/:id`,
    commandRoute(
      owners,
      { tags, summary: 'Remove a webhook', params, answer: Saved(Type.Null()) },
      'it closes a door',
    ),
    (request) =>
      save(request, 'webhook removed', (write) =>
        removeWebhook(write, accountOf(request), request.params.id),
      ),
  );

  app.get(
    `${base}/:id/failures`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'List deliveries that failed or needed another try, latest first',
        params,
        querystring: FailureQuery,
        response: { 200: envelope(Page(WebhookFailure)) },
      },
    },
    (request) =>
      read(request, async (db) => {
        const [found] = await readRows(db, webhooks, [request.params.id]);
        if (!found) throw new Failure('notFound');
        return listFailures(db, found.id, request.query);
      }),
  );

  app.post(
    `${base}/:id/send-again`,
    commandRoute(owners, {
      tags,
      summary: 'Resend one change, or send everything waiting now',
      params,
      body: SendAgain,
      answer: Saved(Webhook),
    }),
    (request) =>
      save(request, 'webhook sent again', (write) =>
        sendAgain(write, accountOf(request), request.params.id, request.body.number),
      ),
  );
};

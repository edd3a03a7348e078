import { Saved, Shown } from '@muster/domain/basics/changes/schema';
import {
  KeptText,
  TestText,
  TextMonth,
  TextsAre,
  TextSettings,
  TextSettingsEdit,
  TextStatus,
} from '@muster/domain/basics/texts/schema';
import { Id } from '@muster/domain/values/schema';
import { answers } from '@muster/domain/values/answer';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { Failure, toFailure } from '../../../platform/http/answers/errors.ts';
import { networkOf } from '../../../platform/http/edge/client-network.ts';
import { visitPageLimits } from '../../../platform/limit-table.ts';
import { inTurn, perNetwork, takeHits } from '../../../platform/limits.ts';
import { takeForms } from '../../../platform/http/requests/form-body.ts';
import { customerPages } from '../../../platform/site/customer-page.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import {
  chooseTexts,
  editTextSettings,
  findOptOut,
  keptWords,
  monthSoFar,
  readOptOut,
  readTextSettings,
  sendTestText,
  textsAre,
  textStatus,
} from './service.ts';
import { listKeptTexts } from './store.ts';
import { goneOptOutPage, optOutPage } from './templates.ts';

const base = '/services/messages/api/v1/texts';
const tags = ['Texts'];

export const textRoutes: Module = (app, platform) => {
  const { database, now } = platform;
  const save = saving(database.db, now);
  const read = reading(database.db);

  app.get(
    `${base}/settings`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get the settings of texts, and what this month’s have come to',
        response: {
          200: envelope(
            Type.Object({
              row: TextSettings,
              month: TextMonth,
              are: TextsAre,
              change: Type.Integer(),
            }),
          ),
        },
      },
    },
    (request) =>
      read(request, async (db) => ({
        row: await readTextSettings(db, accountOf(request)),
        month: await monthSoFar(db, new Date(now())),
        are: await textsAre(db, platform),
      })),
  );

  app.patch(
    `${base}/settings`,
    commandRoute(owners, {
      tags,
      summary: 'Change the settings of texts',
      body: TextSettingsEdit,
      answer: Saved(TextSettings),
    }),
    (request) =>
      save(request, 'text settings edited', (write) =>
        editTextSettings(write, accountOf(request), request.body),
      ),
  );

  app.post(
    `${base}/test`,
    commandRoute(owners, {
      tags,
      summary: 'Send a text to a number of your own',
      body: TestText,
      answer: Saved(TextStatus),
    }),
    (request) =>
      save(request, 'text tested', (write) =>
        sendTestText(write, platform, accountOf(request), request.body),
      ),
  );

  app.get(
    `${base}/:id`,
    {
      config: { access: owners },
      schema: {
        tags,
        summary: 'Get what has become of a text',
        params: Type.Object({ id: Id }),
        response: { 200: envelope(Shown(TextStatus)) },
      },
    },
    (request) => read(request, async (db) => ({ row: await textStatus(db, request.params.id) })),
  );
};

/** `/o/…`: ends the texts of a sender that can't be answered. Opening the page changes nothing, because link scanners open it, too. */
export const optOutRoutes: Module = (root, platform) => {
  const {
    database: { db },
    now,
    settings,
  } = platform;
  const write = customerPages(platform);
  const params = Type.Object({ token: Type.String({ pattern: '^[\\w-]{22}$' }) });
  const open = { config: { access: 'public' as const }, schema: { hide: true, params } };
  const press = {
    ...open,
    config: {
      ...open.config,
      idempotent: 'a wish that is repeated is the same wish',
      ownToken: 'the secret in its address',
    },
  };

  const tokenOf = ({ params }: FastifyRequest) => (params as { token: string }).token;

  async function find(request: FastifyRequest) {
    const found = await findOptOut(db, tokenOf(request));
    if (found) return found;
    const network = networkOf(request.ip);
    const bucket = { limit: perNetwork(visitPageLimits.wrongPerNetwork, settings), key: network };
    await inTurn(network, () => transaction(db, (db) => takeHits(db, [bucket], new Date(now()))));
    throw new Failure('notFound');
  }

  root.register(async (app) => {
    takeForms(app);
    app.setErrorHandler((error, request, reply) => {
      const { status } = answers[toFailure(error, request.id).answer];
      write(reply, goneOptOutPage, status);
    });

    app.get('/o/:token', open, async (request, reply) => {
      const { account, number } = await find(request);
      const read = await withAccount(db, account, (db) => readOptOut(db, number));
      return write(reply, optOutPage(read.owner, { ...read, path: `/o/${tokenOf(request)}` }));
    });

    for (const [verb, wants] of [
      ['stop', false],
      ['start', true],
    ] as const)
      app.post(`/o/:token/${verb}`, press, async (request, reply) => {
        const { account, number } = await find(request);
        await withAccount(db, account, (db) => chooseTexts(db, number, { wants, at: new Date(now()) }));
        return reply.redirect(`/o/${tokenOf(request)}`, 303);
      });
  });
};

/** Texts to read in the browser, as on the phones that they went to. On a server that others can reach these routes do not exist. */
export const inboxTexts: Module = (app, platform) => {
  if (!hasInbox(platform)) return;

  app.get(
    '/services/inbox/api/texts',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Inbox'],
        summary: 'List the latest texts, newest last',
        description: 'Only with the built-in database and no mail server, from this machine.',
        response: { 200: envelope(Type.Array(KeptText)) },
      },
    },
    async () =>
      done(
        (await listKeptTexts(platform.database.db)).map((text) => ({
          id: text.id,
          business: text.account_id,
          direction: text.direction,
          number: text.number,
          sender: text.sender,
          body: keptWords(platform, text),
          at: text.at.toISOString(),
        })),
      ),
  );
};

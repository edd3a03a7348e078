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
import { Type } from 'typebox';
import { commandRoute, owners, reading, saving } from '../../../platform/changes/from-request.ts';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { accountOf } from '../../../platform/sign-in/access.ts';
import {
  editTextSettings,
  monthSoFar,
  readTextSettings,
  sendTestText,
  textsAre,
  textStatus,
} from './service.ts';
import { listKeptTexts } from './store.ts';
import { writeText } from './templates.ts';

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
          body: writeText(platform, text),
          at: text.at.toISOString(),
        })),
      ),
  );
};

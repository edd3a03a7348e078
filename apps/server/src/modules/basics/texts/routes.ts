import { KeptText } from '@muster/domain/basics/texts/schema';
import { Type } from 'typebox';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { listKeptTexts } from './store.ts';
import { writeText } from './templates.ts';

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

import { MailSummary, MailView } from '@muster/domain/messages/schema';
import { Type } from 'typebox';
import type { Module } from '../../platform/deps.ts';
import { done, envelope } from '../../platform/envelope.ts';
import { Failure } from '../../platform/errors.ts';
import { hasInbox } from '../../platform/mailer.ts';
import { findMail, listMails } from './store.ts';

const base = '/services/inbox/api';
const tags = ['Inbox'];

/** Mails to read in the browser. On a server that others can reach these routes do not exist. */
export const messages: Module = (app, platform) => {
  if (!hasInbox(platform)) return;
  const { db } = platform.database;

  app.get(
    `${base}/mails`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'The latest mails, newest first',
        description: 'Only on the built-in database, without a mail server, on this machine alone.',
        response: { 200: envelope(Type.Array(MailSummary)) },
      },
    },
    async () => done((await listMails(db)).map(withTextDate)),
  );

  app.get(
    `${base}/mails/:id`,
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'One mail',
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 200: envelope(MailView) },
      },
    },
    async (request) => {
      const mail = await findMail(db, request.params.id);
      if (!mail) throw new Failure('notFound');
      return done(withTextDate(mail));
    },
  );
};

function withTextDate<T extends { created_at: Date }>(mail: T) {
  return { ...mail, created_at: mail.created_at.toISOString() };
}

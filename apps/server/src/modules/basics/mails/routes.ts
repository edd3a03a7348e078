import { MailSummary, MailTheme, MailView } from '@muster/domain/basics/mails/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { mailPage, sendMailPage } from '../../../platform/http/answers/mail-page.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { attachmentsOf, htmlOf, logoIn, namesAttached } from './service.ts';
import { findMail, listMails } from './store.ts';
import { isToOneOfABusiness, type Letter, type MailSources, senderOf, writeMail } from './templates.ts';

const base = '/services/inbox/api';
const tags = ['Inbox'];

const file = { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) };
const attachmentAnswer = { content: { 'application/pdf': file, 'text/calendar': file } };

/** Mails to read in the browser. On a server that others can reach these routes do not exist. */
export const mails =
  (sources: MailSources): Module =>
  (app, platform) => {
    if (!hasInbox(platform)) return;
    const { db } = platform.database;
    const sender = senderOf(platform);

    app.get(
      `${base}/mails`,
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'List the latest emails, newest first',
          description: 'Only with the built-in database and no mail server, from this machine.',
          response: { 200: envelope(Type.Array(MailSummary)) },
        },
      },
      async () => done((await Promise.all((await listMails(db)).map(written))).flat()),
    );

    app.get(
      `${base}/mails/:id`,
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'Get an email',
          params: Type.Object({ id: Id }),
          response: { 200: envelope(MailView) },
        },
      },
      async (request) => {
        const kept = await findMail(db, request.params.id);
        const [mail] = kept ? await written(kept) : [];
        if (!mail) throw new Failure('notFound');
        return done(mail);
      },
    );

    app.get(
      `${base}/mails/:id/page`,
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'See an email as a mail program shows it',
          params: Type.Object({ id: Id }),
          querystring: Type.Object({ theme: MailTheme }, { additionalProperties: false }),
          response: { 200: mailPage },
        },
      },
      async (request, reply) => {
        const kept = await findMail(db, request.params.id);
        if (!kept) throw new Failure('notFound');
        const { letter } = kept;
        const logo = (await logoIn(platform, sources, letter))?.content;
        const { theme } = request.query;
        const business = await businessTold(letter);
        return sendMailPage(reply, htmlOf(platform, letter, { logo, theme, business }), { leads: true });
      },
    );

    app.get(
      `${base}/mails/:id/attachments/:name`,
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'Get an email’s attachment',
          params: Type.Object({ id: Id, name: Type.String({ maxLength: 200 }) }),
          response: { 200: attachmentAnswer },
        },
      },
      async (request, reply) => {
        const { id, name } = request.params;
        const kept = await findMail(db, id);
        const [file] = kept ? await attachmentsOf(platform, sources, kept.letter, name) : [];
        if (!file) throw new Failure('notFound');
        return reply
          .type(file.contentType)
          .header('content-disposition', `attachment; filename="${file.filename}"`)
          .send(file.content);
      },
    );

    async function businessTold(letter: Letter): Promise<string | null> {
      return isToOneOfABusiness(letter) ? sources.businessOf(db, letter.to) : null;
    }

    /** Writes the mail again each time, because its links are not stored. Empty for a letter that is never sent. */
    async function written({ id, created_at, letter }: { id: string; created_at: Date; letter: Letter }) {
      const mail = writeMail(letter, sender, await businessTold(letter));
      if (!mail) return [];
      const { to: to_address, subject, text, html } = mail;
      return [
        {
          id,
          created_at: created_at.toISOString(),
          to_address,
          subject,
          text,
          html,
          attachments: namesAttached(letter),
        },
      ];
    }
  };

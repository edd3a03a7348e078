import { MailSummary, MailView } from '@muster/domain/basics/mails/schema';
import { Id } from '@muster/domain/values/schema';
import { Type } from 'typebox';
import type { Module } from '../../../platform/deps.ts';
import { done, envelope } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { pdfAnswer, sendPdf } from '../../../platform/pdf.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { findMail, listMails } from './store.ts';
import { isToOneOfABusiness, type Letter, type MailSources, senderOf, writeMail } from './templates.ts';

const base = '/services/inbox/api';
const tags = ['Inbox'];

/** Mails to read in the browser. On a server that others can reach these routes do not exist. */
export const mails =
  ({ businessOf, drawReport }: MailSources): Module =>
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
      `${base}/mails/:id/attachment`,
      {
        config: { access: 'public' },
        exposeHeadRoute: false,
        schema: {
          tags,
          summary: 'Get an email’s attachment',
          params: Type.Object({ id: Id }),
          response: { 200: pdfAnswer },
        },
      },
      async (request, reply) => {
        const report = reportIn((await findMail(db, request.params.id))?.letter);
        if (!report) throw new Failure('notFound');
        const parts = await Array.fromAsync(drawReport(platform, report.account, report.content));
        return sendPdf(reply, report.name, Buffer.concat(parts));
      },
    );

    /** Writes the mail again each time, because its links are not stored. Empty for a letter that is never sent. */
    async function written({ id, created_at, letter }: { id: string; created_at: Date; letter: Letter }) {
      const business = isToOneOfABusiness(letter) ? await businessOf(db, letter.to) : null;
      const mail = writeMail(letter, sender, business);
      if (!mail) return [];
      const { to: to_address, subject, text, html } = mail;
      const attachment = reportIn(letter)?.name ?? null;
      return [{ id, created_at: created_at.toISOString(), to_address, subject, text, html, attachment }];
    }
  };

function reportIn(letter: Letter | undefined) {
  return letter?.template === 'of a business' ? letter.report : undefined;
}

import type { Deps } from '../../platform/deps.ts';
import { createMailer, type Mail } from '../../platform/mailer.ts';
import type { Task } from '../../platform/queue.ts';
import { markSent, recordMail } from './store.ts';

/**
 * Sends one mail, or keeps it for the inbox where there is no mail server. The sending is in no transaction, because a
 * mail server may take its time; a record before and a mark after it tell a second run what the first one did. Only when
 * the mark could not be made after the mail server's yes is it sent again, under the same message id.
 */
export function mailTask({ database: { db }, settings, now }: Deps): Task {
  const send = createMailer(settings);
  return async (payload, id) => {
    const mail = payload as Mail;
    // What leaves is recorded without its contents: they may hold a link that opens an account.
    const isNew = await recordMail(db, id, send ? { ...mail, html: '', text: '' } : mail);
    if (!isNew || !send) return;
    await send(id, mail);
    await markSent(db, id, new Date(now()));
  };
}

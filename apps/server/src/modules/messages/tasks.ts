import type { Deps } from '../../platform/deps.ts';
import { createMailer, type Mail } from '../../platform/mailer.ts';
import type { Task } from '../../platform/queue.ts';
import { markSent, recordMail } from './store.ts';

/**
 * Sends one mail, or keeps it for the inbox where there is no mail server. The task may run twice: its record and the
 * sending are one transaction, so a second run finds the record and stops. Only a crash between the mail server's
 * yes and the commit sends it again, under the same message id.
 */
export function mailTask({ database, settings, now }: Deps): Task {
  const send = createMailer(settings);
  return async (payload, id) => {
    const mail = payload as Mail;
    await database.db.transaction().execute(async (db) => {
      if (!(await recordMail(db, id, mail)) || !send) return;
      await send(id, mail);
      await markSent(db, id, now());
    });
  };
}

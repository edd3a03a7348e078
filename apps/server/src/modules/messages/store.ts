import type { Generated } from 'kysely';
import type { Db } from '../../platform/db/executor.ts';
import type { Mail } from '../../platform/mailer.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    mails: {
      id: string;
      to_address: string;
      subject: string;
      html: string;
      text: string;
      created_at: Generated<Date>;
      sent_at: Date | null;
    };
  }
}

/** More than anybody scrolls through in a demonstration. */
const SHOWN_MAILS = 100;

/** False when the mail of this id has left before; until then every try records it anew. */
export async function recordMail(db: Db, id: string, mail: Mail): Promise<boolean> {
  const recorded = await db
    .insertInto('mails')
    .values({
      id,
      to_address: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      sent_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ html: mail.html, text: mail.text })
        .where('mails.sent_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('mails').set({ sent_at: now }).where('id', '=', id).execute();
}

export async function listMails(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(SHOWN_MAILS)
    .execute();
}

export async function findMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'created_at', 'text', 'html'])
    .where('id', '=', id)
    .executeTakeFirst();
}

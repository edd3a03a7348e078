import { type Generated, type JSONColumnType, sql } from 'kysely';
import type { Db } from '../../platform/db/executor.ts';
import type { Letter } from './templates.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    mails: {
      id: string;
      to_address: string;
      letter: JSONColumnType<Letter>;
      created_at: Generated<Date>;
      sent_at: Date | null;
      handed_over: Generated<number>;
    };
  }
}

/** More than anybody scrolls through in a demonstration. */
const SHOWN_MAILS = 100;

/** Keeps a mail that nobody sends; once, however often the task runs. */
export async function keepMail(db: Db, id: string, letter: Letter): Promise<void> {
  await db
    .insertInto('mails')
    .values({ id, to_address: letter.to, letter: JSON.stringify(letter), sent_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isSent(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** A mail that may or may not have been sent is sent once more. */
const MOST_HAND_OVERS = 2;

/** Counts a mail before it is handed over, so that the count survives a crash. False if it may not be sent again. */
export async function countHandOver(db: Db, id: string, letter: Letter): Promise<boolean> {
  const counted = await db
    .insertInto('mails')
    .values({ id, to_address: letter.to, letter: JSON.stringify(letter), sent_at: null, handed_over: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ handed_over: sql<number>`mails.handed_over + 1` })
        .where('mails.sent_at', 'is', null)
        .where('mails.handed_over', '<', MOST_HAND_OVERS),
    )
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Undoes the count after the mail server has refused the mail. */
export async function takeBackHandOver(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ handed_over: sql<number>`handed_over - 1` })
    .where('id', '=', id)
    .execute();
}

/** Lets mails be sent again that may have been sent twice, because a person decided so. */
export async function forgetHandOvers(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('mails')
    .set({ handed_over: 0 })
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .execute();
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('mails').set({ sent_at: now }).where('id', '=', id).execute();
}

export async function listMails(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'letter', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(SHOWN_MAILS)
    .execute();
}

export async function findMail(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select(['id', 'letter', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function deleteMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}

export async function deleteMailsToCustomer(db: Db, customer: string): Promise<void> {
  await sql`delete from mails where letter->>'customer' = ${customer}`.execute(db);
}

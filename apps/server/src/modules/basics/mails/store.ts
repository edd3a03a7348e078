import { sql } from 'kysely';
import { withoutLinks } from '@muster/domain/values/mail-words';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import { KNOWN_AFTER_DAYS } from '../../../platform/limit-table.ts';
import type { Letter, Letterhead } from './templates.ts';
import { registrationWords } from '@muster/domain/values/letterhead';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    mails: TableOf<'mails', { letter: Letter }>;
  }
}

/** Who sends for an account, as mails may tell it: what its people have typed is without links. */
export interface Sender {
  readonly business: string;
  /** Where answers go; empty where nobody has confirmed the address. */
  readonly reply_to: string;
  readonly ageDays: number;
  /** Since when, where it has not been here for long: then mails say through whom it sends them. */
  readonly new_since?: string;
  readonly letterhead: Letterhead;
}

interface Stored extends Pick<Letterhead, 'colour' | 'logo'> {
  name: string;
  reply_to: string;
  created_at: Date;
  age: number;
  abn: string | null;
  trade_licence: string;
}

export async function readSender(db: Tx, at: Date): Promise<Sender> {
  const { rows } = await sql<Stored>`
    select b.name, case when b.email = b.verified_email then b.email else '' end as reply_to, b.created_at,
           extract(epoch from ${at}::timestamptz - b.created_at)::float8 / 86400 as age, b.colour, b.abn, b.trade_licence,
           case when f.id is not null then jsonb_build_object('id', f.id, 'width', f.width, 'height', f.height) end as logo
      from accounts b left join files f on f.id = b.logo_id and f.state = 'ready' and f.deleted_at is null
     where b.id = current_account()`.execute(db);
  const { name, reply_to, created_at, age, colour, logo, ...registered } = rows[0]!;
  return {
    business: withoutLinks(name) || 'A business',
    reply_to,
    letterhead: { colour, logo, registration: registrationWords(registered) },
    ageDays: age,
    ...(age < KNOWN_AFTER_DAYS && { new_since: created_at.toISOString() }),
  };
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

/** Whether nothing more becomes of a mail: it was sent, or refused for good. */
export async function isSettled(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('mails')
    .select('id')
    .where('id', '=', id)
    .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('refused_at', 'is not', null)]))
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

export async function markRefused(
  db: Db,
  id: string,
  letter: Letter,
  { at, reason }: { at: Date; reason: string },
): Promise<void> {
  const refused = { refused_at: at, refusal: reason };
  await db
    .insertInto('mails')
    .values({ id, to_address: letter.to, letter: JSON.stringify(letter), sent_at: null, ...refused })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(refused))
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

export async function findMailsBy(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('mails')
    .select(['id', 'sent_at', 'handed_over', 'created_at', 'refused_at', 'refusal'])
    .where('id', 'in', [...ids])
    .execute();
}

export async function deleteMails(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', before).execute();
}

export async function deleteMailsToCustomer(db: Db, customer: string): Promise<void> {
  await sql`delete from mails where letter->>'customer' = ${customer}`.execute(db);
}

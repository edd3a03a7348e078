import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { enqueue } from '../../platform/outbox.ts';
import { counterOf, type Limit } from '../../platform/rate-limit.ts';
import { fingerprint } from '../../platform/secret.ts';
import { deleteMails } from './store.ts';
import type { Letter } from './templates.ts';

export type { Letter };

/** What strangers may cause to be sent to one address, whatever they do for it. */
export const toOneAddress = inAnHourAndADay('mails', 3, 10);

/** Of those, no more that help nobody: a stranger who registers somebody's address must leave them mails to reset with. */
const reminders = inAnHourAndADay('reminders', 1, 2);
const others = inAnHourAndADay('others', 3, 10);

function inAnHourAndADay(name: string, anHour: number, aDay: number): readonly [Limit, Limit] {
  return [
    { name: `${name} in an hour to`, max: anHour, perSeconds: 3600 },
    { name: `${name} in a day to`, max: aDay, perSeconds: 24 * 3600 },
  ];
}

/** The mail leaves if and only if the transaction commits. Its text is written then, so no link of it is ever stored. */
export async function sendMail(db: Tx, letter: Letter): Promise<void> {
  await enqueue(db, 'mail', letter);
}

/** The same for what anybody can cause by typing an address: beyond the limits of that address nothing is sent. */
export async function sendMailForAnybody(db: Tx, letter: Letter, at: Date): Promise<void> {
  await sql`select ${mailForAnybody(letter, at)}`.execute(db);
}

/** As a part of a statement that does more; see the function in the migration. */
export function mailForAnybody(letter: Letter, at: Date): RawBuilder<void> {
  const own = letter.template === 'already registered' ? reminders : others;
  const keysOf = (limits: readonly Limit[]) =>
    limits.map((limit) => counterOf(limit, fingerprint(letter.to)));
  const maximaOf = (limits: readonly Limit[]) => limits.map(({ max }) => max);
  return sql<void>`mail_anybody(${JSON.stringify(letter)}::jsonb, ${keysOf(own)}::text[], ${maximaOf(own)}::int[],
    ${keysOf(toOneAddress)}::text[], ${maximaOf(toOneAddress)}::int[],
    ${toOneAddress.map(({ perSeconds }) => perSeconds)}::int[], ${at}::timestamptz)`;
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Long after anybody looks for a mail, or a task could still be running. */
export async function forgetMails(db: Db, now: Date): Promise<void> {
  await deleteMails(db, new Date(now.getTime() - KEPT_MS));
}

import type { Db, Tx } from '../../platform/db/executor.ts';
import { listFailedTasks, retryFailedTasks } from '../../platform/failed-tasks.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { deleteMails, forgetHandOvers, insertMail, type MailPart, mailWithin } from './store.ts';
import type { Letter } from './templates.ts';

export type { Letter, MailPart };

/** The topic of the tasks that send them. */
const MAIL = 'mail';

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
  await enqueue(db, MAIL, letter);
}

/** The same for what anybody can cause by typing an address: beyond the limits of that address nothing is sent. */
export async function sendMailForAnybody(db: Tx, letter: Letter, at: Date): Promise<void> {
  await insertMail(db, mailForAnybody(letter, at));
}

/** As a part of a statement that does more. */
export function mailForAnybody(letter: Letter, at: Date): MailPart {
  const own = letter.template === 'already registered' ? reminders : others;
  return mailWithin(letter, { own, all: toOneAddress, at });
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Long after anybody looks for a mail, or a task could still be running. */
export async function forgetMails(db: Db, now: Date): Promise<void> {
  await deleteMails(db, new Date(now.getTime() - KEPT_MS));
}

/** The mails that were given up, a line each. */
export async function nameFailedMails(db: Db): Promise<string[]> {
  const failed = await listFailedTasks(db, MAIL);
  if (failed.length === 0) return ['No mail was given up.'];
  return failed.map(({ id, payload, failed_at, reason }) => {
    const { template, to } = payload as Letter;
    return `${id}  ${failed_at.toISOString()}  ${template} to ${to}: ${reason ?? 'for no known reason'}`;
  });
}

/** Sends them, or one of them, as if they were new. */
export async function sendFailedMails(db: Db, id?: string): Promise<{ done: boolean; said: string }> {
  const ids = await db.transaction().execute(async (db) => {
    const ids = await retryFailedTasks(db, MAIL, id);
    if (ids.length > 0) await forgetHandOvers(db, ids);
    return ids;
  });
  if (id !== undefined && ids.length === 0) return { done: false, said: `No mail ${id} was given up.` };
  return {
    done: true,
    said: ids.length === 1 ? 'One mail is sent again.' : `${ids.length} mails are sent again.`,
  };
}

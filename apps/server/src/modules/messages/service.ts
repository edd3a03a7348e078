import type { Db, Tx } from '../../platform/db/executor.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { listFailedTasks, retryFailedTasks } from '../../platform/tasks/failed-tasks.ts';
import { forgetTasks } from '../../platform/tasks/forget-tasks.ts';
import { enqueue } from '../../platform/tasks/outbox.ts';
import { tryHits } from '../../platform/limits/hits.ts';
import type { Limit } from '../../platform/limits/limit.ts';
import { fingerprint } from '../../platform/sign-in/secret.ts';
import { deleteMails, deleteMailsToCustomer, forgetHandOvers } from './store.ts';
import type { Letter } from './templates.ts';

export type { Letter };

const HOUR_SECONDS = 3600;

/** The topic of the tasks that send them. */
const MAIL = 'mail';

/**
 * How many mails one address gets, by what they are for. What strangers can cause by typing an address has one share. Links that
 * somebody asks for to get in have another, which nothing else can use up; and each of them is good for its owner, whoever asked.
 */
const shares = {
  strangers: [
    { name: 'mails in an hour to', max: 3, perSeconds: HOUR_SECONDS },
    { name: 'mails in a day to', max: 10, perSeconds: 24 * HOUR_SECONDS },
  ],
  links: [{ name: 'links in an hour to', max: 3, perSeconds: HOUR_SECONDS }],
  invitations: [
    { name: 'invitations in an hour to', max: 3, perSeconds: HOUR_SECONDS },
    { name: 'invitations in a day to', max: 10, perSeconds: 24 * HOUR_SECONDS },
  ],
  'new devices': [
    { name: 'new devices in an hour to', max: 3, perSeconds: HOUR_SECONDS },
    { name: 'new devices in a day to', max: 10, perSeconds: 24 * HOUR_SECONDS },
  ],
  'changed passwords': [
    { name: 'changed passwords in an hour to', max: 3, perSeconds: HOUR_SECONDS },
    { name: 'changed passwords in a day to', max: 10, perSeconds: 24 * HOUR_SECONDS },
  ],
  // A manager of many houses has many visits; but nobody is flooded through us by a business that is none.
  visits: [
    { name: 'visits in an hour to', max: 100, perSeconds: HOUR_SECONDS },
    { name: 'visits in a day to', max: 200, perSeconds: 24 * HOUR_SECONDS },
  ],
} as const satisfies Record<string, readonly Limit[]>;

export type MailShare = keyof typeof shares;

/** The mail leaves if and only if the transaction commits. Its text is written then, so no link of it is ever stored. */
export async function sendMail(db: Tx, letter: Letter): Promise<void> {
  await enqueue(db, MAIL, letter);
}

/** Sends a mail unless its address has had its share. Returns whether it is sent. */
export async function sendMailForAnybody(
  db: Tx,
  letter: Letter,
  share: MailShare,
  at: Date,
): Promise<boolean> {
  // A letter that is dropped must not use up the share of a person who has the address.
  const key = fingerprint(letter.template === 'nothing' ? `nobody ${letter.to}` : letter.to);
  const hits = await tryHits(
    db,
    shares[share].map((limit) => ({ limit, key })),
    at,
  );
  if ('waitSeconds' in hits) return false;
  await sendMail(db, letter);
  return true;
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes mails so old that nobody looks for them and no task still sends them. */
export async function forgetMails(db: Db, now: Date): Promise<void> {
  await deleteMails(db, new Date(now.getTime() - KEPT_MS));
}

/** Deletes what was written to a customer, sent or not. */
export async function forgetMailsToCustomer(db: Tx, customer: string): Promise<void> {
  await forgetTasks(db, MAIL, ['customer', customer]);
  await deleteMailsToCustomer(db, customer);
}

/** One line for each mail that could not be sent. */
export async function nameFailedMails(db: Db): Promise<string[]> {
  const failed = await listFailedTasks(db, MAIL);
  if (failed.length === 0) return ['No mail was given up.'];
  return failed.map(({ id, payload, failed_at, reason }) => {
    const { template, to } = payload as Letter;
    return `${id}  ${failed_at.toISOString()}  ${template} to ${to}: ${reason ?? 'unknown reason'}`;
  });
}

/** Sends all of them, or one, again like new mails. */
export async function sendFailedMails(db: Db, id?: string): Promise<{ done: boolean; said: string }> {
  const ids = await transaction(db, async (db) => {
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

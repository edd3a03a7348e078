import { createHash } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { deleteMails } from './store.ts';
import type { Letter } from './templates.ts';

export type { Letter };

/** What strangers may cause to be sent to one address, whatever they do for it. */
export const toOneAddress = [
  { name: 'mails in an hour to', max: 3, perSeconds: 3600 },
  { name: 'mails in a day to', max: 10, perSeconds: 24 * 3600 },
] as const satisfies readonly Limit[];

/** The mail leaves if and only if the transaction commits. Its text is written then, so no link of it is ever stored. */
export async function sendMail(db: Tx, letter: Letter): Promise<void> {
  await enqueue(db, 'mail', letter);
}

/** The same for what anybody can cause by typing an address: beyond the limit of that address nothing is sent. */
export async function sendMailForAnybody(db: Tx, letter: Letter, now: Date): Promise<void> {
  await enqueue(db, 'mail', letter, { limits: toOneAddress, key: addressKey(letter.to), at: now });
}

/** What an address is counted under. */
export function addressKey(to: string): string {
  return createHash('sha256').update(to).digest('base64url');
}

const KEPT_MS = 30 * 24 * 3_600_000;

/** Long after anybody looks for a mail, or a task could still be running. */
export async function forgetMails(db: Db, now: Date): Promise<void> {
  await deleteMails(db, new Date(now.getTime() - KEPT_MS));
}

import type { Tx } from '../../platform/db/executor.ts';
import type { Mail } from '../../platform/mailer.ts';
import { enqueue } from '../../platform/outbox.ts';

/** The mail leaves if and only if the transaction commits. */
export async function sendMail(db: Tx, mail: Mail): Promise<void> {
  await enqueue(db, 'mail', mail);
}

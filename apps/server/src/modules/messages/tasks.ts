import type { Deps } from '../../platform/deps.ts';
import {
  type Attachment,
  createMailer,
  isRefusedByServer,
  type Mailer,
} from '../../platform/tasks/mailer.ts';
import type { Task } from '../../platform/tasks/queue.ts';
import { businessOf } from '../accounts/service.ts';
import { drawReport } from '../reports/service.ts';
import { countHandOver, isSent, keepMail, markSent, takeBackHandOver } from './store.ts';
import { isToOneOfABusiness, type Letter, senderOf, writeMail } from './templates.ts';

/**
 * Writes one mail and sends it, or keeps it for the inbox where there is no mail server. The sending is in no transaction,
 * because a mail server may take its time; a count before and a mark after it tell a second run what the first one did.
 */
export function mailTask(deps: Deps): Task {
  const { db } = deps.database;
  const send = createMailer(deps.settings);
  const sender = senderOf(deps);

  /** Sends a mail once. If a crash leaves it unclear whether it was sent, it is sent once more under the same message id. */
  async function deliver(send: Mailer, id: string, letter: Letter): Promise<void> {
    const business = isToOneOfABusiness(letter) ? await businessOf(db, letter.to) : null;
    const written = writeMail(letter, sender, business);
    if (!written || (await isSent(db, id))) return;
    // Drawn before the mail server is asked, which does not wait for long.
    const mail = { ...written, attachments: await attachmentsOf(letter) };
    let isCounted = false;
    const beforeData = async () => {
      isCounted = await countHandOver(db, id, letter);
      if (!isCounted) throw new Error('This mail may have left twice already; a person has to look.');
    };
    try {
      await send(id, mail, beforeData);
    } catch (error) {
      if (isCounted && isRefusedByServer(error)) await takeBackHandOver(db, id);
      throw error;
    }
    await markSent(db, id, new Date(deps.now()));
  }

  async function attachmentsOf(letter: Letter): Promise<Attachment[]> {
    if (letter.template !== 'of a business' || letter.report === undefined) return [];
    const { account, name, content } = letter.report;
    const parts = await Array.fromAsync(drawReport(deps, account, content));
    return [{ filename: name, contentType: 'application/pdf', content: Buffer.concat(parts) }];
  }

  return async (payload, id) => {
    const letter = payload as Letter;
    if (send) await deliver(send, id, letter);
    else if (letter.template !== 'nothing') await keepMail(db, id, letter);
  };
}

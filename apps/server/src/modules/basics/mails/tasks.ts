import type { Deps } from '../../../platform/deps.ts';
import {
  createMailer,
  isRefusedByServer,
  isRefusedForGood,
  type Mailer,
} from '../../../platform/tasks/mailer.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { attachmentsOf, logoIn } from './service.ts';
import { countHandOver, isSettled, keepMail, markRefused, markSent, takeBackHandOver } from './store.ts';
import {
  isToOneOfABusiness,
  type Letter,
  type MailSources,
  senderOf,
  withoutLogo,
  writeMail,
} from './templates.ts';

/**
 * Writes one mail and sends it, or keeps it for the inbox where there is no mail server. The sending is in no transaction,
 * because a mail server may take its time; a count before and a mark after it tell a second run what the first one did.
 */
export function mailTask(deps: Deps, sources: MailSources): Task {
  const { db } = deps.database;
  const send = createMailer(deps.settings);
  const sender = senderOf(deps);

  /** Sends a mail once. If a crash leaves it unclear whether it was sent, it is sent once more under the same message id. */
  async function deliver(send: Mailer, id: string, given: Letter): Promise<void> {
    const logo = await logoIn(deps, sources, given);
    const letter = logo ? given : withoutLogo(given);
    const business = isToOneOfABusiness(letter) ? await sources.businessOf(db, letter.to) : null;
    const written = writeMail(letter, sender, business);
    if (!written || (await isSettled(db, id))) return;
    // Drawn before the mail server is asked, which does not wait for long.
    const mail = {
      ...written,
      attachments: [...(logo ? [logo] : []), ...(await attachmentsOf(deps, sources, letter))],
    };
    let isCounted = false;
    const beforeData = async () => {
      isCounted = await countHandOver(db, id, letter);
      if (!isCounted)
        throw new Error(
          'This email may already have been sent twice. Check it, then send it again if needed.',
        );
    };
    try {
      await send(id, mail, beforeData);
    } catch (error) {
      if (isCounted && isRefusedByServer(error)) await takeBackHandOver(db, id);
      // Whoever sent it is told at once, and decides: a later try would be refused, too.
      if (letter.template === 'of a business' && isRefusedForGood(error))
        return markRefused(db, id, letter, { at: new Date(deps.now()), reason: error.message });
      throw error;
    }
    await markSent(db, id, new Date(deps.now()));
  }

  return async (payload, id) => {
    const letter = payload as Letter;
    if (send) await deliver(send, id, letter);
    else if (letter.template !== 'nothing') await keepMail(db, id, letter);
  };
}

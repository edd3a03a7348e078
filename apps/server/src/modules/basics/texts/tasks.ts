import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { keepLater, readTextSettings, TEXT_KEPT, type TextKeptTask } from './service.ts';
import { holdText, keepText, readBusiness, settleText } from './store.ts';

const TOO_LATE = 'It was of no use any more when it could have left.';
const NO_SERVICE = 'No text service is connected.';

/** Brings a text to the inbox of this machine, unless it was unsent meanwhile. */
export function textTasks(deps: Deps): Readonly<Record<string, Task>> {
  const kept: Task = async (payload) => {
    const { channel, text: id } = payload as TextKeptTask;
    const account = accountOfChannel(channel);
    await withAccount(deps.database.db, account, async (db) => {
      const text = await holdText(db, id);
      if (text?.state !== 'waiting') return;
      const at = new Date(deps.now());
      // Another clock may be ahead of ours, and it can still be unsent.
      if (text.hold_until > at) return keepLater(db, account, id, { at, holdUntil: text.hold_until });
      if (text.not_after && text.not_after < at)
        return settleText(db, id, { state: 'expired', error: TOO_LATE, at });
      // Set up for others to reach, since it was written.
      if (!hasInbox(deps)) return settleText(db, id, { state: 'failed', error: NO_SERVICE, at });
      const { number, body, link, opt_out_key } = text;
      const sender = (await readTextSettings(db, account)).sender || (await readBusiness(db)).name;
      await keepText(db, { id, direction: 'out', number, sender, body, link, opt_out_key, at });
      return settleText(db, id, { state: 'sent', error: '', at });
    });
  };
  return { [TEXT_KEPT]: kept };
}

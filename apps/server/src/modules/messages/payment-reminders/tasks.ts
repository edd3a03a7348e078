import { randomUUID } from 'node:crypto';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Channel } from '../../../platform/live/event-log.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import {
  ACCOUNT_REMINDS_PAYERS,
  listDue,
  PAYERS_REMINDED,
  PAYMENT_REMINDERS_DUE,
  remindPayer,
} from './service.ts';
import { listReminding } from './store.ts';

interface AccountTask {
  account: Channel;
}

interface PayersTask extends AccountTask {
  invoices: string[];
}

/** Nobody in particular: Muster itself, by the owner's rule. */
const author = { user: null, apiKey: null, role: 'dispatcher', money: 'all' } as const;

/** About a second's work, so that no other task waits long for its turn. */
const INVOICES_A_TASK = 20;

/** Reminds of what is overdue, each invoice in a transaction of its own. Run twice, it finds that everybody was reminded. */
export function paymentReminderTasks(deps: Deps): Readonly<Record<string, Task>> {
  const {
    database: { db },
    now,
    log,
  } = deps;
  const at = () => new Date(now());
  return {
    [PAYMENT_REMINDERS_DUE]: async () => {
      const accounts = await listReminding(db);
      await transaction(db, async (db) => {
        for (const account of accounts)
          await enqueue(db, ACCOUNT_REMINDS_PAYERS, { account } satisfies AccountTask);
      });
    },
    [ACCOUNT_REMINDS_PAYERS]: async (payload) => {
      const { account: channel } = payload as AccountTask;
      const account = accountOfChannel(channel);
      await withAccount(db, account, async (db) => {
        const due = await listDue(db, account, at());
        for (let first = 0; first < due.length; first += INVOICES_A_TASK) {
          const invoices = due.slice(first, first + INVOICES_A_TASK);
          await enqueue(db, PAYERS_REMINDED, { account: channel, invoices } satisfies PayersTask);
        }
      });
    },
    [PAYERS_REMINDED]: async (payload) => {
      const { account: channel, invoices } = payload as PayersTask;
      const account = accountOfChannel(channel);
      for (const invoice of invoices) {
        const command = {
          account,
          id: randomUUID(),
          kind: 'invoice reminded' as const,
          body: invoice,
          author,
        };
        try {
          await runCommand(db, { ...command, at: at() }, (write) =>
            remindPayer(write, deps, account, invoice),
          );
        } catch (error) {
          // The mailbox or the business has had its share: tomorrow is another day, and the others go on.
          if (!(error instanceof Failure)) throw error;
          log.info({ account, invoice, why: error.answer }, 'not reminded');
        }
      }
    },
  };
}

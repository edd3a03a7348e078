import { randomUUID } from 'node:crypto';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import {
  followLetters,
  INVOICE_TEXT_REVIEWED,
  type InvoiceTextTask,
  LETTERS_FOLLOWED,
  type LettersTask,
  reviewText,
} from './service.ts';

/** Nobody in particular: Muster itself, for whoever sent it in the evening. */
const author = { user: null, apiKey: null, role: 'dispatcher', money: 'all' } as const;

/** Texts of the night are looked at again, because who paid in the evening must not be told to pay in the morning; letters, whether they arrived. */
export function invoiceLetterTasks(deps: Deps): Readonly<Record<string, Task>> {
  return {
    [INVOICE_TEXT_REVIEWED]: async (payload) => {
      const text = payload as InvoiceTextTask;
      const account = accountOfChannel(text.account);
      const command = {
        account,
        id: randomUUID(),
        kind: text.kind === 'reminder' ? ('invoice reminded' as const) : ('invoice sent' as const),
        body: text,
        author,
        at: new Date(deps.now()),
      };
      await runCommand(deps.database.db, command, (write) => reviewText(write, deps, account, text));
    },
    [LETTERS_FOLLOWED]: async (payload) => {
      const { account, letters } = payload as LettersTask;
      await withAccount(deps.database.db, accountOfChannel(account), (db) =>
        followLetters(db, letters, new Date(deps.now())),
      );
    },
  };
}

import { randomUUID } from 'node:crypto';
import { runCommand } from '../../../platform/changes/command.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { INVOICE_TEXT_REVIEWED, type InvoiceTextTask, reviewText } from './service.ts';

/** Nobody in particular: Muster itself, for whoever sent it in the evening. */
const author = { user: null, apiKey: null, role: 'dispatcher', money: 'all' } as const;

/** Looks again at the texts of the night, because who paid in the evening must not be told to pay in the morning. */
export function invoiceTextTasks(deps: Deps): Readonly<Record<string, Task>> {
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
  };
}

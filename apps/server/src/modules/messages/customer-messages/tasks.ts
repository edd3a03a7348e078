import { randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { listByCustomer, listReminding } from './store.ts';
import {
  ACCOUNT_REMINDS,
  type AccountRemindsTask,
  CUSTOMERS_REMINDED,
  CUSTOMERS_REVIEWED,
  CUSTOMERS_TOLD,
  type CustomersRemindedTask,
  type CustomersToldTask,
  remindCustomer,
  REMINDERS_DUE,
  remindOf,
  type Telegraph,
  reviewTexts,
  tellCustomer,
} from './service.ts';

/** Nobody in particular: Muster itself. */
const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

/**
 * Tells some customers of their visits, each customer in a transaction of its own. Run twice, it finds that nothing waits any more, and
 * that whoever is to be reminded was.
 */
export function customerTask(deps: Deps): Readonly<Record<string, Task>> {
  const {
    database: { db },
    now,
  } = deps;
  async function eachCustomer(
    account: AccountId,
    visits: readonly string[],
    tell: (telegraph: Telegraph, own: readonly string[]) => Promise<null>,
  ): Promise<void> {
    for (const own of await withAccount(db, account, (db) => listByCustomer(db, visits))) {
      const command = { account, id: randomUUID(), kind: 'customer told' as const, body: own, author };
      await runCommand(db, { ...command, at: new Date(now()) }, async (write) => {
        // The visits first, as whoever changes them does.
        await holdVisits(write.db, own);
        return tell({ write, deps, account }, own);
      });
    }
  }

  return {
    [CUSTOMERS_TOLD]: async (payload) => {
      const { channel, token, visits } = payload as CustomersToldTask;
      const account = accountOfChannel(channel);
      await eachCustomer(account, visits, (telegraph, own) => tellCustomer(telegraph, own, token));
    },
    [REMINDERS_DUE]: async () => {
      const accounts = await listReminding(db);
      await transaction(db, async (db) => {
        for (const account of accounts)
          await enqueue(db, ACCOUNT_REMINDS, { account } satisfies AccountRemindsTask);
      });
    },
    [ACCOUNT_REMINDS]: async (payload) => {
      const { account } = payload as AccountRemindsTask;
      await withAccount(db, accountOfChannel(account), (db) => remindOf(db, account, new Date(now())));
    },
    [CUSTOMERS_REMINDED]: async (payload) => {
      const { account: channel, visits } = payload as CustomersRemindedTask;
      const account = accountOfChannel(channel);
      await eachCustomer(account, visits, remindCustomer);
    },
    [CUSTOMERS_REVIEWED]: async (payload) => {
      const { account: channel, visits } = payload as CustomersRemindedTask;
      await eachCustomer(accountOfChannel(channel), visits, reviewTexts);
    },
  };
}

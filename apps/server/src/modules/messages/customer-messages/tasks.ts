import { randomUUID } from 'node:crypto';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { listByCustomer } from './store.ts';
import { CUSTOMERS_TOLD, type CustomersToldTask, tellCustomer } from './service.ts';

/** Nobody in particular: Muster itself. */
const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

/** Tells some customers of their visits, each customer in a transaction of its own. Run twice, it finds that nothing waits any more. */
export function customerTask({ database: { db }, now }: Deps): Readonly<Record<string, Task>> {
  return {
    [CUSTOMERS_TOLD]: async (payload) => {
      const { channel, token, visits } = payload as CustomersToldTask;
      const account = accountOfChannel(channel);
      for (const own of await withAccount(db, account, (db) => listByCustomer(db, visits))) {
        const command = { account, id: randomUUID(), kind: 'customer told' as const, body: own, author };
        await runCommand(db, { ...command, at: new Date(now()) }, async (write) => {
          // The visits first, as whoever changes them does.
          await holdVisits(write.db, own);
          return tellCustomer(write, account, own, token);
        });
      }
    },
  };
}

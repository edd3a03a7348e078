import { randomUUID } from 'node:crypto';
import { runCommand } from '../../platform/changes/command.ts';
import type { Deps } from '../../platform/deps.ts';
import { accountOfChannel } from '../../platform/sign-in/person.ts';
import type { Task } from '../../platform/tasks/queue.ts';
import { holdVisits } from '../visit-states/service.ts';
import { CUSTOMERS_TOLD, type CustomersToldTask, tellCustomer } from './service.ts';

/** Nobody in particular: Muster itself. */
const author = { user: null, apiKey: null, role: 'dispatcher' } as const;

/** Tells the customers of some visits, each in a transaction of its own. Run twice, it finds that nothing waits any more. */
export function customerTask({ database: { db }, now }: Deps): Readonly<Record<string, Task>> {
  return {
    [CUSTOMERS_TOLD]: async (payload) => {
      const { channel, token, visits } = payload as CustomersToldTask;
      if (channel === 'office') return;
      const account = accountOfChannel(channel);
      for (const visit of visits) {
        const command = { account, id: randomUUID(), kind: 'customer told', body: visit, author };
        await runCommand(db, { ...command, at: new Date(now()) }, async (write) => {
          // The visit first, as whoever changes it does.
          await holdVisits(write.db, [visit]);
          return tellCustomer(write, visit, token);
        });
      }
    },
  };
}

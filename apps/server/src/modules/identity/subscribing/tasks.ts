import { transaction } from '../../../platform/db/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Channel } from '../../../platform/live/event-log.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { StripeFailure } from '../../../platform/stripe.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { BILLING_DUE, BILLING_SETTLED, isBillingOn, listDue, settleBilling } from '../billing/service.ts';
import { subscribeAsAgreed } from './service.ts';

/** So many in one go; those behind them have their turn a few minutes later. */
const MOST_AT_ONCE = 500;

export function billingTasks(deps: Deps): Readonly<Record<string, Task>> {
  const { database, settings, now, log } = deps;
  return {
    [BILLING_DUE]: async () => {
      if (!isBillingOn(settings)) return;
      const due = await listDue(database.db, new Date(now()), MOST_AT_ONCE);
      await transaction(database.db, async (db) => {
        for (const account of due) await enqueue(db, BILLING_SETTLED, { account });
      });
    },
    [BILLING_SETTLED]: async (payload) => {
      if (!isBillingOn(settings)) return;
      const account = accountOfChannel((payload as { account: Channel }).account);
      try {
        await settleBilling(deps, account);
        await subscribeAsAgreed(deps, account);
      } catch (error) {
        // Nothing has changed, and it stays due.
        if (!(error instanceof StripeFailure)) throw error;
        log.warn(
          { account, fault: error.kind, why: error.message },
          'Stripe did not say how an account stands.',
        );
      }
    },
  };
}

import { disputeState } from '@muster/domain/money/card-refunds/rules';
import type { AccountId } from '@muster/domain/values/ids';
import type { Stripe } from 'stripe';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import type { CardLine } from '../card-services/service.ts';
import { CARD_REFUND, type CardRefundTask, followDispute, followRefund, sendRefund } from './service.ts';
import { isPaidHere } from './store.ts';

export function cardRefundTasks(deps: Deps): Readonly<Record<string, Task>> {
  return {
    [CARD_REFUND]: async (payload) => {
      const { account, refund, tries } = payload as CardRefundTask;
      await sendRefund(deps, accountOfChannel(account), { refund, tries });
    },
  };
}

interface Told {
  readonly account: AccountId;
  readonly line: CardLine;
  readonly event: {
    readonly object: string;
    readonly id: string;
    readonly charge: string | null;
    readonly intent: string | null;
  };
}

/** What goes back is asked for as it is now, because events come late, twice and in any order; what was done at Stripe itself arrives so too. */
export function hearRefunds(deps: Deps) {
  return async ({ account, line: { ask, service }, event }: Told): Promise<void> => {
    const { stripe_account } = service;
    const { object, id, charge, intent } = event;
    const about = { charge, intent, account: stripe_account };
    // Where nobody says which payment it is about, Stripe does.
    const isNamed = charge !== null || intent !== null;
    if (isNamed && !(await withAccount(deps.database.db, account, (db) => isPaidHere(db, about)))) return;
    if (object === 'refund') {
      const refund = await ask((stripe) => stripe.refunds.retrieve(id));
      await followRefund(deps, account, refund, stripe_account);
    }
    const follow = async (dispute: Stripe.Dispute) => {
      if (disputeState(dispute.status, false) === undefined)
        deps.log.warn({ status: dispute.status }, 'Stripe has a word for a dispute that we don’t know.');
      await followDispute(deps, account, dispute, stripe_account);
    };
    if (object === 'dispute') await follow(await ask((stripe) => stripe.disputes.retrieve(id)));
    // What Stripe tells of the charge alone holds all that went back of it.
    if (object === 'charge') {
      const part = { charge: id, limit: 100 };
      const refunds = await ask((stripe) => stripe.refunds.list(part));
      for (const refund of refunds.data) await followRefund(deps, account, refund, stripe_account);
      const disputes = await ask((stripe) => stripe.disputes.list(part));
      for (const dispute of disputes.data) await follow(dispute);
    }
  };
}

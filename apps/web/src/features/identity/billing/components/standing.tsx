import { Badge, Button } from '@mantine/core';
import type { Billing } from '@muster/domain/identity/billing/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { money } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { aMonth } from '../../../../lib/page/page-settings.ts';
import { billingQuery, cancelSubscription, keepSubscription, openPortal } from '../api.ts';
import { cancelWords, partsOf, standingWords } from '../model/billing-words.ts';
import './billing.css';

interface StandingProps {
  billing: Billing;
  plan: string;
  licences: number;
  zone: string;
  /** The way to another plan, and what it opens below. */
  change?: ReactNode;
  children?: ReactNode;
}

/** What is paid for, how it stands, and what can be done about it. */
export function Standing({ billing, plan, licences, zone, change, children }: StandingProps) {
  const { cost, is_test, state, unpaid, has_portal } = billing;
  const [now] = useState(() => Date.now());
  const { tone, badge, text } = standingWords(billing, { now, zone });
  const payUrl = unpaid?.pay_url ?? null;
  return (
    <article className="standing" data-tone={tone}>
      <div className="standing__head">
        <h3>
          {plan} <span>· {licences === 1 ? '1 licence' : `${licences} licences`}</span>
        </h3>
        <Badge color={tone} size="lg">
          {badge}
        </Badge>
      </div>
      {cost && (
        <p className="standing__price">
          <strong>{money(cost.total_cents)}</strong> {aMonth()}
          {cost.further_licences > 0 && <span>{partsOf(cost)}</span>}
        </p>
      )}
      <p>{text}</p>
      {is_test && <p className="standing__test">Test mode: no money moves.</p>}
      <div className="standing__actions">
        {payUrl !== null && (
          <Button component="a" href={payUrl} variant="filled">
            Pay {money(unpaid!.cents)}
          </Button>
        )}
        {unpaid && payUrl === null && (
          <Button component="a" href="#invoices" variant="filled">
            See what’s to pay
          </Button>
        )}
        {change}
        {has_portal && <UpdateCard />}
        {cost && (state === 'active' || state === 'past_due') && <Cancel billing={billing} zone={zone} />}
        {state === 'cancelling' && <Keep />}
      </div>
      {children}
    </article>
  );
}

function UpdateCard() {
  const { decide, isRunning } = useCommand();
  const open = () =>
    decide({
      what: 'card',
      async send() {
        const { url } = await openPortal();
        location.assign(url);
      },
    });
  return (
    <ActionButton busy={isRunning} whenReadOnly onClick={() => void open()}>
      Update card
    </ActionButton>
  );
}

/** Asked once more, in place: what ends, and when, is said before the press that ends it. */
function Cancel({ billing, zone }: Pick<StandingProps, 'billing' | 'zone'>) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isAsking, setAsking] = useState(false);

  async function cancel() {
    const told = await decide({ what: 'cancel', send: cancelSubscription });
    if (told) queryClient.setQueryData(billingQuery.queryKey, told);
  }

  if (!isAsking)
    return (
      <Button variant="subtle" onClick={() => setAsking(true)}>
        Cancel subscription…
      </Button>
    );
  return (
    <div className="standing__asking">
      <p>{cancelWords(billing, zone)}</p>
      <ActionButton color="danger" busy={isRunning} whenReadOnly onClick={() => void cancel()}>
        Cancel subscription
      </ActionButton>
      <Button variant="subtle" onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </div>
  );
}

function Keep() {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  async function keep() {
    const done = 'Your subscription goes on.';
    const told = await decide({ what: 'keep', send: keepSubscription, done });
    if (told) queryClient.setQueryData(billingQuery.queryKey, told);
  }
  return (
    <ActionButton variant="filled" busy={isRunning} whenReadOnly onClick={() => void keep()}>
      Keep subscription
    </ActionButton>
  );
}

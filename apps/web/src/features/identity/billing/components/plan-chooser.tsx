import { Alert, Button, NumberInput } from '@mantine/core';
import type { Conflict } from '@muster/domain/basics/changes/schema';
import { costOf, firstCharge } from '@muster/domain/identity/billing/rules';
import type { Billing, Cost, Preview, Wanted } from '@muster/domain/identity/billing/schema';
import type { Plan } from '@muster/domain/identity/plans/schema';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { dayOfMonth, money } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { aMonth } from '../../../../lib/page/page-settings.ts';
import { billingQuery, changeSubscription, previewQuery, startSubscription } from '../api.ts';
import { partsOf } from '../model/billing-words.ts';
import './billing.css';

/** As many as the server takes; whoever needs them calls us. */
const MOST_LICENCES = 1_000;

interface PlanChooserProps {
  plans: readonly Plan[];
  billing: Billing;
  /** What the account has now. */
  present: Wanted;
  zone: string;
  /** Who holds licences, with the way to give one back: shown where there would be fewer than are in use. */
  holders: ReactNode;
  /** Takes a plan at once, as long as nothing is charged. */
  choosePlan: (plan: string, key: string) => Promise<unknown>;
  onChanged: () => void;
}

/** A plan and a number of licences, with what they cost before anything is pressed. */
export function PlanChooser(props: PlanChooserProps) {
  const { plans, billing, present, zone, holders, choosePlan, onChanged } = props;
  const [wanted, setWanted] = useState(present);
  const [refusal, setRefusal] = useState<string>();
  const plan = plans.find(({ code }) => code === wanted.plan) ?? plans[0]!;
  const cost = costOf(plan, wanted.licences);
  const better = cheaper(plans, cost);
  const isSubscribed = billing.cost !== null;
  const isSame =
    isSubscribed && cost.plan_code === billing.cost?.plan_code && cost.licences === billing.cost.licences;

  function choose(next: Partial<Wanted>) {
    setRefusal(undefined);
    setWanted({ ...wanted, licences: cost.licences, ...next });
  }

  function onRefused({ data, message }: ApiError): boolean {
    const isHeld = (data as Conflict | null)?.used_by !== undefined;
    if (isHeld) setRefusal(message);
    return isHeld;
  }

  return (
    <form className="chooser" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="chooser__plans">
        <legend>Plan</legend>
        {plans.map((one) => (
          <label key={one.code} className="chooser__plan">
            <input
              type="radio"
              name="plan"
              value={one.code}
              checked={one.code === plan.code}
              // As many as come with it: further ones are a choice of their own.
              onChange={() => choose({ plan: one.code, licences: one.licences })}
            />
            <span className="chooser__name">{one.name}</span>
            <span className="chooser__cents">{money(one.price_cents)} a month</span>
            <span className="chooser__about">
              {one.licences === 1 ? '1 licence' : `${one.licences} licences`}, then {money(one.licence_cents)}{' '}
              each
            </span>
          </label>
        ))}
      </fieldset>
      <Licences plan={plan} cost={cost} onChange={(licences) => choose({ licences })} />
      {better && (
        <p className="chooser__better">
          {better.plan_name} is cheaper for {cost.licences} licences: {money(better.total_cents)} a month.{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => choose({ plan: better.plan_code, licences: better.licences })}
          >
            Choose {better.plan_name}
          </Button>
        </p>
      )}
      {refusal !== undefined && (
        <Alert color="attention" role="alert" title="There are too few licences">
          <p>{refusal}</p>
          {holders}
        </Alert>
      )}
      {isSubscribed ? (
        <Change
          cost={cost}
          billing={billing}
          zone={zone}
          isSame={isSame}
          onRefused={onRefused}
          onChanged={onChanged}
        />
      ) : (
        <Start
          cost={cost}
          billing={billing}
          zone={zone}
          isPresent={cost.plan_code === present.plan && cost.licences === present.licences}
          choosePlan={choosePlan}
          onRefused={onRefused}
          onChanged={onChanged}
        />
      )}
    </form>
  );
}

/** A plan with which the same number, or more, costs less. */
function cheaper(plans: readonly Plan[], cost: Cost): Cost | undefined {
  return plans
    .map((plan) => costOf(plan, cost.licences))
    .filter(({ total_cents }) => total_cents < cost.total_cents)
    .toSorted((one, other) => one.total_cents - other.total_cents)[0];
}

function Licences({
  plan,
  cost,
  onChange,
}: {
  plan: Plan;
  cost: Cost;
  onChange: (licences: number) => void;
}) {
  const id = useId();
  const { licences, further_licences: further } = cost;
  return (
    <div className="chooser__licences">
      <label htmlFor={id}>Licences</label>
      <div className="chooser__stepper">
        <Button
          aria-label="One licence less"
          disabled={licences <= plan.licences}
          onClick={() => onChange(licences - 1)}
        >
          −
        </Button>
        <NumberInput
          id={id}
          aria-describedby={`${id}-about`}
          value={licences}
          min={plan.licences}
          max={MOST_LICENCES}
          allowDecimal={false}
          hideControls
          onChange={(typed) => typeof typed === 'number' && typed >= plan.licences && onChange(typed)}
        />
        <Button
          aria-label="One licence more"
          disabled={licences >= MOST_LICENCES}
          onClick={() => onChange(licences + 1)}
        >
          +
        </Button>
      </div>
      <p id={`${id}-about`}>
        {plan.licences} {plan.licences === 1 ? 'comes' : 'come'} with {plan.name}
        {further > 0 && `, ${further} further at ${money(plan.licence_cents)}${further > 1 ? ' each' : ''}`}.
      </p>
    </div>
  );
}

/** What is paid when, and the way to the page on which a card is entered. */
function Start({
  cost,
  billing: { state, until },
  zone,
  isPresent,
  choosePlan,
  onRefused,
  onChanged,
}: Pick<PlanChooserProps, 'billing' | 'zone' | 'choosePlan' | 'onChanged'> & {
  cost: Cost;
  /** Whether it is what the account has now. */
  isPresent: boolean;
  onRefused: (error: ApiError) => boolean;
}) {
  const { decide, isRunning } = useCommand();
  const [now] = useState(() => Date.now());
  const charged = firstCharge({ state, until: until === null ? null : Date.parse(until) }, now);
  const isFree = charged !== null && state !== 'lapsing';
  const wanted: Wanted = { plan: cost.plan_code, licences: cost.licences };
  const start = () =>
    decide({
      what: wanted,
      async send() {
        const { url } = await startSubscription(wanted);
        location.assign(url);
      },
      onRefused,
    });
  async function tryPlan() {
    const done = `You’re now on ${cost.plan_name}. It’s still free.`;
    const send = (key: string) => choosePlan(cost.plan_code, key);
    if (await decide({ what: wanted, send, done, onRefused })) onChanged();
  }
  return (
    <div className="chooser__sum">
      <Sum cost={cost} />
      <p>
        {charged !== null
          ? `Your first payment is on ${dayOfMonth(new Date(charged).toISOString(), zone)}, then each month.`
          : 'You pay for the first month now, then each month.'}{' '}
        Cancel at any time to the end of the month.
      </p>
      <div className="chooser__ways">
        <ActionButton variant="filled" busy={isRunning} whenReadOnly onClick={() => void start()}>
          Subscribe
        </ActionButton>
        {isFree && !isPresent && cost.further_licences === 0 && (
          <ActionButton busy={isRunning} onClick={() => void tryPlan()}>
            Use {cost.plan_name} now, subscribe later
          </ActionButton>
        )}
      </div>
      {isFree && cost.further_licences > 0 && (
        <p className="chooser__note">
          Further licences come with a subscription. Until then you can use any plan with its own licences.
        </p>
      )}
      <p className="chooser__note">
        You enter your card on a page of Stripe. It never passes through Muster.
      </p>
    </div>
  );
}

function Sum({ cost }: { cost: Cost }) {
  return (
    <p className="chooser__total">
      <strong>{money(cost.total_cents)}</strong> {aMonth()}
      {cost.further_licences > 0 && <span>{partsOf(cost)}</span>}
    </p>
  );
}

/** What a change costs now and from then on, to the cent, before it is made. */
function Change({
  cost,
  billing,
  zone,
  isSame,
  onRefused,
  onChanged,
}: {
  cost: Cost;
  billing: Billing;
  zone: string;
  isSame: boolean;
  onRefused: (error: ApiError) => boolean;
  onChanged: () => void;
}) {
  const queryClient = useQueryClient();
  const wanted: Wanted = { plan: cost.plan_code, licences: cost.licences };
  const preview = useQuery({
    ...previewQuery(wanted),
    enabled: !isSame,
    placeholderData: keepPreviousData,
  });
  const { decide, isRunning } = useCommand();

  async function change({ due_now_cents, as_at }: Preview) {
    const told = await decide({
      what: [wanted, as_at],
      send: () => changeSubscription({ ...wanted, due_now_cents, as_at }),
      done: `You now have ${cost.plan_name} with ${cost.licences === 1 ? '1 licence' : `${cost.licences} licences`}.`,
      onRefused,
    });
    if (!told) {
      await preview.refetch();
      return;
    }
    queryClient.setQueryData(billingQuery.queryKey, told);
    await queryClient.invalidateQueries({ queryKey: billingQuery.queryKey });
    onChanged();
  }

  if (isSame) return <p className="chooser__note">This is what you have now.</p>;
  const { data, error, isPlaceholderData } = preview;
  if (error && !data)
    return (
      <Alert color="attention" role="alert" title="We couldn’t work out the price">
        <p>{error.message}</p>
        <Button mt="sm" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </Alert>
    );
  return (
    <div className="chooser__sum" aria-busy={data === undefined || isPlaceholderData}>
      <Sum cost={cost} />
      {data && (
        <>
          {data.lines.length === 0 ? (
            <p>You pay nothing now.</p>
          ) : (
            <dl className="chooser__lines">
              {data.lines.map(({ text, cents }) => (
                <div key={`${text} ${cents}`}>
                  <dt>{text}</dt>
                  <dd>{money(cents)}</dd>
                </div>
              ))}
              <div className="chooser__due">
                <dt>{dueWords(data, billing)}</dt>
                <dd>{money(Math.abs(data.due_now_cents))}</dd>
              </div>
            </dl>
          )}
          {data.renews_at !== null && (
            <p>
              From {dayOfMonth(data.renews_at, zone)} it’s {money(data.cost.total_cents)} a month.
            </p>
          )}
        </>
      )}
      <ActionButton
        variant="filled"
        busy={isRunning || data === undefined || isPlaceholderData}
        whenReadOnly
        onClick={() => data && void change(data)}
      >
        {data && data.due_now_cents > 0 && billing.collection === 'card'
          ? `Change and pay ${money(data.due_now_cents)}`
          : 'Change'}
      </ActionButton>
    </div>
  );
}

function dueWords({ due_now_cents: due }: Preview, { collection }: Billing): string {
  if (due < 0) return 'Taken off your next payments';
  return collection === 'invoice' ? 'On an invoice now' : 'You pay now';
}

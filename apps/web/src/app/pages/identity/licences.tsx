import { Button, Text } from '@mantine/core';
import { costOf, earlyAccess } from '@muster/domain/identity/billing/rules';
import type { Billing } from '@muster/domain/identity/billing/schema';
import { PageSkeleton } from '@muster/ui/skeleton';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../../../features/identity/accounts/api.ts';
import { billingInvoicesQuery, billingQuery, checkBilling } from '../../../features/identity/billing/api.ts';
import { BillingInvoices } from '../../../features/identity/billing/components/billing-invoices.tsx';
import { PlanChooser } from '../../../features/identity/billing/components/plan-chooser.tsx';
import { Standing } from '../../../features/identity/billing/components/standing.tsx';
import { choosePlan, type Licences, licencesQuery } from '../../../features/identity/licences/api.ts';
import { FileRoom } from '../../../features/identity/licences/components/file-room.tsx';
import { Holders } from '../../../features/identity/licences/components/holders.tsx';
import { PlanChoice } from '../../../features/identity/licences/components/plan-choice.tsx';
import { type Plan, plansQuery } from '../../../features/identity/plans/api.ts';
import { money } from '../../../lib/format/format.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { aMonth, isGstIncluded } from '../../../lib/page/page-settings.ts';
import { usePage } from '../../../lib/page/page.ts';
import { addresses } from '../../addresses.ts';
import { Loaded } from '../../shell/loaded.tsx';

export function LicencesPage() {
  const licences = useQuery(licencesQuery);
  const plans = useQuery(plansQuery).data ?? [];
  const billing = useQuery(billingQuery);
  const zone = useRouteContext({ from: '/signed-in' }).session.account!.zone;
  useReturn(billing.data);
  usePage('Licences');
  return (
    <div className="page">
      <h1>Licences</h1>
      <Loaded query={both(licences, billing)} what="your licences" skeleton={<PageSkeleton />}>
        {([row, standing]) => (
          <>
            <section className="licences__section" aria-labelledby="plan">
              <h2 id="plan">Your plan</h2>
              {standing.is_on && standing.state !== 'free' ? (
                <Subscription billing={standing} licences={row} plans={plans} zone={zone} />
              ) : (
                <>
                  <p className="page__lead">{earlyAccess}</p>
                  <YourCosts licences={row} />
                  <Text c="dimmed">Changes apply immediately.</Text>
                  <PlanChoice plans={plans} licences={row} />
                </>
              )}
            </section>
            <section className="licences__section" aria-labelledby="used">
              <h2 id="used">
                {row.used_by.length} of {row.licences} in use
              </h2>
              <meter
                className="licences__bar"
                aria-labelledby="used"
                min={0}
                max={row.licences}
                value={row.used_by.length}
              />
              <Text c="dimmed" my="sm">
                {row.used_by.length === 0
                  ? 'Each active technician uses a licence. You don’t have any yet.'
                  : 'Each active technician uses one. Deactivated technicians keep their history and can be activated again.'}
              </Text>
              {row.used_by.length > 0 && <Holders holders={row.used_by} />}
            </section>
            {standing.is_on && <Invoices zone={zone} />}
            <FileRoom />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The plan, what is used of it and what it will cost, in one sentence. */
function YourCosts({ licences: { plan, licences, used_by } }: { licences: Licences }) {
  return (
    <p>
      You’re on <strong>{plan.name}</strong>, with {used_by.length} of {licences} licences in use. It’s free
      now; after early access it will be{' '}
      <strong>
        {money(costOf(plan, licences).total_cents)} {aMonth()}
      </strong>
      .
    </p>
  );
}

/** Two answers that a page needs at once: loading until both are there, and failed where one of them is. */
function both<One, Other>(one: UseQueryResult<One>, other: UseQueryResult<Other>) {
  const data =
    one.data !== undefined && other.data !== undefined ? ([one.data, other.data] as const) : undefined;
  const refetch = () => Promise.all([one.refetch(), other.refetch()]);
  return { data, error: one.error ?? other.error, refetch };
}

/** What is paid for, and a step below it what else there is to choose. */
function Subscription({
  billing,
  licences: { plan, licences, used_by },
  plans,
  zone,
}: {
  billing: Billing;
  licences: Licences;
  plans: readonly Plan[];
  zone: string;
}) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const isFirst = billing.cost === null;
  const isAgreed = isFirst && billing.collection !== null;
  // What is overdue is paid first.
  const isAsked = (isFirst && !isAgreed && billing.unpaid === null) || isOpen;
  function onChanged() {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: licencesQuery.queryKey });
  }
  return (
    <Standing
      billing={billing}
      plan={plan.name}
      licences={licences}
      zone={zone}
      change={
        billing.state === 'active' && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Leave as it is' : 'Change plan or licences'}
          </Button>
        )
      }
    >
      {isAsked && plans.length > 0 && (
        <PlanChooser
          plans={plans}
          billing={billing}
          present={{ plan: plan.code, licences: Math.max(licences, used_by.length) }}
          zone={zone}
          holders={<Holders holders={used_by} />}
          choosePlan={choosePlan}
          onChanged={onChanged}
        />
      )}
    </Standing>
  );
}

function Invoices({ zone }: { zone: string }) {
  const title = isGstIncluded() ? 'Tax invoices' : 'Invoices';
  const invoices = useQuery(billingInvoicesQuery);
  const [isWhole, setWhole] = useState(false);
  return (
    <section className="licences__section" aria-labelledby="invoices">
      <h2 id="invoices" className="licences__title">
        {title}
      </h2>
      <Loaded query={invoices} what="your invoices" skeleton={<RowSkeleton rows={3} height={56} />}>
        {(rows) => (
          <BillingInvoices
            label={title}
            invoices={rows}
            zone={zone}
            isWhole={isWhole}
            onWhole={() => setWhole(true)}
          />
        )}
      </Loaded>
    </section>
  );
}

/** Whoever comes back from a page of Stripe sees what is so now: thanked once, or no longer told that something is overdue. */
function useReturn(billing: Billing | undefined): void {
  const { confirmed } = useSearch({ from: '/signed-in/account/dispatch/owners/licences' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data: told } = useQuery({
    queryKey: ['billing asked'],
    queryFn: checkBilling,
    enabled: confirmed === true || (billing !== undefined && billing.unpaid !== null),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (!told) return;
    queryClient.setQueryData(billingQuery.queryKey, told);
    for (const { queryKey } of [billingInvoicesQuery, licencesQuery, sessionQuery])
      void queryClient.invalidateQueries({ queryKey });
  }, [told, queryClient]);
  const isThanked = confirmed === true && told !== undefined;
  useEffect(() => {
    if (!isThanked) return;
    void navigate({ to: addresses.licences, replace: true });
    if (told?.cost) notify({ level: 'success', text: 'Thanks, you’re subscribed.' });
  }, [isThanked, told, navigate]);
}

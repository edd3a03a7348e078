import { PageSkeleton } from '@muster/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../../features/accounts/api.ts';
import { FirstSteps } from '../../features/accounts/components/first-steps.tsx';
import { PlanSummary } from '../../features/accounts/components/plan-summary.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { Loaded } from '../shell/loaded.tsx';

export function OwnerStart() {
  const overview = useQuery(overviewQuery);
  const { data: plans } = useQuery(plansQuery);
  return (
    <Loaded query={overview} what="Your business" skeleton={<PageSkeleton />}>
      {({ plan, licences }) => (
        <>
          <PlanSummary
            plan={plan}
            // Another number of licences was agreed on, and so was its price.
            priceCents={
              plans?.find(({ code, licences: sold }) => code === plan.code && sold === licences)?.price_cents
            }
            licences={licences}
          />
          <FirstSteps />
        </>
      )}
    </Loaded>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { overviewQuery } from '../../features/accounts/api.ts';
import { FirstSteps } from '../../features/accounts/components/first-steps.tsx';
import { PlanSummary } from '../../features/accounts/components/plan-summary.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { day } from '../../lib/format.ts';
import { Loaded } from '../shell/loaded.tsx';
import { Pending } from '../shell/pending.tsx';

/** The board's place until there is something to put on it. */
export function StartPage() {
  const { session } = useRouteContext({ from: '/signed-in' });
  const [today] = useState(() => day(new Date()));
  const overview = useQuery(overviewQuery);
  const { data: plans } = useQuery(plansQuery);
  return (
    <Loaded query={overview} what="Your business" skeleton={<Pending />}>
      {(data) => (
        <div className="page">
          <h1>Welcome, {session.user.first_name}</h1>
          <p className="page__lead">
            {data.account.name}, {today}
          </p>
          <PlanSummary
            plan={data.plan}
            priceCents={plans?.find(({ code }) => code === data.plan.code)?.price_cents}
            licences={data.licences}
          />
          <FirstSteps />
        </div>
      )}
    </Loaded>
  );
}

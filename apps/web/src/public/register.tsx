import { notify, Toasts } from '@muster/ui/toast';
import { useEffect } from 'react';
import { RegisterForm } from '../features/accounts/components/register-form.tsx';
import { ChosenPlan } from '../features/plans/components/chosen-plan.tsx';
import { usePlans } from '../features/plans/components/use-plans.ts';
import { chosenPlanCode, planInAddress } from '../features/plans/model/plan-choice.ts';
import { useKnownLater } from '../lib/known-later.ts';
import type { PageSettings } from '../lib/page-settings.ts';
import { announceReady } from '../lib/ready.ts';
import { PublicPage } from './public-page.tsx';

export function RegisterPage({ settings }: { settings: PageSettings }) {
  const { plans, error } = usePlans();
  /** Undefined: the address has not been read, which the pre-rendered page could not do. */
  const asked = useKnownLater(readPlan, undefined);
  const code = chosenPlanCode(asked, plans);

  useEffect(() => {
    // A form sent before the script ran is sent now, and with the plan of the address.
    if (asked !== undefined) announceReady();
  }, [asked]);
  useEffect(() => {
    if (error) notify({ level: 'error', text: error.message });
  }, [error]);

  return (
    <>
      <PublicPage
        settings={settings}
        title="Register"
        heading={`Welcome to ${settings.brand}`}
        lead="Your account is set up in a few minutes."
        links={<a href={`${settings.scheduler}/login`}>Go back to Login</a>}
      >
        <ChosenPlan code={code} plan={plans?.find((plan) => plan.code === code)} />
        <RegisterForm planCode={code} />
      </PublicPage>
      <Toasts />
    </>
  );
}

const readPlan = () => planInAddress(location.search);

import { notify, Toasts } from '@muster/ui/toast';
import { useEffect } from 'react';
import { RegisterForm } from '../features/identity/accounts/components/register-form.tsx';
import { ChosenPlan } from '../features/identity/plans/components/chosen-plan.tsx';
import { usePlans } from '../features/identity/plans/components/use-plans.ts';
import { chosenPlanCode, planInAddress } from '../features/identity/plans/model/plan-choice.ts';
import { useKnownLater, announceReady } from '../lib/page/page.ts';
import type { PageSettings } from '../lib/page/page-settings.ts';
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
        lead="Set up your account in a few minutes."
        links={<a href={`${settings.scheduler}/login`}>Go back to Login</a>}
      >
        <ChosenPlan code={code} plan={plans?.find((plan) => plan.code === code)} terms={settings.terms} />
        <RegisterForm planCode={code} />
      </PublicPage>
      <Toasts />
    </>
  );
}

const readPlan = () => planInAddress(location.search);

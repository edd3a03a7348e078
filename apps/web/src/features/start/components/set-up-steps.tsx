import type { Business } from '@muster/domain/settings/schema';
import type { Region } from '@muster/domain/suburbs/rules';
import { type ReactNode, useState } from 'react';
import type { SetUp } from '../api.ts';
import { firstOpenStep, type StepName } from '../model/steps.ts';
import { BusinessStep } from './business-step.tsx';
import { JobStep } from './job-step.tsx';
import { CustomerStep, TechnicianStep } from './people-steps.tsx';
import { Step } from './step.tsx';
import './start.css';

interface SetUpStepsProps {
  setUp: SetUp;
  business: Business;
  trades: readonly { id: number; name: string }[];
  regionNames: Record<Region, string>;
  /** Whether it has a name of its own. */
  isNamed: boolean;
  /** The settings of a business are its owner's. */
  isOwner: boolean;
  /** The way to more licences, beside the words of a refusal. */
  remedy: ReactNode;
}

/** From nothing to a job that can be planned. How far somebody has come is what there is, on the server. */
export function SetUpSteps(props: SetUpStepsProps) {
  const { setUp, business, trades, regionNames, isNamed, isOwner, remedy } = props;
  /** A step that somebody opened again; otherwise the first that is not done is open. */
  const [wanted, setWanted] = useState<StepName>();
  const open = wanted ?? firstOpenStep(setUp, isOwner);
  const close = () => setWanted(undefined);
  const another = (name: StepName, label = 'Add another') => ({ label, run: () => setWanted(name) });
  return (
    <ol className="steps" aria-label="First steps">
      <Step
        number={1}
        title="Your business"
        done={setUp.set_up_at === null && isOwner ? undefined : business.name}
        again={isOwner ? another('business', 'Change') : undefined}
      >
        {open === 'business' && (
          <BusinessStep
            business={business}
            isNamed={isNamed}
            trades={trades}
            regionNames={regionNames}
            onDone={close}
          />
        )}
      </Step>
      <Step
        number={2}
        title="Who is on the road"
        done={counted(setUp.technicians, 'technician')}
        again={another('technician')}
      >
        {open === 'technician' && <TechnicianStep remedy={remedy} onDone={close} />}
      </Step>
      <Step
        number={3}
        title="Your first customer"
        done={counted(setUp.customers, 'customer')}
        again={another('customer')}
      >
        {open === 'customer' && <CustomerStep onDone={close} />}
      </Step>
      <Step number={4} title="Your first job" done={counted(setUp.jobs, 'job')} again={another('job')}>
        {open === 'job' && <JobStep onDone={close} />}
      </Step>
    </ol>
  );
}

function counted(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

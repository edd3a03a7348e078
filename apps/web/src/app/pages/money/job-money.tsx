import { isOver } from '@muster/domain/work/visits/states';
import { useQuery } from '@tanstack/react-query';
import { jobWorkQuery } from '../../../features/money/billable-work/api.ts';
import { VisitCharge } from '../../../features/money/billable-work/components/visit-charge.tsx';
import { visitsInWords } from '../../../features/money/billable-work/model/piles.ts';
import { QuotesSection } from '../../../features/money/quotes/components/quotes-section.tsx';
import { InvoicesSection } from '../../../features/money/invoices/components/invoices-section.tsx';
import type { JobRecord } from '../../../features/work/jobs/api.ts';
import { currentScenario } from '../../../lib/board/scenario.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useInvoiceWork, useSeesMoney } from './use-money.ts';
import { useNewQuote } from './use-quotes.ts';

/** The finished visits of a job that nobody is charged for. In a scenario nothing is invoiced. */
function useUncharged(job: JobRecord) {
  const sees = useSeesMoney();
  const hasWork = job.visits.some(({ state }) => isOver(state));
  const enabled = sees && hasWork && currentScenario() === null;
  return useQuery({ ...jobWorkQuery(job.id), enabled }).data ?? [];
}

/** With a finished visit in the drawer of its job: the way to its invoice. */
export function VisitMoney({ job, visit }: { job: JobRecord; visit: string }) {
  const { start, isRunning } = useInvoiceWork();
  const uncharged = useUncharged(job).find(({ id }) => id === visit);
  return (
    uncharged && (
      <VisitCharge
        visit={uncharged}
        isInvoicing={isRunning}
        onInvoice={() => void start({ visits: [visit] }, job.customer.name)}
      />
    )
  );
}

/** What a job was charged with, in its drawer, and all of its finished visits together on the next invoice. */
export function JobMoney({ job }: { job: JobRecord }) {
  const sees = useSeesMoney();
  const { today, isPlanner } = useBusiness();
  const { start, isRunning } = useInvoiceWork();
  const quote = useNewQuote();
  const ready = useUncharged(job).filter(({ left_out }) => left_out === null);
  if (!sees) return null;
  // A single visit has the button itself, where visits can be worked with.
  const isOffered = ready.length > (isPlanner ? 1 : 0);
  return (
    <>
      <QuotesSection
        of={{ job: job.id }}
        today={today}
        action={
          currentScenario() === null && (
            <ActionButton
              variant="subtle"
              size="compact-sm"
              busy={quote.isRunning}
              onClick={() => void quote.start({ job_id: job.id }, job.customer.name)}
            >
              New quote
            </ActionButton>
          )
        }
      />
      <InvoicesSection
        of={{ job: job.id }}
        today={today}
        action={
          isOffered && (
            <ActionButton
              variant="filled"
              size="compact-sm"
              busy={isRunning}
              onClick={() => void start({ jobs: [job.id] }, job.customer.name)}
            >
              Invoice {visitsInWords(ready.length)}
            </ActionButton>
          )
        }
      />
    </>
  );
}

import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eInvoiceOf, pdfOf } from '../../../features/money/invoices/api.ts';
import { type InvoicePart, IssuedView } from '../../../features/money/invoices/components/issued-view.tsx';
import { customerQuery } from '../../../features/work/customers/api.ts';
import { Fact } from '../../../lib/kit/drawer/reading.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { useBusiness } from '../work/use-business.ts';
import { BackToInvoices, CreditedLink, useCredited, WithHistory } from './invoice-around.tsx';
import { useCardState } from './use-card-state.tsx';
import { useAccounting } from './use-accounting.tsx';
import { useCopying } from './use-copying.ts';
import { useCrediting } from './use-crediting.tsx';
import { useReminding } from './use-reminding.tsx';
import { usePayments } from './use-payments.tsx';
import { useSending } from './use-sending.tsx';

/** An issued invoice or credit note, with what the other features know of it. Each of them is a part, made by a hook of its own. */
export function IssuedInvoice({ invoice }: { invoice: InvoiceRecord }) {
  const { id, number, buyer, customer_id, work } = invoice;
  const { today, zone } = useBusiness();
  const customer = useQuery(customerQuery(customer_id)).data;
  const credits = useCredited(invoice);
  const parts = [
    useSending(invoice),
    useReminding(invoice),
    usePayments(invoice),
    useCardState(invoice),
    useCrediting(invoice),
    useCopying(invoice),
    useAccounting(invoice),
    papersOf(invoice),
  ];
  usePage(number ?? undefined);
  return (
    <IssuedView
      invoice={invoice}
      today={today}
      zone={zone}
      back={<BackToInvoices />}
      credits={credits}
      about={
        <>
          {credits && (
            <Fact label="Credits">
              <CreditedLink credits={credits} />
            </Fact>
          )}
          <Fact label="Customer">
            <Link to="/customers/$id" params={{ id: customer_id }}>
              {customer?.name ?? buyer?.name}
            </Link>
          </Fact>
          {work.map(({ job_id, number, title }) => (
            <Fact key={job_id} label="Job">
              <Link to="/jobs/$number" params={{ number: jobNumber(number) }}>
                {jobNumber(number)} {title}
              </Link>
            </Fact>
          ))}
        </>
      }
      parts={parts}
      renderDetails={(details) => <WithHistory id={id}>{details}</WithHistory>}
    />
  );
}

function papersOf({ id }: InvoiceRecord): InvoicePart {
  return {
    name: 'papers',
    actions: [
      { label: 'PDF', place: 'bar', href: pdfOf(id) },
      { label: 'Print', place: 'menu', onPress: () => window.print() },
      { label: 'E-invoice (XML)', place: 'menu', href: eInvoiceOf(id) },
    ],
  };
}

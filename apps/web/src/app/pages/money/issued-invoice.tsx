import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { eInvoiceOf, invoiceQuery, pdfOf } from '../../../features/money/invoices/api.ts';
import { type InvoicePart, IssuedView } from '../../../features/money/invoices/components/issued-view.tsx';
import { customerQuery } from '../../../features/work/customers/api.ts';
import { usePage } from '../../../lib/page/page.ts';
import { useBusiness } from '../work/use-business.ts';
import { BackToInvoices, WithHistory } from './invoice-around.tsx';
import { useCopying } from './use-copying.ts';
import { useCrediting } from './use-crediting.tsx';

/** An issued invoice or credit note, with what the other features know of it. Each of them is a part, made by a hook of its own. */
export function IssuedInvoice({ invoice }: { invoice: InvoiceRecord }) {
  const { id, number, buyer, customer_id } = invoice;
  const { today, zone } = useBusiness();
  const customer = useQuery(customerQuery(customer_id)).data;
  const credits = useCredited(invoice);
  const parts = [useCrediting(invoice), useCopying(invoice), papersOf(invoice)];
  usePage(number ?? undefined);
  return (
    <IssuedView
      invoice={invoice}
      today={today}
      zone={zone}
      back={<BackToInvoices />}
      credits={credits}
      customer={
        <Link to="/customers/$id" params={{ id: customer_id }}>
          {customer?.name ?? buyer?.name}
        </Link>
      }
      parts={parts}
      renderDetails={(details) => <WithHistory id={id}>{details}</WithHistory>}
    />
  );
}

/** What a credit note corrects. */
function useCredited({ credits_id }: InvoiceRecord) {
  const { data } = useQuery({ ...invoiceQuery(credits_id ?? ''), enabled: credits_id !== null });
  const { number, issued_on } = data ?? {};
  return number && issued_on ? { number, issued_on } : null;
}

function papersOf({ id }: InvoiceRecord): InvoicePart {
  return {
    name: 'papers',
    actions: [
      { label: 'PDF', place: 'bar', href: pdfOf(id) },
      { label: 'Print', place: 'menu', href: pdfOf(id), isBeside: true },
      { label: 'E-invoice (XML)', place: 'menu', href: eInvoiceOf(id) },
    ],
  };
}

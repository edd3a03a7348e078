import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { standingQuery } from '../../../features/money/accounting/api.ts';
import { Standing } from '../../../features/money/accounting/components/standing.tsx';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { useKeepsMoney } from './use-money.ts';

/** How an invoice or credit note stands in the books. */
export function useAccounting({ id }: InvoiceRecord): InvoicePart {
  const data = useQuery(standingQuery('invoices', id)).data;
  return {
    name: 'accounting',
    side: data && data.standing !== 'off' && (
      <DrawerSection title="Accounting">
        <Standing standing={data} link={<ToBooks />} />
      </DrawerSection>
    ),
  };
}

/** How a payment or refund stands there, in its drawer. */
export function PaymentStanding({ payment }: { payment: string }) {
  const { data } = useQuery(standingQuery('payments', payment));
  return data && data.standing !== 'off' ? (
    <DrawerSection title="Accounting">
      <Standing standing={data} link={<ToBooks />} />
    </DrawerSection>
  ) : null;
}

function ToBooks() {
  return useKeepsMoney() && <Link to="/invoices/accounting">See what to do</Link>;
}

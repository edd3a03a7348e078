import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { invoiceQuery } from '../../../features/money/invoices/api.ts';
import { isGone } from '../../../lib/api/api.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { DraftInvoice } from './draft-invoice.tsx';
import { IssuedInvoice } from './issued-invoice.tsx';

export function InvoicePage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/invoices/$id' });
  const invoice = useQuery(invoiceQuery(id));
  if (invoice.data === undefined && invoice.error !== null && isGone(invoice.error)) return <Missing />;
  return (
    <Loaded query={invoice} what="this invoice" skeleton={<RowSkeleton rows={10} height={44} />}>
      {(row) =>
        row.state === 'draft' ? (
          <DraftInvoice key={id} invoice={row} />
        ) : (
          <IssuedInvoice key={id} invoice={row} />
        )
      }
    </Loaded>
  );
}

function Missing() {
  usePage('Invoice not found');
  return (
    <EmptyList
      title="Invoice not found"
      text="The link may be incomplete, or the draft was deleted."
      action={<Button renderRoot={(root) => <Link to="/invoices" {...root} />}>See all invoices</Button>}
    />
  );
}

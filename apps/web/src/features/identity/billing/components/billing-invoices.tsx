import { Badge, Button } from '@mantine/core';
import type { BillingInvoice } from '@muster/domain/identity/billing/schema';
import { dayOfMonth, money } from '../../../../lib/format/format.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { invoicePaper } from '../api.ts';

/** As many as two years have; the rest is a press away. */
const SHOWN = 24;

const states: Readonly<Record<BillingInvoice['state'], readonly [color: string, text: string]>> = {
  open: ['attention', 'To pay'],
  paid: ['ok', 'Paid'],
  void: ['info', 'Void'],
  uncollectible: ['danger', 'Not paid'],
};

/** The invoices from us, the latest first, each with its paper. */
export function BillingInvoices({
  label,
  invoices,
  zone,
  isWhole,
  onWhole,
}: {
  label: string;
  invoices: readonly BillingInvoice[];
  zone: string;
  isWhole: boolean;
  onWhole: () => void;
}) {
  if (invoices.length === 0)
    return <p className="billing__empty">Your first invoice appears here once it’s issued.</p>;
  return (
    <>
      <Rows label={label}>
        {(isWhole ? invoices : invoices.slice(0, SHOWN)).map((invoice) => (
          <Invoice key={invoice.id} invoice={invoice} zone={zone} />
        ))}
      </Rows>
      {!isWhole && invoices.length > SHOWN && (
        <Button variant="subtle" mt="sm" onClick={onWhole}>
          Show all {invoices.length}
        </Button>
      )}
    </>
  );
}

function Invoice({ invoice, zone }: { invoice: BillingInvoice; zone: string }) {
  const { id, number, issued_at, due_at, state, total_cents, gst_cents, from_balance_cents, pay_url } =
    invoice;
  const [color, text] = total_cents < 0 ? (['info', 'Off your next payments'] as const) : states[state];
  const credit = from_balance_cents > 0 ? ` · ${money(from_balance_cents)} from your earlier credit` : '';
  const due = state === 'open' && due_at !== null ? ` · due ${dayOfMonth(due_at, zone)}` : '';
  return (
    <RowItem
      title={
        <>
          {money(Math.abs(total_cents))}{' '}
          <Badge color={color} size="sm">
            {text}
          </Badge>
        </>
      }
      about={`${dayOfMonth(issued_at, zone)} · ${number} · ${gst_cents === 0 ? 'no GST' : `${money(Math.abs(gst_cents))} GST`}${credit}${due}`}
      aside={
        <>
          {state === 'open' && pay_url !== null && (
            <Button component="a" href={pay_url} size="compact-sm" variant="filled">
              Pay
            </Button>
          )}
          <Button component="a" href={invoicePaper(id)} size="compact-sm" aria-label={`PDF of ${number}`}>
            PDF
          </Button>
        </>
      }
    />
  );
}

import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { Link } from '@tanstack/react-router';

/** What of invoices needs somebody: letters that did not arrive, and what is overdue in one line, because its list says the rest. */
export function InvoiceItems({ invoices: { overdue, lost } }: { invoices: InvoiceAttention }) {
  return (
    <>
      {lost.map(({ invoice_id, number, customer, way, to_address, why }) => (
        <li key={invoice_id} className="attention__item" data-kind="untold">
          <Link className="attention__what" to="/invoices/$id" params={{ id: invoice_id }}>
            <em>Invoice not delivered</em>
            <b>
              {customer}, {number}
            </b>
            <span>
              The {way} to {to_address} didn’t arrive{why === '' ? '.' : `: ${why}`}
            </span>
          </Link>
        </li>
      ))}
      {overdue.count > 0 && (
        <li className="attention__item" data-kind="overdue">
          <Link className="attention__what" to="/invoices" search={{ view: 'overdue' }}>
            <em>Overdue</em>
            <b>{overdue.count === 1 ? 'One invoice' : `${overdue.count.toLocaleString('en-AU')} invoices`}</b>
            <span>{centsInWords(overdue.sum)} is owed past its due day.</span>
          </Link>
        </li>
      )}
    </>
  );
}

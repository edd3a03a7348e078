import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { moment } from '../../../../lib/format/format.ts';
import { Link } from '@tanstack/react-router';

type CardProblem = InvoiceAttention['cards'][number]['what'];

/** What of invoices needs somebody: disputes to answer by a day, letters that did not arrive, and what is overdue, or stuck in the books, in one line each, because its page says the rest. */
export function InvoiceItems({
  invoices: { overdue, lost, disputes, cards, books },
}: {
  invoices: InvoiceAttention;
}) {
  return (
    <>
      {disputes.map(({ invoice_id, number, customer, amount, answer_by }) => (
        <li key={`dispute ${invoice_id}`} className="attention__item" data-kind="untold">
          <Link className="attention__what" to="/invoices/$id" params={{ id: invoice_id }}>
            <em>Card payment disputed</em>
            <b>
              {customer}, {number}
            </b>
            <span>
              {centsInWords(amount)}
              {answer_by === null
                ? '. Answer it at Stripe.'
                : `. Answer it at Stripe by ${moment(answer_by)}.`}
            </span>
          </Link>
        </li>
      ))}
      {cards.map(({ what, invoice_id, number, customer, amount, why }) => (
        <li key={`card ${what} ${invoice_id}`} className="attention__item" data-kind="untold">
          <Link className="attention__what" to="/invoices/$id" params={{ id: invoice_id }}>
            <em>{cardTitles[what]}</em>
            <b>
              {customer}, {number}
            </b>
            <span>
              {cardWords[what](centsInWords(amount))} {why}
            </span>
          </Link>
        </li>
      ))}
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
      {books.refused + books.differences > 0 && (
        <li className="attention__item" data-kind="untold">
          <Link className="attention__what" to="/invoices/accounting">
            <em>Accounting</em>
            <b>{stuckWords(books)}</b>
            <span>Xero and your invoices differ until someone looks at it.</span>
          </Link>
        </li>
      )}
    </>
  );
}

const cardTitles: Readonly<Record<CardProblem, string>> = {
  refused: 'Card payment refused',
  taken: 'Card payment not entered',
  returned: 'Refund or dispute not entered',
};

const cardWords: Readonly<Record<CardProblem, (amount: string) => string>> = {
  refused: (amount) =>
    `The customer couldn’t pay ${amount} by card, and has been asked to pay in another way.`,
  taken: (amount) => `Stripe has taken ${amount}, and it will be entered by itself once it can be.`,
  returned: (amount) =>
    `Of ${amount} paid by card money went back, which will be entered by itself once it can be.`,
};

function stuckWords({ refused, differences }: InvoiceAttention['books']): string {
  const said = [
    refused > 0 && `${refused.toLocaleString('en-AU')} not accepted`,
    differences > 0 && `${differences.toLocaleString('en-AU')} to decide`,
  ];
  return said.filter(Boolean).join(', ');
}

import { statusOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { dueInWords, statusWords } from '../model/invoice-words.ts';
import './owing.css';

/** What is still to be paid, and by when. */
export function Owing({ invoice, today }: { invoice: InvoiceRecord; today: LocalDate }) {
  const { kind, outstanding, settled, credited, total, due_on } = invoice;
  const isInvoice = kind === 'invoice';
  const isPaid = outstanding <= 0;
  const status = statusOf(invoice, today);
  const done = status === 'paid' ? total - credited : total;
  const isOverdue = isInvoice && !isPaid && due_on !== null && due_on < today;
  return (
    <section
      className="owing"
      data-overdue={isOverdue || undefined}
      aria-label={isInvoice ? 'Owing' : 'Credit'}
    >
      <p className="owing__name">{isInvoice && !isPaid ? 'Still to pay' : statusWords[status]}</p>
      <p className="owing__amount">{centsInWords(isPaid ? done : outstanding)}</p>
      {isInvoice && !isPaid && due_on !== null && (
        <p className="owing__due">
          {dueInWords(due_on, today)} · {dayWords(due_on)}
        </p>
      )}
      {isInvoice && credited > 0 && credited < total && <Settled what="Credited" cents={credited} />}
      {isInvoice && !isPaid && settled > credited && <Settled what="Paid" cents={settled - credited} />}
      {!isInvoice && !isPaid && settled > 0 && <p className="owing__of">of {centsInWords(total)}</p>}
    </section>
  );
}

function Settled({ what, cents }: { what: string; cents: number }) {
  return (
    <p className="owing__of">
      {what} {centsInWords(cents)}
    </p>
  );
}

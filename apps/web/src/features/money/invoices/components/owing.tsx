import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { dueInWords } from '../model/invoice-words.ts';
import './owing.css';

/** What is still to be paid, and by when. */
export function Owing({ invoice, today }: { invoice: InvoiceRecord; today: LocalDate }) {
  const { kind, outstanding, total, due_on } = invoice;
  const isInvoice = kind === 'invoice';
  const isPaid = outstanding <= 0;
  const isOverdue = isInvoice && !isPaid && due_on !== null && due_on < today;
  return (
    <section
      className="owing"
      data-overdue={isOverdue || undefined}
      aria-label={isInvoice ? 'Owing' : 'Credit'}
    >
      <p className="owing__name">
        {isInvoice ? (isPaid ? 'Paid' : 'Still to pay') : isPaid ? 'Used up' : 'Credit left'}
      </p>
      <p className="owing__amount">{centsInWords(isPaid ? total : outstanding)}</p>
      {isInvoice && !isPaid && due_on !== null && (
        <p className="owing__due">
          {dueInWords(due_on, today)} · {dayWords(due_on)}
        </p>
      )}
      {!isPaid && outstanding < total && <p className="owing__of">of {centsInWords(total)}</p>}
    </section>
  );
}

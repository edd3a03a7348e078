import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { moment } from '../../../../lib/format/format.ts';
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

export interface TimelineEntry {
  at: string;
  text: string;
  detail?: string;
}

/** What became of it, the latest last. */
export function Timeline({ entries, zone }: { entries: readonly TimelineEntry[]; zone: string }) {
  const sorted = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <ol className="timeline">
      {sorted.map(({ at, text, detail }) => (
        <li key={`${at} ${text}`}>
          <span>{text}</span>
          {detail !== undefined && <span className="timeline__detail">{detail}</span>}
          <time dateTime={at}>{moment(at, zone)}</time>
        </li>
      ))}
    </ol>
  );
}

/** What an invoice itself tells of that. */
export function ownTimeline({
  issued_at,
  sent_at,
  seen_at,
  is_imported,
  kind,
}: InvoiceRecord): TimelineEntry[] {
  return [
    ...(issued_at === null
      ? []
      : [
          {
            at: issued_at,
            text: is_imported
              ? 'Brought in from another program'
              : kind === 'invoice'
                ? 'Issued'
                : 'Credited',
          },
        ]),
    ...(sent_at === null ? [] : [{ at: sent_at, text: 'Sent to the customer' }]),
    ...(seen_at === null ? [] : [{ at: seen_at, text: 'Seen by the customer' }]),
  ];
}

import { type InvoiceStatus, statusOf } from '@muster/domain/money/invoices/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { statusWords } from '../model/invoice-words.ts';
import './status-badge.css';

/** Never by colour alone: a sign goes with the word. */
const strokes: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'M4 16l.8-3.4L13 4.4a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2L7.4 15.2z',
  unpaid: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  'part paid': 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 6.5v7M12 8.5l-2-2-2 2',
  overdue: 'M10 3.5 17 16H3zM10 8.5v3M10 13.7h.01',
  paid: 'M4.5 10.5l3.5 3.5 7.5-8',
  credited: 'M7.5 5 4 8.5 7.5 12M4 8.5h8a4 4 0 0 1 0 8h-2',
  unused: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 7v6M7 10h6',
  used: 'M4.5 10.5l3.5 3.5 7.5-8',
};

/** What has become of an invoice or a credit note. */
export function InvoiceStatusBadge({
  row,
  today,
}: {
  row: Parameters<typeof statusOf>[0];
  today: LocalDate;
}) {
  const status = statusOf(row, today);
  return (
    <span className="invoice-status" data-status={status}>
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d={strokes[status]} />
      </svg>
      {statusWords[status]}
    </span>
  );
}

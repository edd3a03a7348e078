import { type QuoteStatus, quoteStatusOf } from '@muster/domain/money/quotes/states';
import type { LocalDate } from '@muster/domain/values/local-time';
import { quoteStatusWords } from '../model/quote-words.ts';
import './quote-status.css';

/** Never by colour alone: a sign goes with the word. */
const strokes: Readonly<Record<QuoteStatus, string>> = {
  draft: 'M4 16l.8-3.4L13 4.4a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2L7.4 15.2z',
  sent: 'M16.5 3.5 9 11M16.5 3.5l-4.7 13L9 11 3.5 8.2z',
  seen: 'M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  accepted: 'M4.5 10.5l3.5 3.5 7.5-8',
  declined: 'M5.500 5.500l9 9M14.500 5.500l-9 9',
  expired: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 6.500V10l2.500 1.500',
  replaced:
    'M4 10a6 6 0 0 1 10-4.500L16 7.500M16 4v3.500h-3.500M16 10a6 6 0 0 1-10 4.500L4 12.500M4 16v-3.500h3.500',
};

/** What has become of a quote. */
export function QuoteStatusBadge({
  row,
  today,
}: {
  row: Parameters<typeof quoteStatusOf>[0];
  today: LocalDate;
}) {
  const status = quoteStatusOf(row, today);
  return (
    <span className="quote-status" data-status={status}>
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d={strokes[status]} />
      </svg>
      {quoteStatusWords[status]}
    </span>
  );
}

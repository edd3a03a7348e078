import type { QuoteSummary } from '@muster/domain/money/quotes/schema';
import type { QuoteStatus } from '@muster/domain/money/quotes/states';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';

export const quoteStatusWords: Readonly<Record<QuoteStatus, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  seen: 'Seen',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  replaced: 'Replaced',
};

/** What it is called in a list: a template by what it is for. */
export function nameOfQuote({
  number,
  revision,
  title,
}: Pick<QuoteSummary, 'number' | 'revision' | 'title'>): string {
  if (number === null) return title;
  return revision === 1 ? number : `${number} v${revision}`;
}

/** "3 Dec", with the year where it is not this one. */
export function shortDate(day: string, today: LocalDate): string {
  const words = dayAndMonth(day as LocalDate);
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}

import type { InvoiceStatus } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';

export const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  draft: 'Draft',
  unpaid: 'Unpaid',
  'part paid': 'Part paid',
  overdue: 'Overdue',
  paid: 'Paid',
  credited: 'Credited',
  unused: 'Credit left',
  used: 'Used up',
};

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** "3 Dec", with the year where it is not this one. */
export function shortDate(day: string, today: LocalDate): string {
  const words = dayAndMonth(day as LocalDate);
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}

/** "Due today", "Due in 14 days", "9 days overdue". */
export function dueInWords(due: string, today: LocalDate): string {
  const days = daysBetween(today, due);
  if (days === 0) return 'Due today';
  if (days > 0) return days === 1 ? 'Due tomorrow' : `Due in ${days} days`;
  return days === -1 ? '1 day overdue' : `${-days} days overdue`;
}

/** "Due on receipt", "14 days". */
export function termsInWords(days: number): string {
  if (days === 0) return 'Due on receipt';
  return days === 1 ? '1 day' : `${days} days`;
}

/** What becomes of an invoice, and of whoever pays it, when so much of it is credited. */
export function creditDoes(
  { number, outstanding, buyer }: Pick<InvoiceRecord, 'number' | 'outstanding' | 'buyer'>,
  total: number,
): string {
  const over = total - outstanding;
  if (over < 0) return `${number} then has ${centsInWords(-over)} to pay.`;
  const kept = `${centsInWords(over)} stays as credit for ${buyer?.name}`;
  if (outstanding === 0)
    return `${number} has been paid, so ${kept}: use it for another invoice, or refund it.`;
  return over === 0
    ? `${number} then has nothing to pay.`
    : `${number} then has nothing to pay, and ${kept}.`;
}

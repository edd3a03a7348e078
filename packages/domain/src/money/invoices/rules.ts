import type { LocalDate } from '../../values/local-time.ts';
import { type Amounts, amountsOf } from '../lines/amounts.ts';
import type { InvoiceLine, NewLine } from '../lines/schema.ts';

export const invoiceKinds = ['invoice', 'credit note'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** How invoices are sorted out in the list. */
export const invoiceViews = ['draft', 'unpaid', 'overdue', 'paid'] as const;
export const invoiceSorts = [
  '-created',
  'number',
  '-number',
  'due',
  '-due',
  'issued',
  '-issued',
  '-total',
] as const;

export const MOST_LINES = 500;

/** A line with what it comes to; nothing, while it has no price. */
export function reckonedLine(line: NewLine): InvoiceLine {
  const { price } = line;
  return { ...line, amounts: price === null ? null : amountsOf({ ...line, price }) };
}

/** What a document comes to: its lines added up, each as it was rounded. */
export function totalOf(lines: readonly Pick<InvoiceLine, 'amounts'>[]): Amounts {
  const sum = { net: 0, gst: 0, total: 0 };
  for (const { amounts } of lines) {
    sum.net += amounts?.net ?? 0;
    sum.gst += amounts?.gst ?? 0;
    sum.total += amounts?.total ?? 0;
  }
  return sum;
}

/** What screens call the state of an invoice. */
export type InvoiceStatus = 'draft' | 'unpaid' | 'part paid' | 'overdue' | 'paid' | 'unused' | 'used';

interface Judged {
  readonly kind: InvoiceKind;
  readonly state: 'draft' | 'issued';
  readonly due_on: string | null;
  readonly total: number;
  readonly outstanding: number;
}

/** A credit note is `unused` while something of it can still pay for an invoice. */
export function statusOf(
  { kind, state, due_on, total, outstanding }: Judged,
  today: LocalDate,
): InvoiceStatus {
  if (state === 'draft') return 'draft';
  if (kind === 'credit note') return outstanding > 0 ? 'unused' : 'used';
  if (outstanding <= 0) return 'paid';
  if (due_on !== null && due_on < today) return 'overdue';
  return outstanding < total ? 'part paid' : 'unpaid';
}

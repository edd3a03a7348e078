import type { LocalDate } from '../../values/local-time.ts';
import { type Amounts, amountsOf } from '../lines/amounts.ts';
import { MOST_CENTS } from '../../values/cents.ts';
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

/** A line as somebody says it, without what it comes to. */
export function saidOf(line: InvoiceLine): NewLine {
  const { amounts: _, ...said } = line;
  return said;
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
export type InvoiceStatus =
  | 'draft'
  | 'unpaid'
  | 'part paid'
  | 'overdue'
  | 'paid'
  | 'credited'
  | 'unused'
  | 'used';

interface Judged {
  readonly kind: InvoiceKind;
  readonly state: 'draft' | 'issued';
  readonly due_on: string | null;
  readonly total: number;
  readonly outstanding: number;
  readonly credited: number;
}

/**
 * A credit note is `unused` while something of it can still pay for an invoice. An invoice of which nothing was paid because all of it
 * was taken back is `credited`: nobody paid that.
 */
export function statusOf(
  { kind, state, due_on, total, outstanding, credited }: Judged,
  today: LocalDate,
): InvoiceStatus {
  if (state === 'draft') return 'draft';
  if (kind === 'credit note') return outstanding > 0 ? 'unused' : 'used';
  if (outstanding <= 0) return credited > 0 && credited === total ? 'credited' : 'paid';
  if (due_on !== null && due_on < today) return 'overdue';
  return outstanding < total ? 'part paid' : 'unpaid';
}

export const ISSUED_STAYS = 'An issued invoice stays as it is. Credit it instead.';

/** What is wrong with the lines of a draft, in words. */
export function linesProblem(lines: readonly InvoiceLine[]): string | undefined {
  if (new Set(lines.map(({ id }) => id)).size < lines.length) return 'Two lines have the same id.';
  if (lines.some(({ amounts }) => amounts && amounts.total > MOST_CENTS))
    return 'A line can come to $10,000,000 at most. Check its quantity and price.';
  return totalOf(lines).total > MOST_CENTS
    ? 'An invoice can come to $10,000,000 at most. Split it into several.'
    : undefined;
}

const MOST_NAMED = 3;

/** What is still missing before a draft can be issued, in words. */
export function issueProblem(lines: readonly InvoiceLine[]): string | undefined {
  if (lines.length === 0) return 'There is nothing on it yet. Add a line first.';
  const open = lines.flatMap(({ description, code, amounts }, at) =>
    amounts === null ? `line ${at + 1} (${description || code || 'no description'})` : [],
  );
  if (open.length === 0) return undefined;
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : '';
  const named = open.slice(0, MOST_NAMED).join(', ');
  return `Enter a price first, 0 where it is free: ${named}${more}.`;
}

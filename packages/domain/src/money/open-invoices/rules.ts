import { dividedHalfUp } from '../../values/cents.ts';
import { reckonedLine } from '../invoices/rules.ts';
import type { InvoiceLine } from '../lines/schema.ts';

/** In cents, with GST. */
interface OwedAmounts {
  readonly total: number;
  /** What of the total is GST. */
  readonly gst: number;
  /** What of the total is still to be paid. */
  readonly owed: number;
}

/** Prices that contain GST are eleven times it. */
const SHARE = 11;
/** Where GST was rounded line by line, it may be so much more than an eleventh of the whole. */
const ROUNDING_CENTS = 5;
/** A price is nearer to eleven times its GST than that. */
const NEAREST = 5;

/** What is wrong with the amounts of an invoice that is still owed, in words. */
export function owedProblem({
  total,
  gst,
  owed,
}: OwedAmounts): { field: 'total' | 'owed' | 'gst'; text: string } | undefined {
  if (owed === 0) return { field: 'owed', text: 'Nothing is owed on this invoice. Leave it out.' };
  if (owed > total) return { field: 'owed', text: 'More is owed than the total.' };
  return gst > gstIn(total) + ROUNDING_CENTS
    ? { field: 'gst', text: 'The GST is more than an eleventh of the total.' }
    : undefined;
}

/** The GST that is in a price, if there is any. */
export function gstIn(price: number): number {
  return Number(dividedHalfUp(BigInt(price), BigInt(SHARE)));
}

/** What is still owed, as lines: one of what has GST in it, and one of what has none, so that the GST is to the cent the part that is still owed. */
export function owedLines(
  { total, gst, owed }: OwedAmounts,
  { description, newId }: { readonly description: string; readonly newId: () => string },
): InvoiceLine[] {
  const open = Number(dividedHalfUp(BigInt(gst) * BigInt(owed), BigInt(total)));
  const taxed = owed - open * SHARE <= NEAREST ? owed : open * SHARE;
  const nothing = { item_id: null, visit_id: null, job_id: null, code: '', unit: '', discount: 0 };
  return (
    [
      [taxed, 'gst'],
      [owed - taxed, 'gst-free'],
    ] as const
  )
    .filter(([price]) => price > 0)
    .map(([price, category]) =>
      reckonedLine({
        ...nothing,
        id: newId(),
        description,
        quantity: 1_000,
        price,
        includes_gst: category === 'gst',
        gst: category,
      }),
    );
}

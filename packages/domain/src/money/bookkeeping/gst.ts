import { dividedHalfUp } from '../../values/cents.ts';
import type { InvoiceLine } from '../lines/schema.ts';

/** When a sale is reported: when money for it comes in, or already when it is invoiced. */
export const gstBases = ['cash', 'accrual'] as const;
export type GstBasis = (typeof gstBases)[number];

/** What is sold, in cents and as the GST act sees it. What goes back is below zero. */
export interface Sales {
  /** With the GST in it. */
  readonly taxable: number;
  readonly gst: number;
  readonly gst_free: number;
  readonly input_taxed: number;
}

export const NO_SALES: Sales = { taxable: 0, gst: 0, gst_free: 0, input_taxed: 0 };

/** Together they are what somebody pays; GST is part of the first. */
const pots = ['taxable', 'gst_free', 'input_taxed'] as const;

const potOf = { gst: 'taxable', 'gst-free': 'gst_free', 'input taxed': 'input_taxed' } as const;

export function salesOf(lines: readonly Pick<InvoiceLine, 'gst' | 'amounts'>[]): Sales {
  const sales = { ...NO_SALES };
  for (const { gst, amounts } of lines) {
    sales[potOf[gst]] += amounts?.total ?? 0;
    sales.gst += amounts?.gst ?? 0;
  }
  return sales;
}

/** What somebody pays for them: G1 on the activity statement. */
export function totalSales({ taxable, gst_free, input_taxed }: Sales): number {
  return taxable + gst_free + input_taxed;
}

export function addedSales(one: Sales, other: Sales, times: 1 | -1 = 1): Sales {
  return {
    taxable: one.taxable + times * other.taxable,
    gst: one.gst + times * other.gst,
    gst_free: one.gst_free + times * other.gst_free,
    input_taxed: one.input_taxed + times * other.input_taxed,
  };
}

/** The GST in such a part of what is taxable; in all of it, all. */
function gstIn({ taxable, gst }: Sales, part: number): number {
  return taxable === 0 ? 0 : Number(dividedHalfUp(BigInt(gst) * BigInt(part), BigInt(taxable)));
}

/**
 * What an amount pays of what is left to be paid: of each pot its share, and the cents that no share is whole enough for go to the
 * largest remainders. Whoever pays the last cent pays all that is left, so that the parts are always the whole.
 */
export function shareOf(left: Sales, amount: number): Sales {
  const total = totalSales(left);
  if (total === 0) return NO_SALES;
  const shares = pots.map((pot) => {
    const exact = BigInt(left[pot]) * BigInt(amount);
    return { pot, whole: Number(exact / BigInt(total)), rest: exact % BigInt(total) };
  });
  let missing = amount - shares.reduce((sum, { whole }) => sum + whole, 0);
  const share = { ...NO_SALES };
  for (const { pot, whole } of shares.toSorted((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : 0))) {
    share[pot] = whole + (missing > 0 ? 1 : 0);
    missing -= 1;
  }
  return { ...share, gst: gstIn(left, share.taxable) };
}

/**
 * What a credit takes away of the invoice that it corrects: what it credits, as far as that is still left to be paid; what of it has
 * been paid already is taken from what else is left.
 */
function creditedOf(left: Sales, credited: Sales): Sales {
  const taken = { ...NO_SALES };
  for (const pot of pots) taken[pot] = Math.min(credited[pot], left[pot]);
  const more = shareOf(addedSales(left, taken, -1), totalSales(credited) - totalSales(taken));
  for (const pot of pots) taken[pot] += more[pot];
  const gst =
    taken.taxable === credited.taxable ? Math.min(credited.gst, left.gst) : gstIn(left, taken.taxable);
  return { ...taken, gst: taken.taxable === left.taxable ? left.gst : gst };
}

/** An invoice or a credit note. */
export interface Sold {
  readonly id: string;
  readonly credits_id: string | null;
  readonly sales: Sales;
}

/** What of a payment or a credit note pays for an invoice, or is given back, and until when it did. */
export interface Paid {
  readonly id: string;
  readonly amount: number;
  readonly invoice_id: string | null;
  readonly credit_note_id: string | null;
  readonly on_date: string;
  readonly released_on: string | null;
}

/**
 * What each of them counts for where GST is reported as money comes in. A payment counts for what it pays of an invoice; a credit that
 * is given back in money, or pays for something else, counts for less of what was credited; a credit of what nobody has paid counts
 * for nothing. From the day on which it was taken back each counts for as much less. All that has happened to these documents has to
 * be given; documents that are not given are left out.
 */
export function paidSales(documents: readonly Sold[], paid: readonly Paid[]): ReadonlyMap<string, Sales> {
  const left = new Map(documents.map(({ id, sales }) => [id, sales]));
  const credits = new Map(documents.map(({ id, credits_id }) => [id, credits_id]));
  const taken = new Map<string, readonly (readonly [document: string, sales: Sales])[]>();
  const counts = new Map<string, Sales>();
  const take = (id: string, of: (left: Sales) => Sales) => {
    const before = left.get(id);
    if (!before) return undefined;
    const sales = of(before);
    left.set(id, addedSales(before, sales, -1));
    return [id, sales] as const;
  };
  for (const { it, isReleased } of inOrder(paid)) {
    if (isReleased) {
      for (const [id, sales] of taken.get(it.id) ?? []) left.set(id, addedSales(left.get(id)!, sales));
      continue;
    }
    const given =
      it.credit_note_id === null ? undefined : take(it.credit_note_id, (all) => shareOf(all, it.amount));
    const isOwn = given !== undefined && credits.get(given[0]) === it.invoice_id;
    const got =
      it.invoice_id === null
        ? undefined
        : take(it.invoice_id, (all) => (isOwn ? creditedOf(all, given[1]) : shareOf(all, it.amount)));
    taken.set(
      it.id,
      [given, got].flatMap((one) => (one ? [one] : [])),
    );
    counts.set(it.id, addedSales(got?.[1] ?? NO_SALES, given?.[1] ?? NO_SALES, -1));
  }
  return counts;
}

/** Day by day. What is taken back on a day makes room for what is paid on it; what was taken back on its own day never counted. */
function inOrder(paid: readonly Paid[]) {
  const counted = paid.filter(({ on_date, released_on }) => on_date !== released_on);
  const starts = counted.map((it) => ({ it, on: it.on_date, isReleased: false }));
  const ends = counted.flatMap((it) =>
    it.released_on === null ? [] : { it, on: it.released_on, isReleased: true },
  );
  return [...starts, ...ends].toSorted(
    (a, b) =>
      (a.on < b.on ? -1 : a.on > b.on ? 1 : 0) ||
      Number(b.isReleased) - Number(a.isReleased) ||
      (a.it.id < b.it.id ? -1 : 1),
  );
}

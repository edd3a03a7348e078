import { dividedHalfUp } from '../../values/cents.ts';

/** How the GST act sees what is sold: with 10 % GST, without, or input taxed, which is no sale that GST is reported of. */
export const gstCategories = ['gst', 'gst-free', 'input taxed'] as const;
export type GstCategory = (typeof gstCategories)[number];

/** A million of anything, in thousandths. */
export const MOST_QUANTITY = 1_000_000_000;

/** What a line is reckoned from. */
export interface PricedLine {
  /** In thousandths. */
  readonly quantity: number;
  /** Of one, in cents, as somebody entered it. */
  readonly price: number;
  readonly includes_gst: boolean;
  /** In hundredths of a percent: 1250 is 12.5 %. */
  readonly discount: number;
  readonly gst: GstCategory;
}

/** In cents. The total is always the net amount and the GST together. */
export interface Amounts {
  readonly net: number;
  readonly gst: number;
  readonly total: number;
}

const THOUSANDTHS = 1_000n;
const WHOLE = 10_000n;

/**
 * What a line comes to: rounded to the cent once, as it was entered, and its GST once from that. Documents add these up, so that what
 * is shown line by line is what is paid.
 */
export function amountsOf({ quantity, price, includes_gst, discount, gst: category }: PricedLine): Amounts {
  const exact = BigInt(price) * BigInt(quantity) * (WHOLE - BigInt(discount));
  const entered = dividedHalfUp(exact, THOUSANDTHS * WHOLE);
  if (category !== 'gst') return { net: Number(entered), gst: 0, total: Number(entered) };
  const gst = includes_gst ? dividedHalfUp(entered, 11n) : dividedHalfUp(entered, 10n);
  const [net, total] = includes_gst ? [entered - gst, entered] : [entered, entered + gst];
  return { net: Number(net), gst: Number(gst), total: Number(total) };
}

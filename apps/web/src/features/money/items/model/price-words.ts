import { marginOf, priceOf } from '@muster/domain/money/items/rules';
import type { Item } from '@muster/domain/money/items/schema';
import { centsInWords } from '@muster/domain/values/cents';

/** "$137.50": what a customer pays for one. Nothing, where it has no price yet. */
export function totalWords(item: Item, isRegistered: boolean): string {
  const price = priceOf(item, isRegistered);
  return price === undefined ? '' : centsInWords(price.total);
}

/** What stands in the place of a price: "No price", and of a kit, which costs what is in it, "4 items". */
export function unpricedWords({ kind, parts }: Item): string {
  if (kind !== 'kit') return 'No price';
  return parts.length === 1 ? '1 item' : `${parts.length} items`;
}

/** "$125.00 + $12.50 GST", "no GST"; nothing for whoever charges none anyway. */
export function gstWords(item: Item, isRegistered: boolean): string {
  const price = priceOf(item, isRegistered);
  if (price === undefined || !isRegistered) return '';
  return item.gst === 'gst' ? `${centsInWords(price.net)} + ${centsInWords(price.gst)} GST` : 'no GST';
}

/** "$67.00 (53.6%)": what is left when the cost is paid. */
export function marginWords(item: Item, isRegistered: boolean): string {
  const margin = marginOf(item, isRegistered);
  if (margin === undefined) return '';
  const { cents, share } = margin;
  return share === undefined ? centsInWords(cents) : `${centsInWords(cents)} (${percent(share)})`;
}

/** "53.6%". */
export function shareWords(item: Item, isRegistered: boolean): string {
  const share = marginOf(item, isRegistered)?.share;
  return share === undefined ? '' : percent(share);
}

function percent(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}%`;
}

/** What the column or field of a price is called. */
export function priceLabel(isRegistered: boolean): string {
  return isRegistered ? 'Price including GST' : 'Price';
}

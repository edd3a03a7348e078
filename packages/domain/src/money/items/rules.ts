import { dividedHalfUp } from '../../values/cents.ts';
import { type Amounts, amountsOf, type GstCategory } from '../lines/amounts.ts';

interface Priced {
  readonly price: number | null;
  readonly price_includes_gst: boolean;
  readonly gst: GstCategory;
}

/** What one of an item comes to; nothing, where it has no price yet. */
export function priceOf({ price, price_includes_gst: includes_gst, gst }: Priced): Amounts | undefined {
  return price === null ? undefined : amountsOf({ quantity: 1_000, price, includes_gst, discount: 0, gst });
}

/** What is left of the price without GST when the cost is paid: in cents, and of the price in tenths of a percent. */
export function marginOf(item: Priced & { readonly cost: number | null }) {
  const price = priceOf(item);
  if (price === undefined || item.cost === null) return undefined;
  const cents = price.net - item.cost;
  const share =
    price.net === 0 ? undefined : Number(dividedHalfUp(BigInt(cents) * 1_000n, BigInt(price.net)));
  return { cents, share };
}

export const NO_LABOUR = 'Only labour has a minimum and steps.';

/** What is wrong with what was said of an item, beyond its fields one by one. */
export function itemProblem(item: {
  readonly kind: string;
  readonly minimum: number | null;
  readonly step: number | null;
}): { field: 'minimum' | 'step'; text: string } | undefined {
  if (item.kind === 'labour') return undefined;
  const field = item.minimum !== null ? 'minimum' : item.step !== null ? 'step' : undefined;
  return field && { field, text: NO_LABOUR };
}

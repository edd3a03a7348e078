import { dividedHalfUp } from '../../values/cents.ts';
import type { KitPart } from './fields.ts';
import { type Amounts, amountsOf, type GstCategory } from '../lines/amounts.ts';

interface Priced {
  readonly price: number | null;
  readonly price_includes_gst: boolean;
  readonly gst: GstCategory;
}

/** What one of an item comes to; nothing, where it has no price yet. Whoever is not registered for GST charges the price as it was entered. */
export function priceOf(
  { price, price_includes_gst: includes_gst, gst }: Priced,
  isRegistered: boolean,
): Amounts | undefined {
  if (price === null) return undefined;
  const category = isRegistered ? gst : 'gst-free';
  return amountsOf({ quantity: 1_000, price, includes_gst, discount: 0, gst: category });
}

/** What is left of the price without GST when the cost is paid: in cents, and of the price in tenths of a percent. */
export function marginOf(item: Priced & { readonly cost: number | null }, isRegistered: boolean) {
  const price = priceOf(item, isRegistered);
  if (price === undefined || item.cost === null) return undefined;
  const cents = price.net - item.cost;
  const share =
    price.net === 0 ? undefined : Number(dividedHalfUp(BigInt(cents) * 1_000n, BigInt(price.net)));
  return { cents, share };
}

export const KIT_CONTENTS =
  'A kit has at least one item in it and no price of its own; nothing else has items in it.';
const KIT_PRICE = 'A kit costs what is in it, and has no price of its own.';
const KIT_EMPTY = 'A kit needs at least one item in it.';
const NO_KIT = 'Only a kit has items in it.';
export const NO_LABOUR = 'Only labour has a minimum and steps.';

/** What is wrong with what was said of an item, beyond its fields one by one. */
export function itemProblem(item: {
  readonly kind: string;
  readonly minimum: number | null;
  readonly step: number | null;
  readonly price?: number | null;
  readonly cost?: number | null;
  readonly parts?: readonly KitPart[];
}): { field: 'minimum' | 'step' | 'price' | 'parts'; text: string } | undefined {
  const { kind, price = null, cost = null, parts = [] } = item;
  if (kind === 'kit' && (price !== null || cost !== null)) return { field: 'price', text: KIT_PRICE };
  if (kind === 'kit' && parts.length === 0) return { field: 'parts', text: KIT_EMPTY };
  if (kind !== 'kit' && parts.length > 0) return { field: 'parts', text: NO_KIT };
  if (item.kind === 'labour') return undefined;
  const field = item.minimum !== null ? 'minimum' : item.step !== null ? 'step' : undefined;
  return field && { field, text: NO_LABOUR };
}

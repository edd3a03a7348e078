import type { Item } from '../items/schema.ts';
import { MOST_QUANTITY } from '../lines/amounts.ts';
import type { NewLine } from '../lines/schema.ts';

/** At which price somebody is charged for an item. */
export interface AgreedPrice {
  readonly price: number | null;
  readonly includes_gst: boolean;
  /** In hundredths of a percent. */
  readonly discount: number;
}

/** What was agreed for the item counts, or else the list with the customer's discount. What has no price has nothing to take off. */
export function agreedPrice(
  item: Pick<Item, 'price' | 'price_includes_gst'>,
  { discount }: { readonly discount: number },
  fixed: { readonly price: number; readonly price_includes_gst: boolean } | undefined,
): AgreedPrice {
  if (fixed) return { price: fixed.price, includes_gst: fixed.price_includes_gst, discount: 0 };
  return { price: item.price, includes_gst: item.price_includes_gst, discount };
}

type Said = Pick<NewLine, 'id' | 'quantity'> & Partial<Pick<NewLine, 'description' | 'visit_id' | 'job_id'>>;

/** A line that charges for an item. */
export function itemLine(
  item: Pick<Item, 'id' | 'code' | 'name' | 'unit' | 'gst'>,
  { price, includes_gst, discount }: AgreedPrice,
  said: Said,
): NewLine {
  return {
    item_id: item.id,
    visit_id: null,
    job_id: null,
    code: item.code,
    description: item.name,
    unit: item.unit,
    price,
    includes_gst,
    discount,
    gst: item.gst,
    ...said,
    quantity: Math.min(said.quantity, MOST_QUANTITY),
  };
}

import type { Item } from '../items/schema.ts';
import { dividedHalfUp } from '../../values/cents.ts';
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

/** What lines are made by: the price list, as somebody is charged by it. */
export interface PriceBook {
  readonly itemOf: (id: string) => Item | undefined;
  readonly priceOf: (item: Item) => AgreedPrice;
  readonly makeId: () => string;
}

type Said = Pick<NewLine, 'quantity'> & Partial<Pick<NewLine, 'description' | 'visit_id' | 'job_id'>>;

/** The lines that charge for an item: one, or as many as a kit has items in it. */
export function itemLines(item: Item, book: PriceBook, said: Said): NewLine[] {
  if (item.kind !== 'kit') return [itemLine(item, book, said)];
  return item.parts.flatMap(({ item_id, quantity }) => {
    const part = book.itemOf(item_id);
    const exact = BigInt(said.quantity) * BigInt(quantity);
    const { description: _, ...where } = said;
    return part ? [itemLine(part, book, { ...where, quantity: Number(dividedHalfUp(exact, 1_000n)) })] : [];
  });
}

/** A line that charges for an item. */
export function itemLine(item: Item, { priceOf, makeId }: PriceBook, said: Said): NewLine {
  const { price, includes_gst, discount } = priceOf(item);
  return {
    id: makeId(),
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

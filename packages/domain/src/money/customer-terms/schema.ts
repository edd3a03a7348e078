import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, editOf, Id, nullable } from '../../values/schema.ts';
import { itemKinds } from '../items/fields.ts';
import { gstCategories, MOST_QUANTITY } from '../lines/amounts.ts';
import { Cents } from '../lines/schema.ts';

const terms = {
  discount: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Off the price list, in hundredths of a percent: 1250 is 12.5 %',
  }),
  terms_days: nullable(
    Type.Integer({ minimum: 0, maximum: 365 }),
    'Invoices are due so many days after they’re issued; null: as your settings say',
  ),
  bill_to_id: nullable(Id, 'The customer who pays for what is done for this one; null: they pay themselves'),
};

/** What was agreed with a customer about money, under the customer's id. */
export const CustomerTerms = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 while nothing was agreed' }),
  ...terms,
});

export const CustomerTermsRecord = Type.Object({
  ...CustomerTerms.properties,
  bill_to_name: nullable(Type.String()),
});

export const CustomerTermsEdit = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'The version you read' }),
    ...Type.Partial(Type.Object(terms)).properties,
  },
  { additionalProperties: false, examples: [{ version: 0, discount: 500 }] },
);

const agreed = {
  price: being(Cents, 'Of one, in cents, with or without GST as `price_includes_gst` says'),
  price_includes_gst: Type.Boolean(),
};

/** The price of an item that was agreed with a customer: it counts in place of the list's, and no discount comes off it. */
export const CustomerPrice = Type.Object({
  id: Id,
  version: Type.Integer(),
  customer_id: Id,
  item_id: Id,
  ...agreed,
});

/** With the item that it is for, and what everybody else pays. */
export const CustomerPriceRow = Type.Object({
  ...CustomerPrice.properties,
  item: Type.Object({
    name: Type.String(),
    code: Type.String(),
    kind: Type.Enum(itemKinds),
    unit: Type.String(),
    price: nullable(Type.Integer()),
    price_includes_gst: Type.Boolean(),
    gst: Type.Enum(gstCategories),
  }),
});

export const NewCustomerPrice = Type.Object(
  { item_id: Id, price: agreed.price, price_includes_gst: Type.Optional(agreed.price_includes_gst) },
  {
    additionalProperties: false,
    examples: [{ item_id: '0193e5a0-0000-7000-8000-000000000301', price: 9_500 }],
  },
);

export const CustomerPriceEdit = editOf(agreed, { examples: [{ version: 1, price: 9_000 }] });

export const CustomerPriceQuery = Type.Object(
  { cursor: paging.cursor, limit: paging.limit },
  { additionalProperties: false },
);

export const ItemLinesQuery = Type.Object(
  {
    customer: Type.Optional(being(Id, 'At whose prices; the list’s if left out')),
    quantity: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_QUANTITY,
        default: 1_000,
        description: 'In thousandths: 1500 is 1.5',
      }),
    ),
  },
  { additionalProperties: false },
);

export type CustomerTerms = Static<typeof CustomerTerms>;
export type CustomerTermsRecord = Static<typeof CustomerTermsRecord>;
export type CustomerTermsEdit = Static<typeof CustomerTermsEdit>;
export type CustomerPrice = Static<typeof CustomerPrice>;
export type CustomerPriceRow = Static<typeof CustomerPriceRow>;
export type NewCustomerPrice = Static<typeof NewCustomerPrice>;
export type CustomerPriceEdit = Static<typeof CustomerPriceEdit>;
export type CustomerPriceQuery = Static<typeof CustomerPriceQuery>;
export type ItemLinesQuery = Static<typeof ItemLinesQuery>;

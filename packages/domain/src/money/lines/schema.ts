import { type Static, Type } from 'typebox';
import { MOST_CENTS } from '../../values/cents.ts';
import { being, Id, nullable } from '../../values/schema.ts';
import { gstCategories, MOST_QUANTITY } from './amounts.ts';

export const Cents = Type.Integer({ minimum: 0, maximum: MOST_CENTS, description: 'In cents' });

const line = {
  id: being(Id, 'Made by whoever writes the line, and its name from then on'),
  item_id: nullable(Id, 'The item of the price list that it was taken from'),
  visit_id: nullable(Id, 'The visit at which it was done or used'),
  job_id: nullable(Id),
  code: Type.String({ maxLength: 60 }),
  description: Type.String({ maxLength: 1_000 }),
  quantity: Type.Integer({ minimum: 0, maximum: MOST_QUANTITY, description: 'In thousandths: 1500 is 1.5' }),
  unit: Type.String({ maxLength: 20 }),
  price: nullable(Cents, 'Of one, in cents, with or without GST as `includes_gst` says; null: not known yet'),
  includes_gst: Type.Boolean(),
  discount: Type.Integer({ minimum: 0, maximum: 10_000, description: 'In hundredths of a percent' }),
  gst: Type.Enum(gstCategories),
};

/** What somebody says of a line. */
export const NewLine = Type.Object(line, { additionalProperties: false });

/** With what it comes to: reckoned once, when the line is written, and the same on every paper from then on. */
export const InvoiceLine = Type.Object({
  ...line,
  amounts: nullable(Type.Object({ net: Cents, gst: Cents, total: Cents }), 'Null while it has no price'),
});

export type NewLine = Static<typeof NewLine>;
export type InvoiceLine = Static<typeof InvoiceLine>;

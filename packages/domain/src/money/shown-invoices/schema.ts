import { type Static, Type } from 'typebox';
import { being, Day, Id, nullable } from '../../values/schema.ts';
import { Cents } from '../lines/schema.ts';

/** An invoice as a technician shows it to whoever pays: one total, and where to pay it. */
export const ShownInvoice = Type.Object({
  id: Id,
  name: Type.String({ description: 'Such as: Tax invoice INV-1001' }),
  total: being(Cents, 'Including GST, where there is any'),
  has_gst: Type.Boolean(),
  outstanding: being(Cents, 'What is still to be paid'),
  due_on: nullable(Day),
  takes_card: being(Type.Boolean(), 'Whether it can be paid by card at that address'),
  address: Type.String({ description: 'Of the customer’s page. It needs no sign-in' }),
  code: being(
    Type.Object({
      size: Type.Integer({ description: 'In dots each way, with the white around it' }),
      path: Type.String({ description: 'Of an SVG: the black dots' }),
    }),
    'That address, for the camera of a phone',
  ),
});

/** What somebody may show at a visit. */
export const ShownInvoices = Type.Object({
  may_show: Type.Boolean({ description: 'Whether you may show invoices at all' }),
  rows: Type.Array(ShownInvoice),
});

export type ShownInvoice = Static<typeof ShownInvoice>;
export type ShownInvoices = Static<typeof ShownInvoices>;

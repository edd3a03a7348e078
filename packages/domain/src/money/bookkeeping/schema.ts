import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, Id, nullable } from '../../values/schema.ts';
import { invoiceKinds } from '../invoices/rules.ts';
import { gstBases } from './gst.ts';

const strict = { additionalProperties: false };

const days = {
  from: being(Day, 'The first day of the period'),
  to: being(Day, 'Its last day, at most a year later'),
};

export const BookPeriod = Type.Object(days, strict);

/** In cents; what was credited is below zero. */
const Signed = (description: string) => Type.Integer({ description: `In cents: ${description}` });

/** What an export of a period holds, to be compared with what the other program says it took in. */
export const BookTotals = Type.Object({
  invoices: Type.Integer(),
  credit_notes: Type.Integer(),
  imported: Type.Integer({
    description:
      'Invoices from another program, which are in its books already: of them only payments are exported',
  }),
  net: Signed('without GST, credit notes taken off'),
  gst: Signed('the GST of it'),
  total: Signed('with GST'),
  payments: Type.Integer({ description: 'Payments and refunds' }),
  taken_back: Type.Integer({
    description:
      'Payments and refunds that were taken back in the period, which no other program learns from a file',
  }),
  received: Signed('payments less refunds and what was taken back'),
});

const sales = {
  sales: Signed('all that was sold, with GST (G1)'),
  gst: Signed('the GST on it (1A)'),
  gst_free: Signed('sold GST-free (G3)'),
  input_taxed: Signed('sold input taxed (G4)'),
};

const gstQuery = { ...days, basis: Type.Enum(gstBases) };

export const GstQuery = Type.Object(gstQuery, strict);
export const GstEntryQuery = Type.Object({ ...gstQuery, ...paging }, strict);

export const GstSummary = Type.Object({
  ...sales,
  invoices: Type.Integer({ description: 'How many invoices and credit notes it comes from' }),
});

/** What makes a GST summary: an invoice or a credit note, or money that came in for one or went back. */
export const GstEntry = Type.Object({
  id: Id,
  on: being(Day, 'The day on which it counts'),
  kind: Type.Enum(['invoice', 'credit note', 'payment', 'taken back', 'credit used', 'refund'] as const),
  document_id: being(Id, 'The invoice, or the credit note that is given back'),
  document_kind: Type.Enum(invoiceKinds),
  number: nullable(Type.String()),
  bill_to_name: Type.String(),
  ...sales,
});

export type BookPeriod = Static<typeof BookPeriod>;
export type BookTotals = Static<typeof BookTotals>;
export type GstQuery = Static<typeof GstQuery>;
export type GstEntryQuery = Static<typeof GstEntryQuery>;
export type GstSummary = Static<typeof GstSummary>;
export type GstEntry = Static<typeof GstEntry>;

import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, editOf, Id, Moment, nullable, Version } from '../../values/schema.ts';
import { MOST_QUANTITY } from '../lines/amounts.ts';
import { Cents, InvoiceLine, NewLine } from '../lines/schema.ts';
import { invoiceKinds, invoiceSorts, invoiceViews, MOST_LINES } from './rules.ts';

const strict = { additionalProperties: false };

/** A job that it is for, as it is named on paper. */
export const InvoicedWork = Type.Object({
  job_id: Id,
  number: Type.Integer(),
  title: Type.String(),
  address: Type.String(),
  done_on: nullable(Day),
});

/** Who sold it, as it was when it was issued. */
const PayTo = Type.Object({
  account_name: Type.String(),
  bsb: Type.String(),
  account_number: Type.String(),
  payid: Type.String(),
});

export const Supplier = Type.Object({
  name: Type.String(),
  abn: nullable(Type.String()),
  is_gst_registered: Type.Boolean(),
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  trade_licence: Type.String(),
  region: nullable(Type.String()),
  colour: nullable(Type.String()),
  logo_id: nullable(Id),
  bank: nullable(PayTo),
});

/** Who is to pay, as it was when it was issued. */
export const Buyer = Type.Object({
  name: Type.String(),
  abn: nullable(Type.String()),
  address: Type.String(),
  email: Type.String(),
  phone: Type.String(),
});

const said = {
  customer_id: being(Id, 'For whom the work was done'),
  bill_to_id: being(Id, 'Who pays it'),
  order_number: Type.String({
    maxLength: 60,
    description: 'Of whoever pays, such as a purchase or work order',
  }),
  title: Type.String({ maxLength: 200, description: 'What it is for, in a line' }),
  note: Type.String({ maxLength: 2_000, description: 'To whoever pays, at the foot' }),
  terms_days: Type.Integer({ minimum: 0, maximum: 365, description: 'Due so many days after it is issued' }),
  due_on: nullable(Day, 'Null in a draft: as its terms say'),
  visits: Type.Array(Id, {
    maxItems: 500,
    uniqueItems: true,
    description: 'The visits that are charged with it',
  }),
  work: Type.Array(InvoicedWork, { maxItems: 200 }),
};

/** An invoice or a credit note. Once issued it never changes, but for what is paid of it. */
export const Invoice = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(invoiceKinds),
  state: Type.Enum(['draft', 'issued'] as const),
  number: nullable(Type.String(), 'As it is printed; null: a draft has none'),
  series: nullable(Type.Integer(), 'Its place in your own numbers; null: a draft, or from another program'),
  is_imported: Type.Boolean({ description: 'Whether it came from another program, with its number' }),
  credits_id: nullable(Id, 'Of a credit note: the invoice that it corrects'),
  quote_id: nullable(Id, 'The quote of which it charges a part, or all'),
  ...said,
  jobs: Type.Array(Id),
  lines: Type.Array(InvoiceLine, { maxItems: MOST_LINES }),
  issued_on: nullable(Day),
  issued_at: nullable(Moment),
  net: Cents,
  gst: Cents,
  total: Cents,
  supplier: nullable(Supplier),
  buyer: nullable(Buyer),
  created_at: Moment,
});

/** What of a payment or credit note pays for which invoice, or is given back by which refund. */
export const Allocation = Type.Object({
  id: Id,
  version: Type.Integer(),
  invoice_id: nullable(Id),
  refund_id: nullable(Id),
  payment_id: nullable(Id),
  credit_note_id: nullable(Id),
  amount: Cents,
  on_date: being(Day, 'The day from which it counts'),
  released_on: nullable(Day, 'The day from which it counts no more: the payment was taken back'),
  deposit_on: nullable(
    Day,
    'When money for the invoice came in, where there was none yet; GST counts from then',
  ),
});

/** With what follows from payments and from what was sent: a write of these is no change of the invoice. */
export const InvoiceRecord = Type.Object({
  ...Invoice.properties,
  settled: being(Cents, 'What was paid or credited of it; of a credit note: what of it is used up'),
  credited: being(Cents, 'What its own credit notes settled of it; the rest of what is settled was paid'),
  outstanding: Cents,
  sent_at: nullable(Moment),
  seen_at: nullable(Moment),
  pay_to: nullable(
    PayTo,
    'Where it asks to pay to: your bank details of now while something is to be paid, then those it was issued with',
  ),
});

/** A row of the list, without its lines. */
export const InvoiceSummary = Type.Object({
  ...Type.Omit(InvoiceRecord, ['lines', 'supplier', 'buyer', 'work', 'visits', 'note', 'pay_to']).properties,
  customer_name: Type.String(),
  bill_to_name: Type.String(),
});

const { customer_id, work: _, ...optional } = said;

/** How a job is named on paper, as somebody wants it. */
const NamedWork = Type.Object(
  { job_id: Id, title: being(Type.String({ maxLength: 200 }), 'May be empty: its number and address stay') },
  strict,
);

export const NewInvoice = Type.Object(
  {
    customer_id,
    ...Type.Partial(Type.Object(optional)).properties,
    lines: Type.Optional(Type.Array(NewLine, { maxItems: MOST_LINES })),
  },
  {
    ...strict,
    examples: [{ customer_id: '0193e5a0-0000-7000-8000-000000000201', title: 'Kitchen tap', terms_days: 14 }],
  },
);

export const InvoiceEdit = editOf(
  {
    ...optional,
    lines: Type.Array(NewLine, { maxItems: MOST_LINES }),
    work: Type.Array(NamedWork, {
      maxItems: 200,
      description: 'The jobs that its paper names; one that you leave out is not named there',
    }),
  },
  { examples: [{ version: 3, order_number: 'PO 4711' }] },
);

export const InvoiceIssue = Type.Object(
  { version: Version, issued_on: Type.Optional(being(Day, 'Today or earlier; today if you leave it out')) },
  { ...strict, examples: [{ version: 3 }] },
);

const CreditedLine = Type.Object(
  {
    id: being(Id, 'Of the line of the invoice'),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_QUANTITY, description: 'So much of it, in thousandths' }),
    ),
    total: Type.Optional(being(Cents, 'So much of it, in cents with GST, whatever the quantity')),
  },
  strict,
);

/** What of an invoice is taken back. */
export const NewCredit = Type.Object(
  {
    lines: Type.Optional(
      Type.Array(CreditedLine, {
        minItems: 1,
        maxItems: MOST_LINES,
        description:
          'Each by quantity or by amount; all that is left of a line that has neither. Without lines: all that is left',
      }),
    ),
    title: Type.Optional(said.title),
    note: Type.Optional(being(said.note, 'Why, to whoever pays')),
    is_draft: Type.Optional(Type.Boolean({ description: 'To be issued later; default: issued at once' })),
    issued_on: InvoiceIssue.properties.issued_on,
  },
  { ...strict, examples: [{ note: 'The tap was faulty.' }] },
);

/** What can still be credited of a line. */
export const CreditLeft = Type.Object({
  id: being(Id, 'Of the line'),
  quantity: Type.Integer({ description: 'In thousandths' }),
  amounts: Type.Object({ net: Cents, gst: Cents, total: Cents }),
});

const counted = (sum: string) =>
  Type.Object({ count: Type.Integer(), sum: Type.Integer({ description: `In cents: ${sum}` }) });

/** How many there are in each view, and what they come to. */
export const InvoiceTotals = Type.Object({
  draft: counted('what they come to'),
  unpaid: counted('what is owed, overdue or not'),
  overdue: counted('what is owed'),
  paid: counted('what they came to'),
  credit: counted('what of credit notes is not used yet'),
});

export const InvoiceQuery = Type.Object(
  {
    ...paging,
    view: Type.Optional(Type.Enum(invoiceViews)),
    kind: Type.Optional(Type.Enum(invoiceKinds)),
    customer: Type.Optional(being(Id, 'For whom the work was done, or who pays')),
    site: Type.Optional(being(Id, 'For work that was done there')),
    job: Type.Optional(Id),
    credits: Type.Optional(being(Id, 'Credit notes of that invoice')),
    from: Type.Optional(being(Day, 'Issued on that day or later')),
    to: Type.Optional(being(Day, 'Issued on that day or before')),
    sort: Type.Optional(Type.Enum(invoiceSorts)),
  },
  strict,
);

/** Of whom and of where the totals are; left out: of all. */
export const InvoiceTotalsQuery = Type.Object(
  { customer: InvoiceQuery.properties.customer, site: InvoiceQuery.properties.site },
  strict,
);

export type InvoicedWork = Static<typeof InvoicedWork>;
export type Supplier = Static<typeof Supplier>;
export type Buyer = Static<typeof Buyer>;
export type Invoice = Static<typeof Invoice>;
export type Allocation = Static<typeof Allocation>;
export type InvoiceRecord = Static<typeof InvoiceRecord>;
export type InvoiceSummary = Static<typeof InvoiceSummary>;
export type NewInvoice = Static<typeof NewInvoice>;
export type InvoiceEdit = Static<typeof InvoiceEdit>;
export type InvoiceQuery = Static<typeof InvoiceQuery>;
export type InvoiceIssue = Static<typeof InvoiceIssue>;
export type InvoiceTotals = Static<typeof InvoiceTotals>;
export type InvoiceTotalsQuery = Static<typeof InvoiceTotalsQuery>;
export type NewCredit = Static<typeof NewCredit>;
export type CreditLeft = Static<typeof CreditLeft>;

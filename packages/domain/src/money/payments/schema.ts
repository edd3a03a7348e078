import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { MOST_CENTS } from '../../values/cents.ts';
import { being, Day, editOf, Id, Moment, nullable, Version } from '../../values/schema.ts';
import { Cents } from '../lines/schema.ts';
import { MOST_PAID_AT_ONCE, paymentKinds, paymentMethods, paymentSorts, paymentViews } from './rules.ts';

const strict = { additionalProperties: false };

const said = {
  method: Type.Enum(paymentMethods),
  reference: Type.String({
    maxLength: 100,
    description: 'As the bank or the terminal names it, or the number of the cheque',
  }),
  note: Type.String({ maxLength: 500, description: 'For the office alone' }),
};

/** An amount that moves: nobody pays nothing. */
const Amount = Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: 'In cents' });

/** Money that came in from a customer, or went back to them. */
export const Payment = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(paymentKinds),
  customer_id: being(Id, 'Who paid, or got it back'),
  ...said,
  amount: Amount,
  received_on: being(Day, 'The day on which it came in, or went back'),
  provider: nullable(
    Type.Enum(['stripe', 'xero'] as const),
    'Who told us of it; null: somebody recorded it by hand',
  ),
  provider_reference: nullable(Type.String(), 'By what they know it'),
  taken_back_at: nullable(Moment, 'Null: it counts'),
  taken_back_on: nullable(Day, 'The day from which it counts no more'),
  taken_back_reason: Type.String(),
  created_at: Moment,
});

/** What of it paid for which invoice, or was given back; of a refund: what it gives back. */
export const PaymentPart = Type.Object({
  id: Id,
  kind: Type.Enum(['invoice', 'refund', 'payment', 'credit note'] as const),
  of_id: being(Id, 'Of the invoice, refund, payment or credit note'),
  number: nullable(Type.String(), 'Of the invoice or credit note'),
  amount: Cents,
  on_date: being(Day, 'The day from which it counts'),
  released_on: nullable(Day, 'The day from which it counts no more'),
});

const derived = {
  used: being(Cents, 'What of it has paid for invoices or was given back'),
  unused: being(Cents, 'What of it the customer still has with you as credit'),
  customer_name: Type.String(),
};

export const PaymentRecord = Type.Object({
  ...Payment.properties,
  ...derived,
  parts: Type.Array(PaymentPart),
});

/** A row of the list. */
export const PaymentSummary = Type.Object({
  ...Payment.properties,
  ...derived,
  invoices: Type.Integer({ description: 'How many invoices it pays or paid for' }),
  numbers: Type.Array(Type.String(), { description: 'The first three of them' }),
});

/** So much of an invoice is paid. */
const Paid = Type.Object({ invoice_id: Id, amount: Amount }, strict);

const paid = (description: string) => Type.Array(Paid, { maxItems: MOST_PAID_AT_ONCE, description });

export const NewPayment = Type.Object(
  {
    customer_id: being(Id, 'Who paid: whoever the invoices are billed to'),
    amount: Amount,
    method: said.method,
    received_on: Type.Optional(being(Day, 'Today or earlier; today if you leave it out')),
    reference: Type.Optional(said.reference),
    note: Type.Optional(said.note),
    invoices: Type.Optional(
      paid(
        'What it pays for; what is left stays with the customer as credit. Left out: what they owe, the longest due first',
      ),
    ),
  },
  {
    ...strict,
    examples: [
      {
        customer_id: '0193e5a0-0000-7000-8000-000000000201',
        amount: 16_500,
        method: 'transfer',
        reference: 'INV-1001',
      },
    ],
  },
);

export const PaymentEdit = editOf(said, { examples: [{ version: 1, reference: 'INV-1001' }] });

export const TakeBack = Type.Object(
  {
    version: Version,
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Such as: the cheque bounced' }),
    is_mistake: Type.Optional(
      Type.Boolean({ description: 'It was recorded by mistake: it never counted, on any day' }),
    ),
    on: Type.Optional(
      being(
        Day,
        'The day from which it counts no more; today if you leave it out, and not said of a mistake',
      ),
    ),
  },
  { ...strict, examples: [{ version: 1, reason: 'The cheque bounced.' }] },
);

/** What somebody has with us: of a payment or of a credit note. */
export const CreditPart = Type.Object({
  id: Id,
  kind: Type.Enum(['payment', 'credit note'] as const),
  number: nullable(Type.String(), 'Of the credit note'),
  on: being(Day, 'The day on which it was paid or credited'),
  amount: being(Cents, 'What of it is left'),
});

/** What a customer has with us, and what they owe. */
export const Credit = Type.Object({
  credit: being(Cents, 'What they have with you'),
  owed: being(Cents, 'What they owe, due or not, also what was given back to them beyond what they had'),
  parts: Type.Array(CreditPart, { description: 'What the credit is from, the oldest first, up to 200' }),
});

export const CreditUse = Type.Object(
  { invoices: Type.Array(Paid, { minItems: 1, maxItems: MOST_PAID_AT_ONCE }) },
  {
    ...strict,
    examples: [{ invoices: [{ invoice_id: '0193e5a0-0000-7000-8000-000000000901', amount: 2_000 }] }],
  },
);

export const NewRefund = Type.Object(
  {
    amount: being(Amount, 'In cents, of what they have with you'),
    first_id: Type.Optional(
      being(
        Id,
        'Of the credit note or payment that it gives back before anything else; left out: the oldest',
      ),
    ),
    method: said.method,
    refunded_on: Type.Optional(being(Day, 'Today or earlier; today if you leave it out')),
    reference: Type.Optional(said.reference),
    note: Type.Optional(said.note),
  },
  { ...strict, examples: [{ amount: 2_000, method: 'transfer' }] },
);

/** What paid for an invoice, or what a credit note was used for, in the order of the days. */
export const InvoicePayment = Type.Object({
  id: Id,
  kind: being(
    Type.Enum(['payment', 'credit note', 'invoice', 'refund'] as const),
    'What is on the other side',
  ),
  of_id: being(Id, 'Of the payment, credit note, invoice or refund'),
  number: nullable(Type.String()),
  method: nullable(Type.Enum(paymentMethods)),
  reference: nullable(Type.String()),
  amount: Cents,
  on_date: Day,
  recorded_at: being(Moment, 'Of the payment, or when the credit note was issued'),
  released_on: nullable(Day),
  taken_back_reason: nullable(Type.String()),
});

export const PaymentQuery = Type.Object(
  {
    ...paging,
    view: Type.Optional(Type.Enum(paymentViews)),
    method: Type.Optional(Type.Enum(paymentMethods)),
    customer: Type.Optional(Id),
    from: Type.Optional(being(Day, 'Received on that day or later')),
    to: Type.Optional(being(Day, 'Received on that day or before')),
    sort: Type.Optional(Type.Enum(paymentSorts)),
  },
  strict,
);

export type Payment = Static<typeof Payment>;
export type PaymentRecord = Static<typeof PaymentRecord>;
export type PaymentSummary = Static<typeof PaymentSummary>;
export type PaymentPart = Static<typeof PaymentPart>;
export type PaymentQuery = Static<typeof PaymentQuery>;
export type PaymentEdit = Static<typeof PaymentEdit>;
export type NewPayment = Static<typeof NewPayment>;
export type NewRefund = Static<typeof NewRefund>;
export type TakeBack = Static<typeof TakeBack>;
export type Credit = Static<typeof Credit>;
export type CreditPart = Static<typeof CreditPart>;
export type CreditUse = Static<typeof CreditUse>;
export type InvoicePayment = Static<typeof InvoicePayment>;

import { type Static, Type } from 'typebox';
import { being, Day, Id, Moment, nullable } from '../../values/schema.ts';

/** An invoice of which nobody is reminded by the rule. */
export const ReminderStop = Type.Object({
  id: Id,
  version: Type.Integer(),
  invoice_id: Id,
  reason: Type.String({ description: 'Why, such as that it is disputed' }),
  at: Moment,
});

/** Whether, and from when, whoever pays an invoice is reminded by the rule. */
export const ReminderPlan = Type.Object({
  stop: nullable(ReminderStop, 'Null: nobody has stopped them'),
  next_on: nullable(Day, 'The business day on which the next one leaves; null: none is to come'),
});

export const ReminderChoice = Type.Object(
  {
    is_on: being(Type.Boolean(), 'Whether the rule of the business is to hold for this invoice'),
    reason: Type.Optional(Type.String({ maxLength: 200, description: 'Why not' })),
  },
  { additionalProperties: false, examples: [{ is_on: false, reason: 'Disputed' }] },
);

/** What of invoices needs somebody. */
export const InvoiceAttention = Type.Object({
  overdue: Type.Object({
    count: Type.Integer(),
    sum: Type.Integer({ description: 'In cents: what is owed' }),
  }),
  lost: Type.Array(
    Type.Object({
      invoice_id: Id,
      number: Type.String(),
      customer: Type.String(),
      way: Type.Enum(['email', 'text'] as const),
      to_address: Type.String(),
      why: Type.String(),
    }),
    { description: 'Of the last days: the latest letter of each invoice, where it didn’t arrive' },
  ),
  disputes: Type.Array(
    Type.Object({
      invoice_id: Id,
      number: Type.String(),
      customer: Type.String(),
      amount: Type.Integer({ description: 'In cents' }),
      answer_by: nullable(Moment, 'Until then Stripe takes an answer'),
    }),
    { description: 'Card payments of which the bank waits for your answer, the most urgent first' },
  ),
  cards: Type.Array(
    Type.Object({
      what: being(
        Type.Enum(['refused', 'taken', 'returned'] as const),
        'refused: Stripe opened no page to pay on; taken: Stripe has the money, and your books refuse it; returned: the same of a refund or a dispute',
      ),
      invoice_id: Id,
      number: Type.String(),
      customer: Type.String(),
      amount: Type.Integer({ description: 'In cents: what was paid, or would have been' }),
      why: Type.String(),
    }),
    { description: 'What keeps card payments from being made, or entered, the oldest first' },
  ),
  books: being(
    Type.Object({
      refused: Type.Integer({ description: 'What your accounting program didn’t accept' }),
      differences: Type.Integer({ description: 'What someone has to decide about it' }),
    }),
    'Of the books in your accounting program',
  ),
});

export type ReminderStop = Static<typeof ReminderStop>;
export type ReminderPlan = Static<typeof ReminderPlan>;
export type ReminderChoice = Static<typeof ReminderChoice>;
export type InvoiceAttention = Static<typeof InvoiceAttention>;

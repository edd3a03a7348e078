import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { Cents } from '../lines/schema.ts';

/** What a customer paid by card, with what Stripe knows of it. */
export const CardPayment = Type.Object({
  id: Id,
  version: Type.Integer(),
  session_id: being(Id, 'Of the page on which it was paid'),
  invoice_id: Id,
  payment_id: nullable(Id, 'Null: a test, which moved no money and is no payment'),
  stripe_account: Type.String(),
  is_test: Type.Boolean(),
  amount: Cents,
  payment_intent: being(Type.String(), 'By what Stripe knows it'),
  charge: nullable(Type.String(), 'By what Stripe knows what was taken from the card'),
  card: being(Type.String(), 'Such as Visa ending 4242'),
  fee: nullable(Type.Integer(), 'What Stripe keeps of it, in cents; null: not known yet'),
  paid_at: Moment,
});

export type CardPayment = Static<typeof CardPayment>;

/** How paying an invoice by card stands. */
export const CardState = Type.Object({
  payments: Type.Array(CardPayment),
  open: nullable(
    Type.Object({
      since: Moment,
      amount: Cents,
      is_test: Type.Boolean(),
      declined: being(Type.String(), 'Why the card that was tried last was refused; empty: none was'),
    }),
    'Somebody has opened the page to pay on, and may be paying; null: nobody can pay on it now',
  ),
});

export type CardState = Static<typeof CardState>;

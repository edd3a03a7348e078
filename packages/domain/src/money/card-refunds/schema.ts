import { type Static, Type } from 'typebox';
import { MOST_CENTS } from '../../values/cents.ts';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { Cents } from '../lines/schema.ts';
import { disputeStates, refundStates } from './rules.ts';

/** What goes back of a card payment because somebody said so, here or at Stripe. */
export const CardRefund = Type.Object({
  id: Id,
  version: Type.Integer(),
  payment_id: being(Id, 'Of the payment that it gives back'),
  refund_id: nullable(Id, 'Of the refund among the payments, once Stripe has said that it happened'),
  amount: Cents,
  state: Type.Enum(refundStates),
  reference: nullable(Type.String(), 'By what Stripe knows it'),
  problem: being(Type.String(), 'Why it failed, or still waits; empty: no problem'),
  is_ours: being(Type.Boolean(), 'Whether it was asked for here, and not at Stripe'),
  made_at: Moment,
});

/** A card payment of which whoever paid wants their money back from their bank. */
export const CardDispute = Type.Object({
  id: Id,
  version: Type.Integer(),
  payment_id: being(Id, 'Of the payment that is disputed'),
  refund_id: nullable(
    Id,
    'Of the refund that it became when Stripe took the money; null: the money is not gone',
  ),
  amount: Cents,
  state: Type.Enum(disputeStates),
  reason: being(Type.String(), 'As the bank names it'),
  reference: being(Type.String(), 'By what Stripe knows it'),
  answer_by: nullable(Moment, 'Until then Stripe takes an answer'),
  opened_at: Moment,
});

/** What has become of a payment that was made by card. */
export const CardMoney = Type.Object({
  refundable: being(Cents, 'What can still be refunded to the card'),
  refunds: Type.Array(CardRefund),
  disputes: Type.Array(CardDispute),
});

export const NewCardRefund = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_CENTS, description: 'In cents; left out: all that is left' }),
    ),
  },
  { additionalProperties: false, examples: [{ amount: 2_000 }] },
);

export type CardRefund = Static<typeof CardRefund>;
export type CardDispute = Static<typeof CardDispute>;
export type CardMoney = Static<typeof CardMoney>;
export type NewCardRefund = Static<typeof NewCardRefund>;

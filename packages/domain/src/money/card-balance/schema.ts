import { type Static, Type } from 'typebox';
import { paging } from '../../basics/changes/schema.ts';
import { being, Day, Id, Moment, nullable } from '../../values/schema.ts';
import { disputeStates } from '../card-refunds/rules.ts';
import { Cents } from '../lines/schema.ts';
import { breakdowns, cardPaymentSorts, cardPaymentViews, movementKinds, payoutStates } from './rules.ts';

const strict = { additionalProperties: false };

/** Below zero, it went the other way. */
const Signed = Type.Integer({ description: 'In cents' });

const known = {
  stripe_account: being(Type.String(), 'Whose balance it is, as Stripe numbers it'),
  is_test: being(Type.Boolean(), 'Nothing that is paid in test mode moves money'),
  reference: being(Type.String(), 'By what Stripe knows it'),
};

/** What Stripe sent to the bank account of the business. */
export const CardPayout = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...known,
  amount: being(Signed, 'In cents; below zero: Stripe took it from the bank account'),
  state: Type.Enum(payoutStates),
  problem: being(Type.String(), 'Why it failed; empty: it did not'),
  breakdown: Type.Enum(breakdowns, {
    description:
      'Whether it is known which payments it is made of. None: it was paid out by hand, and Stripe doesn’t say. Waiting: Stripe doesn’t say yet. Ready: not read yet',
  }),
  arrives_on: being(Day, 'The day on which it reaches the bank account'),
  made_at: Moment,
});

/** A line of the balance at Stripe. */
export const CardMovement = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...known,
  kind: Type.Enum(movementKinds),
  type: being(Type.String(), 'As Stripe sorts it'),
  about: being(Type.String(), 'What Stripe says that it is, where it is about nobody’s payment'),
  amount: being(Signed, 'In cents, without the fee; below zero: it left the balance'),
  fee: being(Signed, 'What Stripe kept of it, in cents'),
  source: nullable(Type.String(), 'By what Stripe knows what moved it'),
  payout_id: nullable(Id, 'The payout that it went out with'),
  moved_at: Moment,
  available_at: being(Moment, 'From then on it can be paid out'),
});

const ofInvoice = {
  invoice_id: Id,
  number: Type.String(),
  customer_id: Id,
  customer_name: Type.String(),
};

/** A row of the list of card payments: what became of it, as far as Stripe has said so. */
export const CardPaymentSummary = Type.Object({
  id: Id,
  ...ofInvoice,
  payment_id: nullable(Id, 'Null: a test, which is no payment'),
  is_test: Type.Boolean(),
  amount: Cents,
  card: being(Type.String(), 'Such as Visa ending 4242'),
  payment_intent: being(Type.String(), 'By what Stripe knows it'),
  paid_at: Moment,
  paid_on: being(Day, 'The same as a day of the business'),
  fee: nullable(
    Signed,
    'What Stripe keeps of it, with the fees of refunds and disputes; null: not known yet',
  ),
  net: nullable(Signed, 'What is left after fees, refunds and disputes; null: the fee is not known yet'),
  refunded: Cents,
  disputed: Cents,
  dispute: nullable(
    Type.Object({
      state: Type.Enum(disputeStates),
      answer_by: nullable(Moment, 'Until then Stripe takes an answer'),
    }),
    'The last one; null: nobody disputed it',
  ),
  available_at: nullable(Moment, 'From then on it can be paid out; null: not known yet'),
  payout: nullable(
    Type.Object({ id: Id, arrives_on: Day, state: Type.Enum(payoutStates) }),
    'With which it went to the bank account; null: with none yet, or Stripe doesn’t say',
  ),
});

const filters = {
  search: Type.Optional(
    being(
      Type.String({ maxLength: 200 }),
      'Words of the customer, invoice or card, an amount with cents, or the whole of what Stripe knows it by',
    ),
  ),
  view: Type.Optional(Type.Enum(cardPaymentViews)),
  from: Type.Optional(being(Day, 'Paid on this day or later')),
  to: Type.Optional(being(Day, 'Paid on this day or earlier')),
};

export const CardPaymentFilter = Type.Object(filters, strict);
export const CardPaymentQuery = Type.Object(
  { ...filters, sort: Type.Optional(Type.Enum(cardPaymentSorts)), ...paging },
  strict,
);

/** A row of the list of payouts. */
export const CardPayoutSummary = Type.Object({
  ...CardPayout.properties,
  payments: Type.Integer({ description: 'How many card payments it holds' }),
});

const { cursor, limit } = paging;
export const CardPayoutQuery = Type.Object({ cursor, limit }, strict);

/** A payout with what it is made of: what came in, what went back and what Stripe kept. */
export const CardPayoutRecord = Type.Object({
  ...CardPayoutSummary.properties,
  received: being(Signed, 'Of card payments here'),
  went_back: being(Signed, 'Refunds and disputes of card payments here; below zero'),
  fees: being(Signed, 'What Stripe kept'),
  other: being(Signed, 'What else is in it at Stripe'),
});

/** A line of a payout, with the invoice that it belongs to. */
export const PayoutLine = Type.Object({
  ...CardMovement.properties,
  moved_on: being(Day, 'When it moved, as a day of the business'),
  invoice: nullable(Type.Object(ofInvoice), 'Null: it belongs to none of yours'),
});

/** What is at Stripe now: opening + received − refunded − disputed − fees + other = clearing + paid_out. Test payments are left out. */
export const CardClearing = Type.Object({
  opening: nullable(
    Signed,
    'What was in the Stripe account before anything counted here; null: not known yet',
  ),
  opening_at: nullable(Moment, 'From then on what moves is counted; null: Stripe was never read'),
  received: being(Signed, 'What customers paid by card'),
  refunded: being(Signed, 'What went back to cards'),
  disputed: being(Signed, 'What Stripe took back for disputes that are undecided or lost'),
  fees: being(Signed, 'What Stripe kept, as far as it has said so'),
  other: being(Signed, 'What moved on the balance that is not of card payments here'),
  paid_out: being(Signed, 'Sent to the bank account since then, without what failed'),
  clearing: nullable(Signed, 'What is still at Stripe; null: the opening balance is not known yet'),
  listed: nullable(
    Signed,
    'The balance by the lines that Stripe has listed so far; null: the opening balance is not known yet',
  ),
  is_by_hand: being(
    Type.Boolean(),
    'Whether something was paid out by hand, of which Stripe doesn’t say what it holds',
  ),
  read_at: nullable(Moment, 'When Stripe was read last; null: never'),
});

/** What Stripe kept in a period. */
export const CardFees = Type.Object({
  fees: being(
    Signed,
    'What Stripe kept of card payments here, their refunds and disputes, and what it charged by itself',
  ),
  lines: Type.Integer({ description: 'How many lines of the balance it comes from' }),
});

export type CardFees = Static<typeof CardFees>;
export type CardPayout = Static<typeof CardPayout>;
export type CardMovement = Static<typeof CardMovement>;
export type CardPaymentSummary = Static<typeof CardPaymentSummary>;
export type CardPaymentQuery = Static<typeof CardPaymentQuery>;
export type CardPayoutSummary = Static<typeof CardPayoutSummary>;
export type CardPayoutRecord = Static<typeof CardPayoutRecord>;
export type PayoutLine = Static<typeof PayoutLine>;
export type CardClearing = Static<typeof CardClearing>;

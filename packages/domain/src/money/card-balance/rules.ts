export const movementKinds = ['payment', 'refund', 'dispute', 'payout', 'fee', 'other'] as const;
export const payoutStates = ['waiting', 'on its way', 'paid', 'failed', 'cancelled'] as const;
export const breakdowns = ['none', 'waiting', 'ready', 'read'] as const;

type MovementKind = (typeof movementKinds)[number];
type PayoutState = (typeof payoutStates)[number];

const kindOfCategory: Readonly<Record<string, MovementKind>> = {
  charge: 'payment',
  charge_failure: 'payment',
  partial_capture_reversal: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  payout: 'payout',
  payout_reversal: 'payout',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
};

/** What a line of the balance is, by the word by which Stripe sorts it. What nobody knows is kept as it is. */
export function movementKind(category: string): MovementKind {
  return kindOfCategory[category] ?? 'other';
}

/** How far a payout has come, by Stripe’s word for it. */
export function payoutState(status: string): PayoutState {
  if (status === 'paid' || status === 'failed') return status;
  if (status === 'canceled') return 'cancelled';
  return status === 'in_transit' ? 'on its way' : 'waiting';
}

/** What the books say of the money that cards brought, in cents, each above zero as its name says; `opening` and `other` may be below. */
export interface CardSums {
  /** What was at Stripe before anything counted; null: not known yet. */
  readonly opening: number | null;
  readonly received: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly fees: number;
  readonly other: number;
  readonly paid_out: number;
}

/** What is at Stripe: opening + received − refunded − disputed − fees + other = clearing + paid out; null while the opening balance is not known. */
export function clearingOf({
  opening,
  received,
  refunded,
  disputed,
  fees,
  other,
  paid_out,
}: CardSums): number | null {
  return opening === null ? null : opening + received - refunded - disputed - fees + other - paid_out;
}

export const cardPaymentViews = ['in clearing', 'refunded', 'disputed', 'tests'] as const;
export const cardPaymentSorts = ['-paid', 'paid', '-amount', 'amount'] as const;

/** What a line of the balance is, for people. What belongs to no card payment here is something else at Stripe. */
export function movementWords({
  kind,
  type,
  amount,
  invoice,
}: {
  readonly kind: MovementKind;
  readonly type: string;
  readonly amount: number;
  readonly invoice: unknown;
}): string {
  if (kind === 'fee') return type === 'tax' ? 'Tax on Stripe’s fees' : 'Stripe fee';
  if (kind === 'payout') return amount > 0 ? 'Payout that came back' : 'Payout';
  if (kind === 'other' || !invoice) return 'Other at Stripe';
  if (kind === 'dispute') return amount > 0 ? 'Dispute won' : 'Dispute';
  if (kind === 'refund') return amount > 0 ? 'Refund that came back' : 'Refund';
  return amount < 0 ? 'Payment that failed' : 'Payment';
}

export const payoutWords: Readonly<Record<PayoutState, string>> = {
  waiting: 'Being prepared',
  'on its way': 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const refundStates = ['waiting', 'pending', 'succeeded', 'failed'] as const;
export const disputeStates = ['asked', 'open', 'answered', 'won', 'lost'] as const;

type RefundState = (typeof refundStates)[number];
type DisputeState = (typeof disputeStates)[number];

/** Whether nobody knows yet to whom the money of a dispute goes. */
export function isUndecided({ state }: { readonly state: DisputeState }): boolean {
  return state === 'asked' || state === 'open' || state === 'answered';
}

/** What of a card payment can still go back to the card: not what is on its way, and nothing while the bank decides. */
export function refundable(
  amount: number,
  refunds: readonly { readonly amount: number; readonly state: RefundState }[],
  disputes: readonly { readonly state: DisputeState }[],
): number {
  if (disputes.some(({ state }) => state !== 'won')) return 0;
  const gone = refunds.filter(({ state }) => state !== 'failed');
  return Math.max(0, amount - gone.reduce((sum, one) => sum + one.amount, 0));
}

/** How far a dispute has come, by Stripe's word for it. */
export function disputeState(status: string): DisputeState {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return 'asked';
  if (status === 'needs_response') return 'open';
  if (status === 'under_review') return 'answered';
  // A question of the bank that led to nothing took no money.
  return status === 'lost' ? 'lost' : 'won';
}

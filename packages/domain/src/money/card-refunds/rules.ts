export const refundStates = ['waiting', 'pending', 'succeeded', 'failed'] as const;
export const disputeStates = ['asked', 'open', 'answered', 'won', 'lost'] as const;

type RefundState = (typeof refundStates)[number];
type DisputeState = (typeof disputeStates)[number];

/** Whether nobody knows yet to whom the money of a dispute goes. */
export function isUndecided({ state }: { readonly state: DisputeState }): boolean {
  return state === 'asked' || state === 'open' || state === 'answered';
}

/** What of a card payment can still go back to the card: not what is on its way or was given back otherwise, and nothing while the bank decides. */
export function refundable(
  amount: number,
  {
    refunds,
    disputes,
    otherwise,
  }: {
    readonly refunds: readonly { readonly amount: number; readonly state: RefundState }[];
    readonly disputes: readonly { readonly state: DisputeState }[];
    /** What of it was given back, and not to the card. */
    readonly otherwise: number;
  },
): number {
  if (disputes.some(({ state }) => state !== 'won')) return 0;
  const gone = refunds.filter(({ state }) => state !== 'failed');
  return Math.max(0, amount - otherwise - gone.reduce((sum, one) => sum + one.amount, 0));
}

/** How far a dispute has come, by Stripe's word for it and by where the money is; undefined: a word that we don't know. */
export function disputeState(status: string, isGone: boolean): DisputeState | undefined {
  // A question of the bank that led to nothing took no money.
  if (status === 'warning_closed' || status === 'prevented') return isGone ? 'lost' : 'won';
  return stateOfStatus.get(status);
}

const stateOfStatus: ReadonlyMap<string, DisputeState> = new Map([
  ['warning_needs_response', 'asked'],
  ['warning_under_review', 'asked'],
  ['needs_response', 'open'],
  ['appeal_needs_response', 'open'],
  ['under_review', 'answered'],
  ['appeal_under_review', 'answered'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

/** Whether it is told late, and older than what is known: what was won stays so, and after a loss nobody decides but on appeal. */
export function isTooLate(known: DisputeState, status: string, state: DisputeState): boolean {
  if (known === 'won') return state !== 'won';
  return known === 'lost' && isUndecided({ state }) && !status.startsWith('appeal_');
}

export const disputeWords: Readonly<Record<DisputeState, string>> = {
  asked: 'The bank asks about it. No money has moved',
  open: 'Disputed: Stripe has taken the money back',
  answered: 'Disputed: the bank decides',
  won: 'Dispute won: the money came back',
  lost: 'Dispute lost: the money is gone',
};

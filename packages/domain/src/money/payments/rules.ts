/** A refund gives back what was paid too much, or what was credited after it had been paid. */
export const paymentKinds = ['payment', 'refund'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export const paymentMethods = ['cash', 'transfer', 'card', 'cheque', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodWords: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  transfer: 'Bank transfer',
  card: 'Card',
  cheque: 'Cheque',
  other: 'Other',
};

/** How payments are sorted out in the list; `unused`: those of which the customer still has something with us. */
export const paymentViews = ['received', 'unused', 'refunds', 'taken back'] as const;
export const paymentSorts = ['-received', 'received', '-amount', 'amount'] as const;

/** As many invoices as one payment pays at once: what somebody can check by eye. */
export const MOST_PAID_AT_ONCE = 200;

/** Something that an amount is taken from, or put to, until there is no more. */
interface Part {
  readonly id: string;
  readonly amount: number;
}

/** How an amount is shared out: each gets as much as it has room for, the first first. What no room is left for is in none of them. */
export function sharedOut(amount: number, parts: readonly Part[]): Part[] {
  const shares: Part[] = [];
  let left = amount;
  for (const { id, amount: room } of parts) {
    const share = Math.min(left, room);
    if (share > 0) shares.push({ id, amount: share });
    left -= share;
  }
  return shares;
}

/** Which of these pays how much of which of those: both in their order, as far as the shorter side goes. */
export function matched(
  sources: readonly Part[],
  targets: readonly Part[],
): { readonly from: string; readonly to: string; readonly amount: number }[] {
  const left = sources.map((source) => ({ ...source }));
  return targets.flatMap((target) => {
    const shares = sharedOut(target.amount, left);
    for (const { id, amount } of shares) left.find((source) => source.id === id)!.amount -= amount;
    return shares.map(({ id, amount }) => ({ from: id, to: target.id, amount }));
  });
}

/** Why something is no key that we take, in words; undefined: it may be one. */
export function keyProblem(key: string): string | undefined {
  if (/^rk_(live|test)_\w+$/.test(key)) return undefined;
  if (key.startsWith('sk_'))
    return 'That’s a secret key, which can do anything with your Stripe account. Make a restricted key and enter that.';
  if (key.startsWith('pk_'))
    return 'That’s a publishable key, which can’t take payments. Make a restricted key and enter that.';
  return 'That isn’t a restricted key. One starts with rk_live_, or with rk_test_ to try things.';
}

/** What a restricted key needs, in the words of Stripe’s own page, and what for. */
export const neededPermissions = [
  ['Checkout Sessions', 'Write', 'opens the page to pay on'],
  ['Charges and Refunds', 'Write', 'reads what was paid and refunds it when you say so'],
  ['PaymentIntents', 'Read', 'reads whether a payment went through'],
  ['Balance', 'Read', 'reads what is in your Stripe account'],
  ['Balance transaction sources', 'Read', 'reads Stripe’s fees'],
  ['Disputes', 'Read', 'reads when a customer disputes a payment'],
  ['Payouts', 'Read', 'reads what reaches your bank account'],
  ['Events', 'Read', 'asks what has happened'],
] as const;

/** What Stripe takes in one payment, in Australian dollars. */
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;

/** Whether so much can be paid by card. */
export function isPaidByCard(cents: number): boolean {
  return cents >= LEAST_CENTS && cents <= MOST_CENTS;
}

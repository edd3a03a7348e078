import type { LocalDate } from '../../values/local-time.ts';

/** What is kept of a version of a quote. */
export const quoteStates = ['draft', 'sent', 'accepted', 'declined', 'replaced'] as const;
export type QuoteState = (typeof quoteStates)[number];

/** What screens call it: with whether it was seen, and whether its days are over. */
export const quoteStatuses = [
  'draft',
  'sent',
  'seen',
  'accepted',
  'declined',
  'expired',
  'replaced',
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** How quotes are sorted out in the list. */
export const quoteViews = ['draft', 'open', 'accepted', 'declined', 'expired', 'template'] as const;
export const quoteSorts = ['-created', 'number', '-number', 'until', '-until', '-total'] as const;

/** Good, better, best, and two more. */
export const MOST_OPTIONS = 5;

interface Judged {
  readonly state: QuoteState;
  readonly seen_at: string | null;
  readonly valid_until: string | null;
}

/** A quote is good to the end of its last day, by the clocks of the business. */
export function quoteStatusOf({ state, seen_at, valid_until }: Judged, today: LocalDate): QuoteStatus {
  if (state !== 'sent') return state;
  if (valid_until !== null && valid_until < today) return 'expired';
  return seen_at === null ? 'sent' : 'seen';
}

/** What can happen to a version. */
export type QuoteEvent = 'send' | 'accept' | 'decline' | 'ask' | 'replace' | 'edit';

const ofSent = { accept: 'accepted', decline: 'declined', ask: 'sent', replace: 'replaced' } as const;

/** Which state follows from what happens; what is not listed cannot happen. */
const following: Readonly<Record<QuoteStatus, Readonly<Partial<Record<QuoteEvent, QuoteState>>>>> = {
  draft: { edit: 'draft', send: 'sent' },
  sent: ofSent,
  seen: ofSent,
  // Who wants it after all asks, and gets a new version with prices of today.
  expired: { decline: 'declined', ask: 'sent', replace: 'replaced' },
  declined: { replace: 'replaced' },
  accepted: {},
  replaced: {},
};

/** The state that a version has after that; undefined where it cannot happen to it. */
export function stateAfter(status: QuoteStatus, event: QuoteEvent): QuoteState | undefined {
  return following[status][event];
}

const refusals: Readonly<Record<QuoteStatus, string>> = {
  draft: 'This quote is still a draft. Send it first.',
  sent: 'This version has been sent, so it stays as it is. Make a new version to change it.',
  seen: 'This version has been sent, so it stays as it is. Make a new version to change it.',
  accepted: 'This quote has already been accepted.',
  declined: 'This quote has already been declined.',
  expired: 'This quote has expired. A new version is needed.',
  replaced: 'This version has been replaced by a newer one.',
};

/** Why it cannot, for whoever was not the first; undefined where it can. */
export function refusedEvent(status: QuoteStatus, event: QuoteEvent): string | undefined {
  return stateAfter(status, event) === undefined ? refusals[status] : undefined;
}

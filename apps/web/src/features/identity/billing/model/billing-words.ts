import { INVOICE_DAYS } from '@muster/domain/identity/billing/rules';
import type { Billing, Cost } from '@muster/domain/identity/billing/schema';
import { DAY_MS } from '@muster/domain/values/minutes';
import { dayOfMonth, money } from '../../../../lib/format/format.ts';

type Tone = 'ok' | 'info' | 'attention' | 'danger';

/** How the account stands, as a badge and a sentence. */
export interface StandingWords {
  readonly tone: Tone;
  readonly badge: string;
  readonly text: string;
}

export function standingWords(
  { state, until, reason, cost, collection, renews_at, unpaid }: Billing,
  { now, zone }: { readonly now: number; readonly zone: string },
): StandingWords {
  const on = (at: string | null) => (at === null ? '' : dayOfMonth(at, zone));
  const owed = unpaid ? money(unpaid.cents) : 'The last payment';
  switch (state) {
    case 'free':
      return {
        tone: 'info',
        badge: 'Early access',
        text: 'It’s free. We’ll email you 30 days before that ends, and you pay nothing unless you subscribe.',
      };
    case 'trial':
      if (collection === 'invoice')
        return {
          tone: 'info',
          badge: 'Starting',
          text: `You pay by invoice, due ${INVOICE_DAYS} days after it’s issued. Your subscription is being set up, and the first invoice is on its way.`,
        };
      return {
        tone: 'info',
        badge: daysLeft(until, now),
        text: `It’s free until ${on(until)}. Subscribe by then to keep working; nothing is charged before.`,
      };
    case 'notice':
      return {
        tone: 'attention',
        badge: daysLeft(until, now),
        text: `Early access ends on ${on(until)}. Subscribe by then to keep working. If you don’t, you pay nothing, and Muster becomes read-only.`,
      };
    case 'active':
      return {
        tone: 'ok',
        badge: 'Active',
        text:
          collection === 'invoice'
            ? `You pay by invoice, due ${INVOICE_DAYS} days after it’s issued. The next one is issued on ${on(renews_at)}.`
            : `The next payment is on ${on(renews_at)}, by card.`,
      };
    case 'cancelling':
      return {
        tone: 'attention',
        badge: `Ends ${on(until)}`,
        text: `You’ve cancelled. Everything works until ${on(until)}; after that Muster is read-only, and nothing is deleted.`,
      };
    case 'past_due':
      return {
        tone: 'attention',
        badge: 'Payment overdue',
        text: `${owed} is overdue${unpaid ? ` since ${on(unpaid.since)}` : ''}. Pay by ${on(until)} to keep working: after that Muster is read-only, and nothing is deleted.`,
      };
    case 'lapsing':
      return {
        tone: 'attention',
        badge: `Ends ${on(until)}`,
        text: `Your subscription has ended, and what you’ve paid for lasts until ${on(until)}. Subscribe again by then to keep working; you’re charged from that day on, not before.`,
      };
    case 'read_only':
      break;
  }
  return { tone: 'danger', badge: 'Read-only', text: readOnlyText(reason, cost !== null, owed) };
}

function readOnlyText(reason: Billing['reason'], isSubscribed: boolean, owed: string): string {
  if (reason === 'unpaid' && isSubscribed)
    return `${owed} is overdue. As soon as it’s paid everything works again. Nothing is deleted, and you can export at any time.`;
  if (reason === 'unpaid')
    return `${owed} is overdue, and your subscription has ended. Pay it first, then subscribe again. Nothing is deleted, and you can export at any time.`;
  const ended = reason === 'not_confirmed' ? 'Your free time has ended.' : 'Your subscription has ended.';
  return `${ended} Subscribe and everything works again at once. Nothing is deleted, and you can export at any time.`;
}

/** The same for our own people, about somebody else’s account. */
export function officeWords(
  billing: Billing,
  { now, zone }: { readonly now: number; readonly zone: string },
): StandingWords {
  const { state, until, reason, cost, collection, renews_at, unpaid } = billing;
  const on = (at: string | null) => (at === null ? '' : dayOfMonth(at, zone));
  const overdue = unpaid ? `${money(unpaid.cents)} is overdue since ${on(unpaid.since)}.` : '';
  const byInvoice = collection === 'invoice';
  const whyReadOnly = {
    unpaid: overdue,
    not_confirmed: 'The free time has ended, and nobody has subscribed.',
    ended: 'The subscription has ended.',
  };
  const words: Readonly<Record<Billing['state'], string>> = {
    free: 'Early access: nothing is charged, and they haven’t been told of an end.',
    trial: byInvoice
      ? 'They pay by invoice. The subscription is being set up.'
      : `Free until ${on(until)}. Nobody has subscribed yet.`,
    notice: `Early access ends on ${on(until)}. Nobody has subscribed yet.`,
    active: `The next ${byInvoice ? 'invoice' : 'payment'} is on ${on(renews_at)}.`,
    cancelling: `They’ve cancelled, and it works until ${on(until)}.`,
    past_due: `${overdue} Read-only from ${on(until)}.`,
    lapsing: `The subscription has ended, and what they’ve paid for lasts until ${on(until)}.`,
    read_only: reason === null ? '' : whyReadOnly[reason],
  };
  const sold = cost
    ? `${cost.plan_name} with ${cost.licences === 1 ? '1 licence' : `${cost.licences} licences`}, ${money(cost.total_cents)} a month by ${collection}. `
    : '';
  const { tone, badge } = standingWords(billing, { now, zone });
  return { tone, badge, text: sold + words[state] };
}

/** What ends, and when, for whoever is about to cancel. */
export function cancelWords({ state, until, renews_at }: Billing, zone: string): string {
  const on = (at: string | null) => (at === null ? '' : dayOfMonth(at, zone));
  const kept = 'nothing is deleted, and you can export or subscribe again at any time.';
  if (state === 'past_due')
    return `The subscription ends on ${on(renews_at)}. What’s overdue is still to be paid: if it isn’t, Muster is read-only from ${on(until)}. Either way ${kept}`;
  return `Everything works until ${on(renews_at)}. Then Muster is read-only: ${kept}`;
}

function daysLeft(until: string | null, now: number): string {
  const days = daysUntil(until, now);
  if (days === 0) return 'Last day';
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** Whole days: what ends does so at the end of a day, and of that one a part is still to come. */
function daysUntil(until: string | null, now: number): number {
  return Math.max(0, Math.floor((Date.parse(until ?? '') - now) / DAY_MS));
}

/** What owners read above every page while there is something to do by a day. */
export interface BannerWords {
  readonly strong: string;
  readonly text: string;
  readonly way: string;
  /** Put away, it is not shown until it has another one. Null: it can’t be put away. */
  readonly stage: string | null;
}

/** What ends by itself, what to do about it, and so many days before its owners read of it: at the next number again. */
const endings: Readonly<
  Partial<Record<Billing['state'], { ends: string; ask: string; way: string; stages: readonly number[] }>>
> = {
  trial: { ends: 'Your free time ends', ask: 'Subscribe by then', way: 'Subscribe', stages: [1, 7] },
  notice: { ends: 'Early access ends', ask: 'Subscribe by then', way: 'Subscribe', stages: [1, 7, 30] },
  cancelling: { ends: 'Your subscription ends', ask: 'Keep it', way: 'Keep it', stages: [1, 7] },
  lapsing: {
    ends: 'What you’ve paid for ends',
    ask: 'Subscribe again by then',
    way: 'Subscribe',
    stages: [1, 7],
  },
};

export function bannerWords(
  { state, until, collection, unpaid }: Billing,
  { now, zone }: { readonly now: number; readonly zone: string },
): BannerWords | undefined {
  if (until === null) return undefined;
  const last = dayOfMonth(until, zone);
  const after = 'to keep working. After that Muster is read-only, and nothing is deleted.';
  if (state === 'past_due') {
    const owed = `${unpaid ? money(unpaid.cents) : 'A payment'} is overdue.`;
    const strong = collection === 'card' ? `Your card was declined: ${owed}` : owed;
    return { strong, text: `Pay by ${last} ${after}`, way: 'Pay now', stage: null };
  }
  const ending = endings[state];
  const days = daysUntil(until, now);
  const stage = ending?.stages.find((most) => days <= most);
  if (!ending || stage === undefined) return undefined;
  return {
    strong: `${ending.ends} on ${last}, ${days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`}.`,
    text: `${ending.ask} ${after}`,
    way: ending.way,
    stage: `${state} ${until} ${stage}`,
  };
}

/** "Crew $119 + 2 further licences at $24 each" */
export function partsOf({ plan_name, plan_cents, further_licences, licence_cents }: Cost): string {
  const plan = `${plan_name} ${money(plan_cents)}`;
  if (further_licences === 0) return plan;
  const further = further_licences === 1 ? '1 further licence' : `${further_licences} further licences`;
  return `${plan} + ${further} at ${money(licence_cents)}${further_licences === 1 ? '' : ' each'}`;
}

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
      return {
        tone: 'info',
        badge: daysLeft(until, now),
        text: `It’s free until ${on(until)}. Subscribe by then to keep working; your first payment is on that day.`,
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
    case 'read_only':
      break;
  }
  return { tone: 'danger', badge: 'Read-only', text: readOnlyText(reason, cost !== null, owed) };
}

function readOnlyText(reason: Billing['reason'], isSubscribed: boolean, owed: string): string {
  if (reason === 'unpaid' && isSubscribed)
    return `${owed} is overdue. As soon as it’s paid everything works again. Nothing is deleted, and you can export at any time.`;
  const ended = reason === 'not_confirmed' ? 'Your free time has ended.' : 'Your subscription has ended.';
  return `${ended} Subscribe and everything works again at once. Nothing is deleted, and you can export at any time.`;
}

/** "12 days left": the last day counts. */
function daysLeft(until: string | null, now: number): string {
  const days = Math.max(0, Math.ceil((Date.parse(until ?? '') - now) / DAY_MS));
  return days === 1 ? '1 day left' : `${days} days left`;
}

/** "Crew $119 + 2 further licences at $24 each" */
export function partsOf({ plan_name, plan_cents, further_licences, licence_cents }: Cost): string {
  const plan = `${plan_name} ${money(plan_cents)}`;
  if (further_licences === 0) return plan;
  const further = further_licences === 1 ? '1 further licence' : `${further_licences} further licences`;
  return `${plan} + ${further} at ${money(licence_cents)}${further_licences === 1 ? '' : ' each'}`;
}

import { addDays, dateAt, startOfDay } from '../../values/local-time.ts';
import { DAY_MS, epochMinutes, HOUR_MS, MINUTE_MS } from '../../values/minutes.ts';
import type { Plan } from '../plans/schema.ts';
import type { BillingState, Cost, ReadOnlyReason } from './schema.ts';

/** Early access ends no sooner after the mail that says so, and a new business tries Muster for as long. */
export const NOTICE_DAYS = 30;
/** Whoever has not confirmed is reminded so long before the end. */
export const REMINDED_DAYS = 7;
/** So long after a payment was refused, or an invoice became due, the account is read-only. */
export const OVERDUE_DAYS = 14;
/** How long an invoice may be paid, where somebody pays by invoice. */
export const INVOICE_DAYS = 14;

/** A first charge on a later day lies at least two days ahead, by Stripe’s clock, or Stripe refuses the page. */
const LEAST_FREE_MS = 51 * HOUR_MS;

/** What ends without a charge: whoever subscribes before that is charged from then on. */
const uncharged: ReadonlySet<BillingState> = new Set(['trial', 'notice', 'lapsing']);

/** When whoever subscribes now is charged first: as they were told, and a few hours later rather than earlier. Null: at once. */
export function firstCharge(
  { state, until }: { readonly state: BillingState; readonly until: number | null },
  now: number,
): number | null {
  return uncharged.has(state) && until !== null && until > now ? Math.max(until, now + LEAST_FREE_MS) : null;
}

/** What is true of every price while the product is young. */
export const earlyAccess = `Early access: it’s free and you don’t need a card. We’ll email you ${NOTICE_DAYS} days before these prices start, and they only apply if you confirm them.`;

/** What is true of every price for whoever registers, once there are prices and before that. */
export function priceTerms(isCharged: boolean): string {
  return isCharged
    ? `Free for ${NOTICE_DAYS} days, and you don’t need a card. After that the price applies, and only if you subscribe. You can cancel at any time.`
    : earlyAccess;
}

/** What the standing of an account follows from. Times are milliseconds since 1970. */
export interface BillingFacts {
  /** What is said to end on a day ends with that day in this zone. */
  readonly zone: string;
  /** What it was told would end, and when that ends; null: early access, and nobody was told of an end. */
  readonly notice: { readonly of: 'trial' | 'notice'; readonly until: number } | null;
  /** Null: there never was one. */
  readonly subscription: {
    readonly has_ended: boolean;
    /** Cancelled, and paid until then. */
    readonly cancels_at: number | null;
    /** Since when the oldest invoice should have been paid. */
    readonly unpaid_since: number | null;
    /** Up to when it was paid, where it has ended; null: it runs, or nothing of it was paid. */
    readonly paid_until: number | null;
  } | null;
}

export interface Standing {
  readonly state: BillingState;
  readonly until: number | null;
  readonly reason: ReadOnlyReason | null;
}

/** How an account stands at a moment. A subscription says more than a notice, and a notice that still runs more than one that has ended. */
export function standingOf({ zone, notice, subscription }: BillingFacts, now: number): Standing {
  if (subscription) {
    const { has_ended, unpaid_since, cancels_at, paid_until } = subscription;
    // Stripe may cancel what is not paid sooner than we have said that everything goes on.
    if (unpaid_since !== null) {
      const overdueUntil = endOfDay(unpaid_since + OVERDUE_DAYS * DAY_MS, zone);
      return now < overdueUntil ? standing('past_due', overdueUntil) : readOnly('unpaid');
    }
    if (!has_ended)
      return cancels_at === null ? standing('active') : standing('cancelling', endOfDay(cancels_at, zone));
    const paidUntil = paid_until === null ? now : endOfDay(paid_until, zone);
    if (now < paidUntil) return standing('lapsing', paidUntil);
  }
  const noticeUntil = notice && endOfDay(notice.until, zone);
  if (notice && noticeUntil !== null && now < noticeUntil) return standing(notice.of, noticeUntil);
  if (subscription) return readOnly('ended');
  return notice ? readOnly('not_confirmed') : standing('free');
}

/** The last moment of its day there. */
function endOfDay(at: number, zone: string): number {
  return startOfDay(addDays(dateAt(epochMinutes(Math.floor(at / MINUTE_MS)), zone), 1), zone) * MINUTE_MS - 1;
}

function standing(state: BillingState, until: number | null = null): Standing {
  return { state, until, reason: null };
}

function readOnly(reason: ReadOnlyReason): Standing {
  return { state: 'read_only', until: null, reason };
}

/** What so many licences cost with a plan. Whoever wants fewer than come with it has those that do. */
export function costOf(plan: Plan, wanted: number): Cost {
  const further = Math.max(0, wanted - plan.licences);
  return {
    plan_code: plan.code,
    plan_name: plan.name,
    licences: plan.licences + further,
    plan_cents: plan.price_cents,
    further_licences: further,
    licence_cents: plan.licence_cents,
    total_cents: plan.price_cents + further * plan.licence_cents,
  };
}

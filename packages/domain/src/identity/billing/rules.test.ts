import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../values/minutes.ts';
import { type BillingFacts, costOf, firstCharge, standingOf } from './rules.ts';

/** The last moment of a day. */
const now = Date.UTC(2026, 10, 20) - 1;
const tomorrow = now + DAY_MS;
const running = { has_ended: false, cancels_at: null, unpaid_since: null, paid_until: null };
const over = { ...running, has_ended: true };

test.each<[string, Omit<BillingFacts, 'zone'>, ReturnType<typeof standingOf>]>([
  ['nobody told', { notice: null, subscription: null }, { state: 'free', until: null, reason: null }],
  [
    'new',
    { notice: { of: 'trial', until: tomorrow }, subscription: null },
    { state: 'trial', until: tomorrow, reason: null },
  ],
  [
    'told',
    { notice: { of: 'notice', until: tomorrow }, subscription: null },
    { state: 'notice', until: tomorrow, reason: null },
  ],
  [
    'at the end of the notice',
    { notice: { of: 'notice', until: now }, subscription: null },
    { state: 'read_only', until: null, reason: 'not_confirmed' },
  ],
  [
    'subscribed, whatever was told before',
    { notice: { of: 'notice', until: now - DAY_MS }, subscription: running },
    { state: 'active', until: null, reason: null },
  ],
  [
    'cancelled to the end of the month',
    { notice: null, subscription: { ...running, cancels_at: tomorrow } },
    { state: 'cancelling', until: tomorrow, reason: null },
  ],
  [
    'overdue on the last day',
    { notice: null, subscription: { ...running, unpaid_since: now - 14 * DAY_MS + 1 } },
    { state: 'past_due', until: tomorrow, reason: null },
  ],
  [
    'overdue for 14 days, cancelled or not',
    { notice: null, subscription: { ...running, unpaid_since: now - 14 * DAY_MS, cancels_at: tomorrow } },
    { state: 'read_only', until: null, reason: 'unpaid' },
  ],
  [
    'overdue, and cancelled by Stripe before the 14 days were over',
    { notice: null, subscription: { ...over, unpaid_since: now - 14 * DAY_MS + 1 } },
    { state: 'past_due', until: tomorrow, reason: null },
  ],
  [
    'overdue for 14 days, and cancelled by Stripe',
    { notice: null, subscription: { ...over, unpaid_since: now - 14 * DAY_MS } },
    { state: 'read_only', until: null, reason: 'unpaid' },
  ],
  [
    'cancelled by Stripe, with what was overdue paid since',
    { notice: null, subscription: { ...over, paid_until: tomorrow } },
    { state: 'lapsing', until: tomorrow, reason: null },
  ],
  [
    'ended, with what was paid used up',
    { notice: null, subscription: { ...over, paid_until: now - DAY_MS } },
    { state: 'read_only', until: null, reason: 'ended' },
  ],
  ['ended', { notice: null, subscription: over }, { state: 'read_only', until: null, reason: 'ended' }],
  [
    'ended before the free days were over',
    { notice: { of: 'trial', until: tomorrow }, subscription: over },
    { state: 'trial', until: tomorrow, reason: null },
  ],
])('the standing of who is %s', (_, facts, expected) => {
  expect(standingOf({ zone: 'UTC', ...facts }, now)).toEqual(expected);
});

const crew = { code: 'crew', name: 'Crew', licences: 5, price_cents: 11_900, licence_cents: 2_400 };

test.each([
  [3, 5, 0, 11_900],
  [5, 5, 0, 11_900],
  [7, 7, 2, 16_700],
])(
  '%i licences with a plan of five are %i, of which %i further ones, for %i cents',
  (wanted, licences, further, cents) => {
    expect(costOf(crew, wanted)).toEqual({
      plan_code: 'crew',
      plan_name: 'Crew',
      licences,
      plan_cents: 11_900,
      further_licences: further,
      licence_cents: 2_400,
      total_cents: cents,
    });
  },
);

test('who subscribes while nothing is charged is charged as they were told, at the very end up to 51 hours from now, and afterwards at once', () => {
  for (const state of ['trial', 'notice', 'lapsing'] as const) {
    expect(firstCharge({ state, until: now + 3 * DAY_MS }, now)).toBe(now + 3 * DAY_MS);
    expect(firstCharge({ state, until: tomorrow }, now)).toBe(now + 51 * HOUR_MS);
    expect(firstCharge({ state, until: now }, now)).toBeNull();
  }
  expect(firstCharge({ state: 'read_only', until: null }, now)).toBeNull();
});

test('what ends on a day ends with that day where the business is', () => {
  const zone = 'Australia/Sydney';
  // Half past midnight there.
  const refused = Date.UTC(2026, 10, 18, 13, 30);
  const subscription = { ...running, unpaid_since: refused };
  expect(standingOf({ zone, notice: null, subscription }, refused)).toMatchObject({
    until: Date.UTC(2026, 11, 3, 13) - 1,
  });
  const notice = { of: 'notice', until: refused } as const;
  expect(standingOf({ zone, notice, subscription: null }, refused + HOUR_MS)).toMatchObject({
    state: 'notice',
    until: Date.UTC(2026, 10, 19, 13) - 1,
  });
});

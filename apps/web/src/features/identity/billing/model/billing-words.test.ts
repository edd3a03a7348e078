import type { Billing } from '@muster/domain/identity/billing/schema';
import { DAY_MS, HOUR_MS } from '@muster/domain/values/minutes';
import { expect, test } from 'vitest';
import { bannerWords, cancelWords, officeWords, standingWords } from './billing-words.ts';

const now = Date.UTC(2026, 10, 19, 3);
const zone = 'Australia/Sydney';
const billing: Billing = {
  id: '018f3a5e-0000-7000-8000-000000000001',
  is_on: true,
  is_test: false,
  state: 'active',
  until: null,
  reason: null,
  cost: null,
  collection: null,
  renews_at: null,
  unpaid: null,
  has_portal: false,
  asked_at: null,
};
const standing = (state: Billing['state'], ahead: number): Billing => ({
  ...billing,
  state,
  until: new Date(now + ahead).toISOString(),
});

test.each([
  [
    'free time, a week ahead',
    standing('trial', 7 * DAY_MS),
    'Your free time ends on 26 November, in 7 days.',
  ],
  [
    'free time, on the last day',
    standing('trial', HOUR_MS),
    'Your free time ends on 19 November, within a day.',
  ],
  [
    'a notice, from its first day',
    standing('notice', 30 * DAY_MS + HOUR_MS),
    'Early access ends on 19 December, in 30 days.',
  ],
  ['a cancellation', standing('cancelling', 2 * DAY_MS), 'Your subscription ends on 21 November, in 2 days.'],
  [
    'what was paid lasting a few days more',
    standing('lapsing', 5 * DAY_MS),
    'What you’ve paid for ends on 24 November, in 5 days.',
  ],
  [
    'a declined card',
    {
      ...standing('past_due', 13 * DAY_MS),
      collection: 'card',
      unpaid: { cents: 11_900, since: new Date(now - DAY_MS).toISOString(), pay_url: null },
    },
    'Your card was declined: $119 is overdue.',
  ],
] as const)('an owner reads above every page of %s', (_, about, strong) => {
  expect(bannerWords(about, { now, zone })).toMatchObject({ strong });
});

test.each([
  ['nothing ends', billing],
  ['free time ends later than in a week', standing('trial', 8 * DAY_MS)],
  ['a subscription was cancelled to a later day', standing('cancelling', 20 * DAY_MS)],
])('nobody is alarmed while %s', (_, about) => {
  expect(bannerWords(about, { now, zone })).toBeUndefined();
});

test('what was put away is shown again when its end is nearer, and what is overdue cannot be put away', () => {
  const stage = (at: number) => bannerWords(standing('trial', 7 * DAY_MS), { now: at, zone })!.stage;
  expect(stage(now + DAY_MS)).toBe(stage(now));
  expect(stage(now + 6 * DAY_MS)).not.toBe(stage(now));
  expect(bannerWords(standing('past_due', DAY_MS), { now, zone })).toMatchObject({ stage: null });
});

const crew = {
  plan_code: 'crew',
  plan_name: 'Crew',
  licences: 7,
  plan_cents: 11_900,
  further_licences: 2,
  licence_cents: 2_400,
  total_cents: 16_700,
};

test('who pays by invoice isn’t asked to subscribe while the subscription is made, and the office reads the same', () => {
  const agreed: Billing = { ...standing('trial', 30 * DAY_MS), collection: 'invoice' };
  expect(standingWords(agreed, { now, zone })).toMatchObject({
    badge: 'Starting',
    text: expect.stringContaining('the first invoice is on its way'),
  });
  expect(officeWords(agreed, { now, zone }).text).toBe(
    'They pay by invoice. The subscription is being set up.',
  );
});

test.each<[Partial<Billing>, string, string]>([
  [
    { state: 'active', cost: crew, collection: 'invoice', renews_at: new Date(now + DAY_MS).toISOString() },
    'Active',
    'Crew with 7 licences, $167 a month by invoice. The next invoice is on 20 November.',
  ],
  [
    { state: 'read_only', reason: 'not_confirmed' },
    'Read-only',
    'The free time has ended, and nobody has subscribed.',
  ],
  [
    {
      state: 'past_due',
      until: new Date(now + DAY_MS).toISOString(),
      cost: crew,
      collection: 'card',
      unpaid: { cents: 16_700, since: new Date(now - DAY_MS).toISOString(), pay_url: null },
    },
    'Payment overdue',
    'Crew with 7 licences, $167 a month by card. $167 is overdue since 18 November. Read-only from 20 November.',
  ],
])('the office reads how an account stands: %j', (known, badge, text) => {
  expect(officeWords({ ...billing, ...known }, { now, zone })).toMatchObject({ badge, text });
});

test('who owes for a subscription that has ended pays first, and then subscribes again', () => {
  const unpaid = { cents: 11_900, since: new Date(now - 20 * DAY_MS).toISOString(), pay_url: null };
  const about: Billing = { ...billing, state: 'read_only', reason: 'unpaid', unpaid };
  expect(standingWords(about, { now, zone }).text).toMatch(
    /^\$119 is overdue, and your subscription has ended\. Pay it first, then subscribe again\./,
  );
  expect(standingWords({ ...about, cost: crew }, { now, zone }).text).toMatch(
    /^\$119 is overdue\. As soon as it’s paid everything works again\./,
  );
});

test('who cancels while a payment is overdue reads that it’s still to be paid', () => {
  const renews_at = new Date(now + 20 * DAY_MS).toISOString();
  expect(cancelWords({ ...billing, renews_at }, zone)).toMatch(/^Everything works until 9 December\./);
  expect(cancelWords({ ...standing('past_due', 3 * DAY_MS), renews_at }, zone)).toMatch(
    /ends on 9 December\. What’s overdue is still to be paid: if it isn’t, Muster is read-only from 22 November\./,
  );
});

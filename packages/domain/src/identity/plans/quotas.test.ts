import { expect, test } from 'vitest';
import { quotaNotice, quotaOf, quotaRefusal } from './quotas.ts';

test('a larger plan has more room, and so has who has more licences than it includes', () => {
  expect(quotaOf('customers', { plan_code: 'solo', licences: 1, included: 1 })).toBe(20_000);
  expect(quotaOf('customers', { plan_code: 'fleet', licences: 25, included: 25 })).toBe(200_000);
  expect(quotaOf('customers', { plan_code: 'fleet', licences: 100, included: 25 })).toBe(800_000);
  expect(quotaOf('customers', { plan_code: 'unheard of', licences: 1, included: 1 })).toBe(200_000);
});

test('it is told from four fifths on, and at its end with the way to more', () => {
  expect(quotaNotice('jobs', 39_999, 50_000)).toBeUndefined();
  expect(quotaNotice('jobs', 40_000, 50_000)).toBe(
    'You have 40,000 of the 50,000 jobs your plan has room for. Choose a larger plan under Licences, or contact us.',
  );
  expect(quotaNotice('jobs', 50_000, 50_000)).toBe(
    'You have all 50,000 jobs your plan has room for. To add more: choose a larger plan under Licences, or contact us.',
  );
  expect(quotaRefusal('jobs', 50_000)).toBe(
    'Your plan has room for 50,000 jobs, and this would be more. Choose a larger plan under Licences, or contact us.',
  );
});

import { expect, test } from 'vitest';
import { isPaidByCard, keyProblem } from './rules.ts';

test.each([
  ['rk_live_51abc', undefined],
  ['rk_test_51abc', undefined],
  ['sk_live_51abc', /can do anything/],
  ['pk_live_51abc', /publishable/],
  ['rk_live_', /starts with rk_live_/],
  ['hello', /starts with rk_live_/],
])('%s', (key, problem) => {
  if (problem === undefined) expect(keyProblem(key)).toBeUndefined();
  else expect(keyProblem(key)).toMatch(problem);
});

test('Stripe takes neither less than fifty cents nor a million dollars', () => {
  expect([0, 49, 50, 99_999_999, 100_000_000].map(isPaidByCard)).toEqual([false, false, true, true, false]);
});

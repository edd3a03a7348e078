import { expect, test } from 'vitest';
import { planFor } from './rules.ts';

test.each([
  [1, 'solo'],
  [2, 'crew'],
  [5, 'crew'],
  [6, 'fleet'],
  [100_000, 'fleet'],
])('%i licences are for the plan %s', (licences, plan) => {
  expect(planFor(licences)).toBe(plan);
});

import { expect, test } from 'vitest';
import { planFor } from './rules.ts';

const plans = [
  { code: 'solo', licences: 1 },
  { code: 'crew', licences: 5 },
  { code: 'fleet', licences: 25 },
];

test.each([
  [1, 'solo'],
  [2, 'crew'],
  [5, 'crew'],
  [6, 'fleet'],
  [100_000, 'fleet'],
])('%i licences are for the plan %s', (licences, code) => {
  expect(planFor(licences, plans).code).toBe(code);
});

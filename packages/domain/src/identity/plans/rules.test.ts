import { expect, test } from 'vitest';
import { planFor } from './rules.ts';

const plans = [
  { code: 'solo', name: 'Solo', licences: 1, price_cents: 3_900, licence_cents: 2_900 },
  { code: 'crew', name: 'Crew', licences: 5, price_cents: 11_900, licence_cents: 2_400 },
  { code: 'fleet', name: 'Fleet', licences: 25, price_cents: 49_900, licence_cents: 2_000 },
];

test.each([
  [1, 'solo'],
  [3, 'solo'],
  [4, 'crew'],
  [20, 'crew'],
  [21, 'fleet'],
  [100_000, 'fleet'],
])('%i licences cost least with the plan %s', (licences, code) => {
  expect(planFor(licences, plans).code).toBe(code);
});

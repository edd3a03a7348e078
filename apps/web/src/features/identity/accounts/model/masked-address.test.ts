import { expect, test } from 'vitest';
import { fitsMask } from './masked-address.ts';

test.each([
  ['olivia@example.com', 'o…@example.com', true],
  ['Olivia@Example.com', 'o…@example.com', true],
  ['oscar@example.org', 'o…@example.com', false],
  ['dana@example.com', 'o…@example.com', false],
  ['o@example.com', 'o…@example.com', true],
  ['', 'o…@example.com', false],
])('%s behind %s: %s', (email, masked, expected) => {
  expect(fitsMask(email, masked)).toBe(expected);
});

import { expect, test } from 'vitest';
import { day, moment, money, wait } from './format.ts';

test('a moment is told in the zone it belongs to', () => {
  expect(moment('2026-11-15T22:05:00Z', 'Australia/Sydney')).toMatch(/^Mon,? 16 Nov, 9:05\sam$/);
  expect(moment('2026-11-15T22:05:00Z', 'Australia/Perth')).toMatch(/^Mon,? 16 Nov, 6:05\sam$/);
});

test('a day is the day of the zone', () => {
  expect(day(new Date('2026-11-15T22:05:00Z'), 'Australia/Sydney')).toBe('Monday 16 November');
  expect(day(new Date('2026-11-15T22:05:00Z'), 'Europe/London')).toBe('Sunday 15 November');
});

test.each([
  [4_900, '$49'],
  [4_950, '$49.50'],
  [123_456, '$1,234.56'],
])('%i cents are %s', (cents, text) => {
  expect(money(cents)).toBe(text);
});

test.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [59.2, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('%d seconds are told as %s', (seconds, text) => {
  expect(wait(seconds)).toBe(text);
});

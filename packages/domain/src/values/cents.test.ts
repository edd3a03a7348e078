import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { centsInWords, dividedHalfUp, MOST_CENTS, plainCents, readCents } from './cents.ts';

test('amounts are read as people and tables write them, and nothing else is', () => {
  const read = ['12', '12.5', '$1,250.00', ' 8.5000 ', '-3.05', '$0.07', '1 250.10'].map(readCents);
  expect(read).toEqual([1200, 1250, 125_000, 850, -305, 7, 125_010]);
  for (const text of ['', '.', '12,5', '1.234', '12.505', '1,25,000', 'free', '1e3', '10000000.01'])
    expect([text, readCents(text)]).toEqual([text, undefined]);
});

test('what is written is read again, whatever the amount', () => {
  assert(
    property(integer({ min: -MOST_CENTS, max: MOST_CENTS }), (cents) => {
      expect(readCents(plainCents(cents))).toBe(cents === 0 ? 0 : cents);
      expect(readCents(centsInWords(cents).replace('−', '-'))).toBe(cents === 0 ? 0 : cents);
    }),
  );
  expect([centsInWords(123_456_789), centsInWords(-5), plainCents(100)]).toEqual([
    '$1,234,567.89',
    '−$0.05',
    '1.00',
  ]);
});

test('a division is rounded half up, and mirrors below zero', () => {
  const divided = [-15n, -14n, 14n, 15n, 24n, 25n].map((it) => dividedHalfUp(it, 10n));
  expect(divided).toEqual([-2n, -1n, 1n, 2n, 2n, 3n]);
});

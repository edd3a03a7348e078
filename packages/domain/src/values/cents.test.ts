import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { amountProblem, centsInWords, dividedHalfUp, MOST_CENTS, plainCents, readCents } from './cents.ts';

test('amounts are read as people and tables write them, and nothing else is', () => {
  const read = [
    '12',
    '12.5',
    '$1,250.00',
    ' 8.5000 ',
    '-3.05',
    '$0.07',
    '1 250.10',
    '＄１，２５０．５０',
    '−5',
  ].map(readCents);
  expect(read).toEqual([1200, 1250, 125_000, 850, -305, 7, 125_010, 125_050, -500]);
  for (const text of ['', '.', '12,5', '1.234', '12.505', '1,25,000', 'free', '1e3', '10000000.01'])
    expect([text, readCents(text)]).toEqual([text, undefined]);
});

test('what is no amount up to the most is told why', () => {
  const told = ['-5', '−$5', '12.345', '10,000,001', '0', '12,50', 'ten', '$'].map((text) =>
    amountProblem(text),
  );
  expect(told).toEqual([
    'An amount can’t be below zero.',
    'An amount can’t be below zero.',
    'An amount has 2 decimals at most. Enter it like 12.50.',
    'An amount can’t be more than $10,000,000.00.',
    'An amount must be more than zero.',
    '“12,50” isn’t an amount. Enter it like 12.50.',
    '“ten” isn’t an amount. Enter it like 12.50.',
    '“$” isn’t an amount. Enter it like 12.50.',
  ]);
  expect(amountProblem('55.01', 55_00)).toBe('An amount can’t be more than $55.00.');
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

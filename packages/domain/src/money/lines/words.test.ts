import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import {
  discountInWords,
  discountProblem,
  quantityInWords,
  quantityProblem,
  readDiscount,
  readQuantity,
} from './words.ts';

test.each([
  ['2', 2_000],
  ['1.5', 1_500],
  ['.25', 250],
  ['1,250.125', 1_250_125],
  [' 3.10 ', 3_100],
  ['4.', 4_000],
  ['2.50000', 2_500],
  ['１．５', 1_500],
])('the quantity %s is %i thousandths', (text, thousandths) => expect(readQuantity(text)).toBe(thousandths));

test.each(['', '.', ',', '1.0005', '12,5', '-1', 'two', '1000001', '1.5.2'])(
  'the quantity %j is none, or is finer or more than an invoice can say',
  (text) => expect(readQuantity(text)).toBeUndefined(),
);

test('what is no quantity up to the most is told why', () => {
  expect([quantityProblem('1.0005'), quantityProblem('4', 3_000), quantityProblem('0')]).toEqual([
    'A quantity has 3 decimals at most. Enter it like 1.5.',
    'A quantity can’t be more than 3.',
    'A quantity must be more than zero.',
  ]);
});

test('a discount is typed with or without its sign, and is never more than all', () => {
  expect(['12.5', '12.5%', '7.25 %', '100', '100.01', 'half'].map(readDiscount)).toEqual([
    1_250,
    1_250,
    725,
    10_000,
    undefined,
    undefined,
  ]);
  expect(['100.01', '7.255', '12,5 %'].map(discountProblem)).toEqual([
    'A discount can’t be more than 100%.',
    'A discount has 2 decimals at most. Enter it like 12.5.',
    '“12,5 %” isn’t a discount. Enter it like 12.5.',
  ]);
  expect([1_250, 0, 10_000, 725].map(discountInWords)).toEqual(['12.5%', '0%', '100%', '7.25%']);
});

test('what is shown of a quantity is read as that quantity', () => {
  expect([1_500, 1_250_125, 250, 0, 1_000_000_000].map(quantityInWords)).toEqual([
    '1.5',
    '1,250.125',
    '0.25',
    '0',
    '1,000,000',
  ]);
  assert(
    property(integer({ min: 0, max: 1_000_000_000 }), (thousandths) => {
      expect(readQuantity(quantityInWords(thousandths))).toBe(thousandths);
    }),
  );
});

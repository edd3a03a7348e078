import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

test('numbers are read with a point or a comma, and nothing else is one', () => {
  expect(['4', ' 4.5 ', '4,5', '-3', '.5', '4.'].map(readNumber)).toEqual([4, 4.5, 4.5, -3, 0.5, 4]);
  expect(['', '4 bar', '1e3', '--1', '9999999999'].map(readNumber)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

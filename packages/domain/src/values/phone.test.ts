import { expect, test } from 'vitest';
import { isAustralianPhone } from './phone.ts';

test.each(['0412 345 678', '1300 123 456', '1800 000 000'])('%s', (text) => {
  expect(isAustralianPhone(text)).toBe(true);
});

test.each([
  '',
  '0412345678',
  '041234567890',
  '0412  345 67',
  '0412-345-678',
  '0512 345 678',
  '1200 123 456',
  '(02) 9876 54',
  '0412 345 678 ',
  '0412 345 6789',
  '٠٤١٢ ٣٤٥ ٦٧٨',
  'abcd efg hij',
])('not %j', (text) => {
  expect(isAustralianPhone(text)).toBe(false);
});

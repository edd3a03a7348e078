import { expect, test } from 'vitest';
import { isAustralianPhone, isForeignPhone, spaceWholePhone } from './phone.ts';

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

test.each([
  ['0412345678', '0412 345 678'],
  ['1300123456', '1300 123 456'],
  ['+61412345678', '0412 345 678'],
  ['61 412 345 678', '0412 345 678'],
])('%j is a whole number: %j', (typed, written) => {
  expect(spaceWholePhone(typed)).toBe(written);
});

test.each(['', '0', '0412 345 678', '041234567', '04123456789', '0298765432', '+64211234567', 'ask me'])(
  '%j stays as it was typed',
  (typed) => {
    expect(spaceWholePhone(typed)).toBe(typed);
  },
);

test.each([
  ['+64 21 123 4567', true],
  ['+442079460958', true],
  ['+61412345678', false],
  ['0412 345 678', false],
  ['+64 ask me', false],
  ['+', false],
])('%j is a number of another country: %j', (text, isForeign) => {
  expect(isForeignPhone(text)).toBe(isForeign);
});

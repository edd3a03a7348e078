import metadata from 'libphonenumber-js/min/metadata';
import { expect, test } from 'vitest';
import { formatPhone } from './phone-format.ts';
import australia from './phone-metadata.json' with { type: 'json' };

test.each([
  ['', ''],
  ['0', '0'],
  ['0412', '0412'],
  ['04123', '0412 3'],
  ['0412345678', '0412 345 678'],
  ['0412 345 678', '0412 345 678'],
  ['0412-345-678', '0412 345 678'],
  ['mobile 0412 345 678', '0412 345 678'],
  ['1300123456', '1300 123 456'],
  ['1800 12', '1800 12'],
  ['0298765432', '(02) 9876 5432'],
])('%j is written %j', (typed, written) => {
  expect(formatPhone(typed)).toBe(written);
});

test.each([
  ['+61412345678', '0412 345 678'],
  ['+61 412 345 678', '0412 345 678'],
  ['+61 (0)412 345 678', '0412 345 678'],
  ['0061 412 345 678', '0412 345 678'],
  ['+61 1300 123 456', '1300 123 456'],
  ['+61 2 9876 5432', '(02) 9876 5432'],
  ['61412345678', '0412 345 678'],
  ['61 2 9876 5432', '(02) 9876 5432'],
  ['611300123456', '1300 123 456'],
  ['61 0412 345 678', '0412 345 678'],
  ['+61', '+61'],
  ['+', '+'],
])('%j is at home here, as %j', (typed, written) => {
  expect(formatPhone(typed)).toBe(written);
});

test('what is formatted is not formatted further', () => {
  for (const digits of ['04', '0412345678', '1300123456', '0298765432', '041234567890', '+64211234567']) {
    expect(formatPhone(formatPhone(digits))).toBe(formatPhone(digits));
  }
});

test('Australia is what the package says about it, and nothing else', () => {
  expect(australia).toEqual({
    version: metadata.version,
    country_calling_codes: { 61: ['AU'] },
    countries: { AU: metadata.countries.AU },
  });
});

test.each(['+64 21 123 4567', '+64-21-123', '+1 (555) 010-0199 ext 5', '0044 20 7946 0958', '+6'])(
  '%j is of another country, and stays as it was typed',
  (typed) => {
    expect(formatPhone(typed)).toBe(typed);
  },
);

test('a country code is understood as it is typed, digit by digit', () => {
  for (const [keys, written] of [
    ['+61412345678', '0412 345 678'],
    ['+610412345678', '0412 345 678'],
    ['61412345678', '0412 345 678'],
    ['611300123456', '1300 123 456'],
    ['61298765432', '(02) 9876 5432'],
  ] as const) {
    let text = '';
    for (const key of keys) text = formatPhone(text + key);
    expect(text).toBe(written);
  }
});

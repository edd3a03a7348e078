import { expect, test } from 'vitest';
import { phoneDigits, wordsOf } from './words.ts';

test.each([
  ['', []],
  ['  !?  ', []],
  ['Blue Gum, blue gum', ['blue', 'gum']],
  ['kim.o-brien@example.com', ['kim', 'o', 'brien', 'example', 'com']],
  ["D'Angelo & Söhne 24/7", ['d', 'angelo', 'söhne', '24', '7']],
  ['Cafe\u0301', ['café']],
  ['x'.repeat(100), ['x'.repeat(60)]],
  [`a${'𝐀'.repeat(80)}`, [`a${'𝐀'.repeat(59)}`]],
  [`${'x'.repeat(60)}1 ${'x'.repeat(60)}2`, ['x'.repeat(60)]],
])('%j is the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
  for (const word of wordsOf(text)) expect(word.isWellFormed()).toBe(true);
});

test.each([
  ['0412 345 678', '0412345678'],
  ['(02) 9876 5432', '0298765432'],
  ['+61 412 345 678', '0412345678'],
  ['+61 (0)412 345 678', '0412345678'],
  ['0061 2 9876 5432', '0298765432'],
  ['+64 21 123 456', '6421123456'],
  ['610 400 123', '610400123'],
  ['none', ''],
])('%j is dialled %j', (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits);
});

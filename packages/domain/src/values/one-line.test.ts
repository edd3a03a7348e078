import { expect, test } from 'vitest';
import { isOneLine } from './one-line.ts';

test.each(['Kim', ' Blue Gum Electrical \n', "O'Brien & Söhne", '山田 太郎', '👩‍🔧 Pty Ltd', 'محمد', ''])(
  '%j is one line',
  (text) => {
    expect(isOneLine(text)).toBe(true);
  },
);

test.each([
  'Kim\nSee https://evil.example',
  'a\rb',
  'a\tb',
  'a\u2028b',
  'a\u0085b',
  'a\u202eb',
  'a\u0000b',
  'a\u200eb',
  `Kim${'\u2003'.repeat(70)}www.evil.example`,
  '\u3164',
  '\u2800',
  '\u200b',
])('%j is not', (text) => {
  expect(isOneLine(text)).toBe(false);
});

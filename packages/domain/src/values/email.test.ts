import { expect, test } from 'vitest';
import { isEmail, isMailAddress } from './email.ts';

test.each(['olivia@example.com', 'o.owner-2@mail.example.com.au', 'a_b@x-y.io', 'A@B.CO'])('%s', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'olivia',
  'olivia@',
  '@example.com',
  'olivia@example',
  'olivia@example.c',
  'olivia@example.info',
  'olivia@example.c0m',
  'olivia..owner@example.com',
  '.olivia@example.com',
  'olivia-@example.com',
  'olivia@example..com',
  'olivia+work@example.com',
  'olivia owner@example.com',
  ' olivia@example.com',
  'olivia@example.com\n',
  'olivia@@example.com',
])('not %j', (text) => {
  expect(isEmail(text)).toBe(false);
});

// With the usual form of the pattern none of these would ever end.
test.each([
  'a'.repeat(50_000),
  `${'a.'.repeat(25_000)}@`,
  `a@${'a-'.repeat(25_000)}`,
  `a@${'a'.repeat(50_000)}`,
])('fifty thousand characters that almost fit are refused (%#)', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  ['olivia+work@example.com', true],
  ['olivia@example.plumbing', true],
  ['o’neil@example.com', true],
  ['olivia@example', false],
  ['olivia owner@example.com', false],
  ['olivia@example.com, other@example.com', false],
  ['Olivia <olivia@example.com>', false],
  ['o.owner!#$%&*/=?^_`{|}~-@mail.example.com.au', true],
  ['müller@bücher.example', true],
  ['olivia@xn--bcher-kva.xn--p1ai', true],
  ['(1)olivia@example.com', false],
  ['olivia(1)@example.com', false],
  ['olivia@example.com(1)', false],
  ['x<olivia@example.com>', false],
  ['"olivia"@example.com', false],
  ['olivia\\@example.com', false],
  ['olivia..owner@example.com', false],
  ['.olivia@example.com', false],
  ['olivia.@example.com', false],
  ['olivia@example.com.', false],
  ['olivia@-example.com', false],
  ['olivia@[127.0.0.1]', false],
  ['olivia@127.0.0.1', false],
  ['a,olivia@example.com', false],
  ['a;olivia@example.com', false],
  ['group:olivia@example.com', false],
  ['olivia%example.org@example.com', true],
  ['olivia@example.com\r\nBcc: x@example.com', false],
  ['olivia\u200B@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'a-'.repeat(25_000)}`, false],
])('%j can be invited: %j', (text, isGood) => {
  expect(isMailAddress(text)).toBe(isGood);
});

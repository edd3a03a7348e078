import { expect, test } from 'vitest';
import { hasLink, withoutLinks } from './mail-words.ts';

test.each([
  ['Harbour City Plumbing', 'Harbour City Plumbing'],
  ['J. Smith & Sons Pty. Ltd.', 'J. Smith & Sons Pty. Ltd.'],
  ['Australian Tax Office - refund at https://example.com/x', 'Australian Tax Office - refund at'],
  ['Call www.example.com now', 'Call now'],
  ['Office help@example.com', 'Office'],
  ['Fixit.com.au', 'Fixit com au'],
  ['bit.ly/x', 'bit ly/x'],
  ['=?utf-8?q?Bank?=', '= ?utf-8?q?Bank?='],
  ['Bank\r\nBcc: x', 'Bank Bcc: x'],
  ['\u202Eknab', 'knab'],
])('%j is sent as %j', (typed, sent) => {
  expect(withoutLinks(typed)).toBe(sent);
});

test.each([
  ['Harbour City Plumbing', false],
  ['Fixit.com.au', false],
  ['Refund at HTTPS://example.com', true],
  ['www.example.com', true],
  ['help@example.com', true],
  ['Meet @ Five', false],
])('%j has a link: %j', (typed, has) => {
  expect(hasLink(typed)).toBe(has);
});

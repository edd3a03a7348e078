import { expect, test } from 'vitest';
import { isLost, letterDetail, letterInWords } from './letter-words.ts';

const at = '2026-11-16T01:00:00.000Z';
const letter = {
  kind: 'invoice',
  way: 'email',
  to_name: 'Kim Cole',
  to_address: 'k…@example.com',
  note: '',
  state: null,
} as const;

test('it says how it went, to whom, and that it did not where it did not', () => {
  const failed = { ...letter, state: { name: 'failed', at, why: 'no such mailbox' } } as const;
  expect([letter, failed].map(isLost)).toEqual([false, true]);
  expect(letterInWords(letter)).toBe('Emailed to Kim Cole');
  expect(letterInWords({ ...letter, kind: 'reminder', way: 'text' })).toBe('Reminder texted to Kim Cole');
  expect(letterInWords(failed)).toBe('Email to Kim Cole failed');
  expect(letterDetail(failed, 'Australia/Sydney')).toBe('k…@example.com: no such mailbox');
  expect(letterInWords({ ...failed, kind: 'reminder' })).toBe('Reminder by email to Kim Cole failed');
  expect(letterInWords({ ...letter, way: 'by hand', note: 'Left on site' })).toBe('Left on site');
});

test('a text that waits for the morning says when it leaves', () => {
  const waiting = {
    ...letter,
    way: 'text',
    to_address: '04…678',
    state: { name: 'waiting', at, why: '' },
  } as const;
  expect(letterInWords(waiting)).toBe('Text to Kim Cole');
  expect(letterDetail(waiting, 'Australia/Sydney')).toBe('04…678, leaves at 12:00 pm on Mon 16 Nov');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, moment, money, wait, fileSize } from './format.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('a moment is told in the zone it belongs to, which is named where the reader is elsewhere', () => {
  expect(moment('2026-11-15T22:05:00Z', 'Australia/Sydney')).toMatch(/^Mon 16 Nov, 9:05\sam AEDT$/);
  expect(moment('2026-06-15T22:05:00Z', 'Australia/Perth')).toMatch(/^Tue 16 Jun, 6:05\sam AWST$/);
  // The reader of the tests is in Kathmandu.
  expect(moment('2026-11-15T22:05:00Z', 'Asia/Katmandu')).toMatch(/^Mon 16 Nov, 3:50\sam$/);
  expect(moment('2026-11-15T22:05:00Z')).toMatch(/^Mon 16 Nov, 3:50\sam$/);
});

test('a moment of another year says which, by the zone it is told in', () => {
  expect(moment('2025-11-15T22:05:00Z')).toMatch(/^Sun 16 Nov 2025, 3:50\sam$/);
  expect(moment('2026-12-31T14:05:00Z', 'Australia/Sydney')).toMatch(/^Fri 1 Jan 2027, 1:05\sam AEDT$/);
  expect(moment('2026-12-31T14:05:00Z', 'Australia/Perth')).toMatch(/^Thu 31 Dec, 10:05\spm AWST$/);
});

test('a day is the day of the zone', () => {
  expect(day(new Date('2026-11-15T22:05:00Z'), 'Australia/Sydney')).toBe('Monday 16 November');
  expect(day(new Date('2026-11-15T22:05:00Z'), 'Europe/London')).toBe('Sunday 15 November');
});

test.each([
  [4_900, '$49'],
  [4_950, '$49.50'],
  [123_456, '$1,234.56'],
])('%i cents are %s', (cents, text) => {
  expect(money(cents)).toBe(text);
});

test.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [59.2, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('%d seconds are told as %s', (seconds, text) => {
  expect(wait(seconds)).toBe(text);
});

test('sizes of files are told as a computer tells them', () => {
  expect([1, 15, 1_000, 840_400, 1_249_000, 25_600_000, 3_200_000_000].map(fileSize)).toEqual([
    '1 byte',
    '15 bytes',
    '1 kB',
    '840 kB',
    '1.2 MB',
    '26 MB',
    '3.2 GB',
  ]);
});

import { expect, test } from 'vitest';
import { askedPause, isBroken, pauseSeconds } from './rules.ts';

test('pauses double from five seconds to an hour, and are as long as the other side asks for, up to a day', () => {
  expect([1, 2, 3, 4, 5].map((failures) => pauseSeconds(failures, 0))).toEqual([5, 10, 20, 40, 80]);
  expect([10, 11, 100, 2_000].map((failures) => pauseSeconds(failures, 0))).toEqual([
    2_560, 3_600, 3_600, 3_600,
  ]);
  expect(pauseSeconds(1, 90.2)).toBe(91);
  expect(pauseSeconds(5, 30)).toBe(80);
  expect(pauseSeconds(1, 10_000_000)).toBe(86_400);
});

test('a connection is broken after five failures in a row', () => {
  expect([0, 1, 4, 5, 6].map(isBroken)).toEqual([false, false, false, true, true]);
});

test('a pause is asked for in seconds or until a date', () => {
  const now = Date.UTC(2026, 10, 19, 9, 0, 0);
  expect(askedPause('120', now)).toBe(120);
  expect(askedPause('Thu, 19 Nov 2026 09:01:30 GMT', now)).toBe(90);
  expect(askedPause('Thu, 19 Nov 2026 08:00:00 GMT', now)).toBe(0);
  expect(askedPause('soon', now)).toBe(0);
  expect(askedPause('-5', now)).toBe(0);
  expect(askedPause(undefined, now)).toBe(0);
});

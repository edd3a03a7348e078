import { expect, test } from 'vitest';

import { countBefore, lastStarted, spanAround } from './bookings.ts';

const items = [{ start: 10 }, { start: 20 }, { start: 20 }, { start: 30 }];

test.each([
  [9, 0],
  [10, 0],
  [11, 1],
  [20, 1],
  [21, 3],
  [31, 4],
])('of those that start at 10, 20, 20 and 30, before %d there are %d', (at, count) => {
  expect(countBefore(items, at)).toBe(count);
});

test('the last one that has started may start just now', () => {
  expect(lastStarted(items, 9)).toBeUndefined();
  expect(lastStarted(items, 10)).toBe(items[0]);
  expect(lastStarted(items, 29)).toBe(items[2]);
});

test('a visit belongs to the span in which it starts, overtime included, or to the one that it runs into', () => {
  const [early, late] = [
    { start: 10, latestEnd: 20 },
    { start: 30, latestEnd: 40 },
  ];
  const around = (start: number, end: number) => spanAround([early, late], start, end);
  expect(around(10, 12)).toBe(early);
  expect(around(19, 35)).toBe(early);
  expect(around(20, 30)).toBeUndefined();
  expect(around(20, 31)).toBe(late);
  expect(around(5, 10)).toBeUndefined();
  expect(around(40, 45)).toBeUndefined();
});

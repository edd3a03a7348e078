import type { BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type EpochMinutes, epochMinutes } from '@muster/domain/values/minutes';
import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { layOutAxis, leftOf, momentAt, snapTo } from './axis.ts';

const DAY = 1440;

function days(count: number): BoardDay[] {
  return Array.from({ length: count }, (_, at) => ({
    date: `2026-11-${16 + at}` as BoardDay['date'],
    start: (at * DAY) as EpochMinutes,
    end: ((at + 1) * DAY) as EpochMinutes,
    holiday: null,
  }));
}

test('a moment that is shown is found where it lies, whatever the days, hours and zoom', () => {
  assert(
    property(
      integer({ min: 1, max: 7 }),
      integer({ min: 0, max: 600 }),
      integer({ min: 60, max: 800 }),
      double({ min: 0.2, max: 8, noNaN: true }),
      integer({ min: 0, max: 10_000 }),
      (count, from, length, scale, pick) => {
        const axis = layOutAxis(days(count), { from, to: from + length }, scale);
        const { start, end } = axis.days[pick % count]!;
        const at = start + (pick % (end - start));
        expect(momentAt(axis, leftOf(axis, at))).toBe(at);
      },
    ),
  );
});

test('time never runs backwards, and what is not shown lies at the nearest edge', () => {
  const axis = layOutAxis(days(3), { from: 360, to: 1080 }, 0.7);
  assert(
    property(integer({ min: -500, max: 3 * DAY + 500 }), integer({ min: 0, max: 700 }), (at, later) => {
      expect(leftOf(axis, at + later)).toBeGreaterThanOrEqual(leftOf(axis, at));
    }),
  );
  expect(leftOf(axis, 0)).toBe(0);
  expect(leftOf(axis, DAY)).toBe(axis.days[1]!.left);
  expect(leftOf(axis, 10 * DAY)).toBe(axis.width);
});

test('a start snaps to the grid', () => {
  expect(snapTo(67, 15)).toBe(60);
  expect(snapTo(68, 15)).toBe(75);
  expect(snapTo(68, 5)).toBe(epochMinutes(70));
});

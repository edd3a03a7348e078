import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { epochMinutes } from '@muster/domain/values/minutes';
import { expect, test } from 'vitest';
import { isWeek, layOutAxis, scaleFor } from './axis.ts';
import { keepingTime } from './aim.ts';
import { cellAt, chipPlace, lineBox, proposed, weekRowOf, weekRows } from './week.ts';

const DAY = 1440;
const days = Array.from({ length: 7 }, (_, at) => ({
  date: `2026-11-${16 + at}`,
  start: epochMinutes(at * DAY),
  end: epochMinutes((at + 1) * DAY),
})) as unknown as BoardDay[];

function boardWith(bookings: readonly [visit: string, technician: string, start: number][]): Board {
  const assignments = Map.groupBy(
    bookings.map(([visit, technician, start]) => ({ visit, technician, start, end: start + 60 })),
    ({ visit }) => visit,
  );
  return { assignments } as unknown as Board;
}

const board = boardWith([
  ['late', 'kai', DAY + 900],
  ['early', 'kai', DAY + 480],
  ['noon', 'kai', DAY + 720],
  ['other day', 'kai', 3 * DAY + 600],
  ['crew', 'kai', 4 * DAY + 600],
  ['crew', 'ana', 4 * DAY + 600],
  ['next week', 'ana', 8 * DAY],
]);
const axis = layOutAxis(days, { from: 360, to: 1080 }, scaleFor(910, 7 * 720, 7));

test('a week has the visits of a day below each other in the order of the day, and as many lines as the fullest', () => {
  const rows = weekRows(board, days, new Map());
  const kai = weekRowOf(rows, 'kai');
  expect(kai.lanes).toBe(3);
  expect(['early', 'noon', 'late'].map((visit) => kai.chips.get(visit))).toEqual([
    { day: 1, lane: 0 },
    { day: 1, lane: 1 },
    { day: 1, lane: 2 },
  ]);
  expect(weekRowOf(rows, 'ana')).toMatchObject({ lanes: 2 });
  expect(weekRowOf(rows, 'ana').chips.has('next week')).toBe(false);
  expect(weekRowOf(rows, 'nobody').lanes).toBe(2);
});

test('what a proposal would put there has a line of its own', () => {
  const place = {
    visit: 'noon',
    isLeft: false,
    start: epochMinutes(DAY + 500),
    end: epochMinutes(DAY + 560),
  };
  const places = new Map([
    [
      'kai',
      [
        { ...place, kind: 'new' as const },
        { ...place, kind: 'old' as const },
      ],
    ],
  ]);
  const kai = weekRowOf(weekRows(board, days, places), 'kai');
  expect(kai.lanes).toBe(4);
  expect(kai.chips.get(proposed('noon'))).toEqual({ day: 1, lane: 1 });
});

test('all days of a week fit, each as wide as the others, and a chip is in the cell of its day', () => {
  expect(axis.width).toBeCloseTo(910);
  expect([isWeek(days), isWeek(days.slice(0, 3))]).toEqual([true, false]);
  const kai = weekRowOf(weekRows(board, days, new Map()), 'kai');
  const chip = chipPlace(axis, kai, 'late')!;
  expect(chip.left).toBeGreaterThan(axis.days[1]!.left);
  expect(chip.left + chip.width).toBeLessThanOrEqual(axis.days[2]!.left);
  expect(chipPlace(axis, kai, 'unknown')).toBeUndefined();
  expect(cellAt(axis, DAY + 60).left).toBe(axis.days[1]!.left);
  expect(lineBox(53, 1, 2).top).toBeGreaterThan(lineBox(53, 0, 2).top);
});

test('a visit that is moved to another day of a week keeps its time, and one that waits has that of the place', () => {
  const zone = 'Australia/Sydney';
  const nine = epochMinutes(Date.parse('2026-11-16T22:00:00Z') / 60_000);
  const pointed = epochMinutes(Date.parse('2026-11-19T03:15:00Z') / 60_000);
  expect(keepingTime(nine, pointed, zone)).toBe(Date.parse('2026-11-18T22:00:00Z') / 60_000);
  expect(keepingTime(null, pointed, zone)).toBe(pointed);
});

import type { BoardDay, Board } from '@muster/domain/dispatch/scheduling/board/board';
import { addDays, type LocalDate, momentOf, startOfDay, timeAt } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { assert, constantFrom, double, integer, property, record, array, nat } from 'fast-check';
import { expect, test } from 'vitest';
import {
  aimed,
  asMuchLater,
  type Drag,
  edgeZones,
  heldOver,
  isRipe,
  keepingTime,
  onDay,
  TURN_MS,
} from './drag.ts';
import {
  captionPlace,
  cellAt,
  chipPlace,
  type Frame,
  type Group,
  heightOf,
  isWeek,
  isWellInside,
  type Layout,
  layOutAxis,
  layOutLines,
  leftOf,
  lineBox,
  momentAt,
  proposed,
  scaleFor,
  scrollAt,
  snapTo,
  spotAt,
  technicianAt,
  topOf,
  weekRowOf,
  weekRows,
} from './layout.ts';

const zone = 'Australia/Sydney';
/** The clocks go forward in October and back in April. */
const dates = constantFrom<LocalDate>('2026-10-04', '2026-10-03', '2027-04-04', '2027-04-03', '2026-11-17');
const order = Array.from({ length: 40 }, (_, at) => `t${at}`);
const lines = layOutLines([{ id: '', label: '', technicians: order }], new Set(), () => 56);

const boards = record({
  date: dates,
  count: integer({ min: 1, max: 7 }),
  from: integer({ min: 4 * 60, max: 8 * 60 }),
  length: integer({ min: 6 * 60, max: 14 * 60 }),
  scale: double({ min: 0.3, max: 6, noNaN: true }),
  scroll: integer({ min: 0, max: 1_000 }),
  down: integer({ min: 0, max: 900 }),
}).map(({ date, count, from, length, scale, scroll, down }) => {
  const days = Array.from({ length: count }, (_, at) => addDays(date, at)).map((one) => ({
    date: one,
    start: startOfDay(one, zone),
    end: startOfDay(addDays(one, 1), zone),
    holiday: null,
  }));
  const axis = layOutAxis(days, { from, to: from + length }, scale);
  const layout: Layout = { axis, order, lines, rowHeight: 56, names: 184, head: 52 };
  const mostLeft = Math.max(0, axis.width + layout.names - 1_000);
  const frame: Frame = {
    left: 56,
    right: 1_056,
    top: 100,
    bottom: 800,
    scrollLeft: Math.min(scroll, mostLeft),
    scrollTop: down,
    mostLeft,
  };
  return { layout, frame };
});

const held: Drag = {
  visit: 'v',
  from: 't1',
  crew: ['t1'],
  start: momentOf('2026-11-16', '09:00', zone),
  target: { kind: 'nowhere' },
  by: 'pointer',
};

test('a visit that is pointed at by any of its minutes is aimed to the slot below the finger, whatever is scrolled and however near', () => {
  let seen = 0;
  assert(
    property(
      boards,
      integer({ min: 0, max: 39 }),
      integer({ min: 0, max: 10_000 }),
      integer({ min: 0, max: 59 }),
      (board, row, pick, grabbed) => {
        const { layout, frame } = board;
        const { start, end } = layout.axis.days[pick % layout.axis.days.length]!;
        const at = start + (pick % (end - start));
        const point = {
          x: frame.left + layout.names + leftOf(layout.axis, at) - frame.scrollLeft,
          y: frame.top + layout.head + row * layout.rowHeight + 20 - frame.scrollTop,
        };
        const spot = spotAt(layout, frame, point);
        const isSeen =
          point.x > frame.left &&
          point.x < frame.right &&
          point.y > frame.top + layout.head &&
          point.y < frame.bottom;
        if (!isSeen) return;
        seen += 1;
        expect(spot).toEqual({ kind: 'row', technician: `t${row}`, at });
        const { target } = aimed(held, spot, { grabbed, isFine: true, zone });
        if (target.kind !== 'slot') throw new Error('a row is a slot');
        expect(target.technician).toBe(`t${row}`);
        expect(Math.abs(target.start - (at - grabbed))).toBeLessThanOrEqual(2.5);
        expect(target.start % 5).toBe(0);
      },
    ),
    { numRuns: 500 },
  );
  expect(seen).toBeGreaterThan(50);
});

test('over the name of a day a visit keeps its technician and what the clock shows', () => {
  assert(
    property(boards, integer({ min: 0, max: 1_000 }), (board, across) => {
      const { layout, frame } = board;
      const spot = spotAt(layout, frame, { x: frame.left + across, y: frame.top + 10 });
      if (spot.kind !== 'day') return;
      const { target } = aimed(held, spot, { grabbed: 30, isFine: false, zone });
      expect(target).toEqual({ kind: 'slot', technician: 't1', start: onDay(held.start!, spot.date, zone) });
      expect(aimed({ ...held, from: null }, spot, { grabbed: 0, isFine: false, zone }).target.kind).toBe(
        'nowhere',
      );
    }),
  );
});

test('the page turns at an edge only where nothing is left to scroll to, and after holding on', () => {
  assert(
    property(
      boards,
      integer({ min: 0, max: 1_000 }),
      integer({ min: 60, max: 690 }),
      (board, across, down) => {
        const { layout, frame } = board;
        const point = { x: frame.left + across, y: frame.top + down };
        const zones = edgeZones(layout, frame);
        const hold = heldOver(undefined, zones, point, 5_000);
        const { left } = scrollAt(layout, frame, point);
        if (hold) {
          expect(isWellInside(layout, frame, point)).toBe(false);
          expect(Math.sign(left)).toBe(hold.pages);
          expect(hold.pages < 0 ? frame.scrollLeft : frame.mostLeft - frame.scrollLeft).toBeLessThanOrEqual(
            1,
          );
          expect(isRipe(hold, 5_000 + TURN_MS - 1)).toBe(false);
          expect(isRipe(heldOver(hold, zones, point, 5_000 + TURN_MS)!, 5_000 + TURN_MS)).toBe(true);
          expect(heldOver(hold, zones, { x: frame.left + 500, y: point.y }, 5_500)).toBeUndefined();
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('what moves along is as much later by the clock, also where the clocks change', () => {
  assert(
    property(
      dates,
      integer({ min: -3, max: 3 }),
      integer({ min: 6 * 60, max: 18 * 60 }),
      integer({ min: 6 * 60, max: 18 * 60 }),
      (date, days, first, second) => {
        const clock = (minutes: number) =>
          `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as const;
        const moment = (on: LocalDate, minutes: number) => momentOf(on, clock(minutes) as never, zone);
        const to = addDays(date, days);
        const along = asMuchLater(moment(date, second), moment(date, first), moment(to, first), zone);
        expect(along).toBe(moment(to, second));
        expect(timeAt(onDay(moment(date, first), to, zone), zone)).toBe(clock(first));
      },
    ),
  );
  expect(asMuchLater(epochMinutes(100), epochMinutes(50), epochMinutes(65), 'UTC')).toBe(115);
});

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

const groups: Group[] = [
  { id: 'west', label: 'West', technicians: ['ann', 'bob'] },
  { id: 'east', label: 'East', technicians: ['cy'] },
];

test('each group has a heading, and one that is closed shows nobody', () => {
  const lines = layOutLines(groups, new Set(['west']), () => 40);
  expect(lines.map(({ top, technician }) => [top, technician])).toEqual([
    [0, undefined],
    [28, undefined],
    [56, 'cy'],
  ]);
  expect(heightOf(lines)).toBe(96);
});

test('without a name there is no heading', () => {
  const lines = layOutLines([{ id: '', label: '', technicians: ['ann', 'bob'] }], new Set(), () => 56);
  expect(lines).toEqual([
    { technician: 'ann', top: 0, height: 56 },
    { technician: 'bob', top: 56, height: 56 },
  ]);
});

test('whoever is at a height is found there, and nobody beside the rows', () => {
  const lines = layOutLines(groups, new Set(), () => 56);
  expect([0, 27, 28, 83, 84, 140, 168, 223, 224, -1].map((y) => technicianAt(lines, y))).toEqual([
    undefined,
    undefined,
    'ann',
    'ann',
    'bob',
    undefined,
    'cy',
    'cy',
    undefined,
    undefined,
  ]);
  expect(technicianAt([], 10)).toBeUndefined();
});

test('every row is found at each of its heights', () => {
  const sizes = array(nat({ max: 5 }), { maxLength: 8 });
  assert(
    property(
      sizes,
      constantFrom(40, 56),
      double({ min: 0, max: 0.99, noNaN: true }),
      (sizes, height, part) => {
        const given = sizes.map((size, group) => ({
          id: `${group}`,
          label: group % 2 === 0 ? 'Named' : '',
          technicians: Array.from({ length: size }, (_, place) => `${group} ${place}`),
        }));
        const lines = layOutLines(given, new Set(), () => height);
        for (const { technicians } of given)
          for (const technician of technicians) {
            const top = topOf(lines, technician)!;
            expect(technicianAt(lines, top + part * height)).toBe(technician);
          }
      },
    ),
  );
});

const weekDays = Array.from({ length: 7 }, (_, at) => ({
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
const axis = layOutAxis(weekDays, { from: 360, to: 1080 }, scaleFor(910, 7 * 720, 7));

test('a week has the visits of a day below each other in the order of the day, and as many lines as the fullest', () => {
  const rows = weekRows(board, weekDays, new Map());
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
  const kai = weekRowOf(weekRows(board, weekDays, places), 'kai');
  expect(kai.lanes).toBe(4);
  expect(kai.chips.get(proposed('noon'))).toEqual({ day: 1, lane: 1 });
});

test('all days of a week fit, each as wide as the others, and a chip is in the cell of its day', () => {
  expect(axis.width).toBeCloseTo(910);
  expect([isWeek(weekDays), isWeek(weekDays.slice(0, 3))]).toEqual([true, false]);
  const kai = weekRowOf(weekRows(board, weekDays, new Map()), 'kai');
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

test('words about a place are in sight, never over it, and on the side where they cover no visit', () => {
  const day = { date: '2026-11-16', start: 0, end: 1440, holiday: null } as unknown as BoardDay;
  const axis = layOutAxis([day], { from: 360, to: 1080 }, 1);
  const technicians = ['a', 'b', 'c'];
  const lines = layOutLines([{ id: '', label: '', technicians }], new Set(), () => 56);
  const layout: Layout = { axis, order: technicians, lines, rowHeight: 56, names: 192, head: 40 };
  const busy = (technician: string, start: number, end: number) =>
    ({
      bookings: new Map([[technician, { list: [{ id: 'other', start, end }], busyUntil: [end] }]]),
    }) as unknown as Board;
  const held = { line: lines[1]!, visit: 'held', left: 100, width: 60 };
  const size = { width: 200, height: 50 };
  const frame = { scrollLeft: 0, scrollTop: 0, clientWidth: 192 + 720, clientHeight: 400 };
  const below = captionPlace(layout, busy('a', 400, 700), held, size, frame);
  expect(below).toEqual({ left: 292, top: 116, width: 200 });
  const above = captionPlace(layout, busy('c', 400, 700), held, size, frame);
  expect(above.top + size.height).toBeLessThanOrEqual(held.line.top);
  const atEnd = captionPlace(layout, busy('a', 0, 1), { ...held, left: 680 }, size, frame);
  expect(atEnd.left + size.width).toBeLessThanOrEqual(frame.clientWidth);
});

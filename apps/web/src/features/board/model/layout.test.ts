import { addDays, type LocalDate, momentOf, startOfDay, timeAt } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { assert, constantFrom, double, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { aimed } from './aim.ts';
import { layOutAxis, leftOf } from './axis.ts';
import type { Drag } from './drag.ts';
import { layOutLines } from './lines.ts';
import { type Frame, isWellInside, type Layout, scrollAt, spotAt } from './layout.ts';
import { asMuchLater, edgeZones, heldOver, isRipe, onDay, TURN_MS } from './turn.ts';

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

import type { Booking } from '@muster/domain/scheduling/board/prepared';
import { array, assert, property, record, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { inLanes } from './rows.ts';

const bookings = array(
  record({ start: integer({ min: 0, max: 100 }), length: integer({ min: 1, max: 40 }) }),
  {
    maxLength: 12,
  },
).map((spans) =>
  spans
    .map(({ start, length }, at) => ({ id: `v${at}`, start, end: start + length }) as unknown as Booking)
    .toSorted((a, b) => a.start - b.start || a.end - b.end),
);

test('visits that overlap never share a lane, and every visit has one', () => {
  assert(
    property(bookings, (list) => {
      const blocks = inLanes(list);
      expect(blocks.map(({ booking }) => booking.id).toSorted()).toEqual(list.map(({ id }) => id).toSorted());
      for (const a of blocks)
        for (const b of blocks) {
          const doOverlap = a.booking.start < b.booking.end && b.booking.start < a.booking.end;
          if (a !== b && doOverlap) {
            expect(a.lane).not.toBe(b.lane);
            expect(a.lanes).toBe(b.lanes);
          }
          expect(a.lane).toBeLessThan(a.lanes);
        }
    }),
  );
});

test('a visit that overlaps nothing has the row to itself', () => {
  const [a, b] = [
    { id: 'a', start: 0, end: 10 },
    { id: 'b', start: 10, end: 20 },
  ] as unknown as Booking[];
  expect(inLanes([a!, b!])).toEqual([
    { booking: a, lane: 0, lanes: 1 },
    { booking: b, lane: 0, lanes: 1 },
  ]);
});

import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Booking, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { array, assert, property, record, integer } from 'fast-check';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { refusals } from '@muster/domain/dispatch/scheduling/board/reasons';
import { sampleRows } from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { epochMinutes } from '@muster/domain/values/minutes';
import { expect, test } from 'vitest';
import { byDue, inLanes, areaNames, fittingAt, groupsOf, traySorts, waiting } from './rows.ts';

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

const technician = (id: string, area: string, skills: string[]) =>
  ({ id, area, skills }) as unknown as BoardTables['technicians'][number];
const tables = {
  technicians: [
    technician('ann', 'Sydney - Ryde', ['gas', 'drains']),
    technician('bob', '', []),
    technician('cy', 'Sydney - Inner West', ['drains']),
    technician('di', 'Sydney - Ryde', ['drains']),
  ],
  skills: [
    { id: 'gas', name: 'Gas fitting' },
    { id: 'drains', name: 'Drains' },
  ] as unknown as BoardTables['skills'],
};
const order = ['di', 'cy', 'bob', 'ann'];
const shown = (by: 'area' | 'skill' | undefined) =>
  groupsOf(tables, order, by).map(({ label, technicians }) => [label].concat(technicians));

test('technicians keep their order under the area of their base, and whoever has none comes last', () => {
  expect(shown('area')).toEqual([
    ['Inner West', 'cy'],
    ['Ryde', 'di', 'ann'],
    ['No base', 'bob'],
  ]);
});

test('whoever has several skills is under the first, once', () => {
  expect(shown('skill')).toEqual([
    ['Drains', 'di', 'cy'],
    ['Gas fitting', 'ann'],
    ['No skill', 'bob'],
  ]);
});

test('without a grouping there is one group without a name', () => {
  expect(shown(undefined)).toEqual([['', ...order]]);
});

test('an area is told without its city only where all are in that city', () => {
  expect([...areaNames(['Sydney - Ryde', ''])]).toEqual([['Sydney - Ryde', 'Ryde']]);
  expect([...areaNames(['Sydney - Ryde', 'Illawarra']).values()]).toEqual(['Illawarra', 'Sydney - Ryde']);
});

const boards = integer({ min: 1, max: 10_000 }).map((seed) =>
  prepareBoard(sampleRows(seed, { technicians: 4, visits: 12, days: 3 })),
);

test('what is offered for an empty slot fits there without a reason, the most urgent first', () => {
  assert(
    property(boards, integer({ min: 0, max: 95 }), (board, slot) => {
      const [technician] = board.technicians.keys();
      const start = epochMinutes(board.days[1]!.start + slot * 15);
      const offered = fittingAt(board, technician!, start, 3);
      const fits = waiting(board).filter(
        (visit) =>
          visit.row.crewSize === 1 && refusals(check(board, visit, [technician!], start)).length === 0,
      );
      expect(offered).toEqual(fits.slice(0, 3));
    }),
    { numRuns: 40 },
  );
});

test('the tray has everything that waits, in each of its orders', () => {
  assert(
    property(boards, (board) => {
      const all = waiting(board).map(({ row }) => row.id);
      for (const sort of traySorts)
        expect(
          waiting(board, sort)
            .map(({ row }) => row.id)
            .toSorted(),
        ).toEqual(all.toSorted());
      const priorities = waiting(board).map(({ row }) => row.priority);
      expect(priorities).toEqual(priorities.toSorted());
      const lengths = waiting(board, 'longest').map(({ row }) => row.duration);
      expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
      const suburbs = waiting(board, 'suburb').map(({ row }) => row.site.suburb);
      expect(suburbs).toEqual(suburbs.toSorted());
    }),
    { numRuns: 40 },
  );
});

test('what waits for today comes before the rest of the week, by its own day rather than the day it is due', () => {
  const visit = (id: string, date: string | null, dueBy: string | null = null) =>
    ({ row: { id, date, dueBy } }) as unknown as BoardVisit;
  const visits = [
    visit('whenever', null),
    visit('friday', '2026-11-20'),
    visit('promised today', '2026-11-18', '2026-12-24'),
    visit('due today', null, '2026-11-18'),
    visit('next week', '2026-11-23'),
    visit('missed', '2026-11-17'),
  ];
  expect(
    byDue(visits, '2026-11-18').map((group) => [group.label].concat(group.visits.map(({ row }) => row.id))),
  ).toEqual([
    ['Overdue', 'missed'],
    ['Today', 'promised today', 'due today'],
    ['This week', 'friday'],
    ['Later', 'whenever', 'next week'],
  ]);
});

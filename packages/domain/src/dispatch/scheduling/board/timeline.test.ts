import { expect, test } from 'vitest';

import { minutes } from '../../../values/minutes.ts';
import { prepareBoard } from './prepare.ts';
import type { Timeline } from './timeline.ts';
import { timeline } from './timeline.ts';
import type { BoardRows } from './board.ts';
import { assignmentRow, at, boardRows, siteAt, visitRow } from './sample-boards.ts';

const tap = visitRow();
const drain = visitRow({ id: 'drain', site: siteAt(25) });
const long = visitRow({ id: 'long', site: siteAt(25), duration: minutes(120) });

function monday(changes: Partial<BoardRows>): Timeline {
  const board = prepareBoard(boardRows({ visits: [tap, drain, long], ...changes }));
  return timeline(
    board,
    'dave',
    board.days.find(({ date }) => date === '2026-11-16')!,
  );
}

test('a day has its shift, visits, drives with their minutes, and its break', () => {
  const day = monday({ assignments: [assignmentRow(tap, at('08:00')), assignmentRow(drain, at('09:30'))] });
  expect(day.shifts.map(({ start, end }) => [start, end])).toEqual([[at('07:00'), at('15:30')]]);
  expect(day.bookings.map(({ visit }) => visit.row.id)).toEqual(['tap', 'drain']);
  expect(day.legs).toEqual([
    { from: null, to: 'tap', drive: 16, isByRoad: false, short: 0, start: at('07:44'), end: at('08:00') },
    { from: 'tap', to: 'drain', drive: 40, isByRoad: false, short: 10, start: at('09:00'), end: at('09:30') },
    { from: 'drain', to: null, drive: 48, isByRoad: false, short: 0, start: at('10:30'), end: at('11:18') },
  ]);
  // Home before the break would be due.
  expect(day.breaks).toEqual([]);
  const available = (8.5 - 0.5) * 60;
  expect(day.load).toEqual({ work: 120, travel: 104, available, utilisation: 224 / available });
});

test('the break is drawn where there is time for it, or told as squeezed', () => {
  const assignments = [assignmentRow(tap, at('11:00')), assignmentRow(drain, at('14:00'))];
  const day = monday({ assignments });
  expect(day.breaks).toEqual([{ start: at('12:00'), end: at('12:30') }]);
  expect(day.squeezed).toEqual([]);
  const full = monday({ assignments: [assignmentRow(tap, at('10:30')), assignmentRow(long, at('12:10'))] });
  expect(full.breaks).toEqual([]);
  expect(full.squeezed).toEqual([{ earliest: at('11:30'), latest: at('13:00'), length: 30 }]);
});

test('no drive is drawn between visits that overlap, nor home into an absence', () => {
  const absences = [
    {
      id: 'a',
      technician: 'dave',
      kind: 'sick' as const,
      start: at('11:00'),
      end: at('23:00'),
      reason: null,
    },
  ];
  const assignments = [assignmentRow(tap, at('08:00')), assignmentRow(drain, at('08:30'))];
  const day = monday({ absences, assignments });
  expect(day.legs.map(({ from, to }) => [from, to])).toEqual([[null, 'tap']]);
  expect(day.absences).toEqual(absences);
  expect(day.load.available).toBe(240);
});

test('a day off has no utilisation', () => {
  const board = prepareBoard(boardRows({ visits: [tap], holidays: [{ date: '2026-11-22', name: 'Fair' }] }));
  const sunday = timeline(board, 'dave', board.days.at(-1)!);
  expect(sunday).toMatchObject({ holiday: 'Fair', shifts: [], load: { available: 0, utilisation: null } });
});

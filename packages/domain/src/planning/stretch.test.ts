import { expect, test } from 'vitest';
import { prepareBoard } from '../scheduling/board/prepare.ts';
import {
  assignmentRow,
  at,
  boardRows,
  business,
  technicianRow,
  visitRow,
} from '../scheduling/board/sample-rows.ts';
import { defaultWeights } from '../scheduling/problem.ts';
import { nothingIn, problemOf, workingDays } from './stretch.ts';
import { defaultPlanning } from './weights.ts';

const day = { lastDay: '2026-11-16' } as const;

test('what is planned begins now, or with the first day where that is ahead', () => {
  const [tap] = problemOf(prepareBoard(boardRows({ ...day, now: at('09:10') })), { way: 'plan' }).visits;
  expect(tap!.windows[0]!.start).toBe(at('09:10'));
  const early = prepareBoard(boardRows({ ...day, now: at('06:00', '2026-11-14') }));
  expect(problemOf(early, { way: 'plan' }).visits[0]!.windows[0]!.start).toBe(at('00:00'));
});

test('what matters to the business decides the prices, and its longest day the shifts', () => {
  const planning = { ...defaultPlanning, driving: 4, longestDay: 420 };
  const board = prepareBoard(boardRows({ ...day, business: { ...business, planning } }));
  const planned = problemOf(board, { way: 'plan' });
  expect(planned.weights).toEqual({ ...defaultWeights, travel: 40 });
  expect(planned.technicians[0]!.shifts[0]!.maxDuration).toBe(420);
  expect(problemOf(board, { way: 'repair' }).weights).toMatchObject({ travel: 40, moved: 900 });
  expect(
    problemOf(prepareBoard(boardRows(day)), { way: 'plan' }).technicians[0]!.shifts[0],
  ).not.toHaveProperty('maxDuration');
});

test('where nothing is left it says which', () => {
  const visit = visitRow({ state: 'planned' });
  const ask = (changes: object, asked: object = {}) =>
    nothingIn(prepareBoard(boardRows({ ...day, ...changes })), { way: 'plan', ...asked });
  expect(ask({})).toBeUndefined();
  expect(ask({ now: at('20:00') })).toBe('day over');
  expect(ask({ firstDay: '2026-11-22', lastDay: '2026-11-22' })).toBe('no shifts');
  expect(ask({ technicians: [technicianRow({ isActive: false })] })).toBe('no shifts');
  expect(ask({ visits: [] })).toBe('no visits');
  const booked = { visits: [visit], assignments: [assignmentRow(visit, at('10:00'))] };
  expect(ask(booked)).toBeUndefined();
  expect(ask(booked, { way: 'fill gaps' })).toBe('no visits');
  expect(ask({ ...booked, now: at('10:30') })).toBe('no visits');
  expect(ask(booked, { visits: ['another'] })).toBe('no visits');
});

test('holidays are no working days', () => {
  const week = prepareBoard(boardRows({ holidays: [{ date: '2026-11-17', name: 'Cup Day' }] }));
  expect(workingDays(week)).toEqual(['2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20']);
  expect(workingDays(week, ['nobody'])).toEqual([]);
});

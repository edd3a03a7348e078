import { expect, test } from 'vitest';
import { prepareBoard } from '../../dispatch/scheduling/board/prepare.ts';
import {
  assignmentRow,
  at,
  boardRows,
  business,
  technicianRow,
  visitRow,
} from '../../dispatch/scheduling/board/sample-boards.ts';
import { defaultWeights } from '../../dispatch/scheduling/problem.ts';
import { defaultPlanning } from '../../dispatch/scheduling/weights.ts';
import { nothingIn, problemOf, workingDays, dispatchedAway } from './stretch.ts';

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

const stretch = { from: at('00:00'), until: at('00:00', '2026-11-17') };
const away = {
  id: 'flu',
  technician: 'dave',
  kind: 'sick',
  start: at('10:30'),
  end: at('17:00'),
  reason: null,
} as const;

const told = (id: string, state: 'planned' | 'dispatched' | 'en route' = 'dispatched') =>
  visitRow({ id, state });

test('what is dispatched to somebody who is away is named, and what has begun, is pinned or over is not', () => {
  const visits = ['early', 'noon', 'two', 'pinned', 'agreed', 'sam'].map((id) => told(id));
  const begun = told('begun', 'en route');
  const planned = told('planned', 'planned');
  const board = prepareBoard(
    boardRows({
      lastDay: '2026-11-16',
      technicians: [technicianRow(), technicianRow({ id: 'sam', name: 'Sam' })],
      absences: [away],
      visits: [...visits, begun, planned],
      assignments: [
        assignmentRow(visits[0]!, at('08:00')),
        assignmentRow(visits[2]!, at('14:00')),
        assignmentRow(visits[1]!, at('12:00')),
        assignmentRow(visits[3]!, at('13:00'), { isPinned: true }),
        assignmentRow(visits[4]!, at('15:00'), { overrides: [{ rule: 'absence', reason: 'He comes' }] }),
        assignmentRow(visits[5]!, at('12:00'), { technician: 'sam' }),
        assignmentRow(begun, at('11:00'), { progress: 'en route' }),
        assignmentRow(planned, at('16:00')),
      ],
    }),
  );
  expect(dispatchedAway(board, stretch)).toEqual([{ technician: 'dave', visits: ['noon', 'two'] }]);
  expect(dispatchedAway({ ...board, now: at('12:30') }, stretch)).toEqual([
    { technician: 'dave', visits: ['two'] },
  ]);
});

test('a day on which all is dispatched can be repaired where somebody is away, and needs no repair otherwise', () => {
  const noon = told('noon');
  const rows = {
    lastDay: '2026-11-16' as const,
    visits: [noon],
    assignments: [assignmentRow(noon, at('12:00'))],
  };
  const ask = (absences: (typeof away)[]) =>
    nothingIn(prepareBoard(boardRows({ ...rows, absences })), { way: 'repair' });
  expect(ask([])).toBe('no visits');
  expect(ask([away])).toBeUndefined();
});

test('a repair leaves what waits in the tray, unless it is named', () => {
  const planned = told('planned', 'planned');
  const board = prepareBoard(
    boardRows({
      lastDay: '2026-11-16',
      visits: [visitRow(), planned],
      assignments: [assignmentRow(planned, at('10:00'))],
    }),
  );
  const asked = (way: 'plan' | 'repair', visits?: string[]) =>
    problemOf(board, { way, ...(visits && { visits }) }).visits.map(({ id }) => id);
  expect(asked('plan')).toEqual(['planned', 'tap']);
  expect(asked('repair')).toEqual(['planned']);
  expect(asked('repair', ['tap'])).toEqual(['planned', 'tap']);
});

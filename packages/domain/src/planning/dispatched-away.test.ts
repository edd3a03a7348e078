import { expect, test } from 'vitest';
import { prepareBoard } from '../scheduling/board/prepare.ts';
import { assignmentRow, at, boardRows, technicianRow, visitRow } from '../scheduling/board/sample-rows.ts';
import { dispatchedAway } from './dispatched-away.ts';
import { nothingIn, problemOf } from './stretch.ts';

const day = { from: at('00:00'), until: at('00:00', '2026-11-17') };
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
  expect(dispatchedAway(board, day)).toEqual([{ technician: 'dave', visits: ['noon', 'two'] }]);
  expect(dispatchedAway({ ...board, now: at('12:30') }, day)).toEqual([
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

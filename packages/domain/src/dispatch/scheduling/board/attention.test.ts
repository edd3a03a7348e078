import { expect, test } from 'vitest';
import { attentionOn } from './attention.ts';
import { prepareBoard } from './prepare.ts';
import type { BoardRows } from './board.ts';
import { assignmentRow, at, boardRows, technicianRow, visitRow } from './sample-boards.ts';

function found(rows: Partial<BoardRows>) {
  const board = prepareBoard(boardRows(rows));
  return attentionOn(
    board,
    board.days.find(({ date }) => date === '2026-11-16')!,
  );
}

test('whoever has not left for a visit is late, once traffic is no excuse any more', () => {
  const rows = {
    visits: [visitRow({ state: 'dispatched' })],
    assignments: [assignmentRow(visitRow(), at('09:00'))],
  };
  expect(found({ ...rows, now: at('09:10') })).toEqual([]);
  expect(found({ ...rows, now: at('09:25') })).toEqual([
    { kind: 'late', visit: 'tap', technician: 'dave', by: 25 },
  ]);
});

test('whoever is still on site runs over, and nobody is late who is there', () => {
  const rows = {
    visits: [visitRow({ state: 'on site' })],
    assignments: [assignmentRow(visitRow(), at('09:00'), { progress: 'on site' })],
  };
  expect(found({ ...rows, now: at('09:40') })).toEqual([]);
  expect(found({ ...rows, now: at('10:20') })).toEqual([
    { kind: 'running over', visit: 'tap', technician: 'dave', by: 20 },
  ]);
});

test('what is for today, or due, and has nobody is unassigned; what may wait is not', () => {
  const now = at('08:00');
  expect(found({ now, visits: [visitRow({ date: '2026-11-16' })] })).toEqual([
    { kind: 'unassigned', visit: 'tap' },
  ]);
  expect(found({ now, visits: [visitRow({ dueBy: '2026-11-15' })] })).toMatchObject([{ kind: 'unassigned' }]);
  expect(found({ now, visits: [visitRow({ dueBy: '2026-11-20' })] })).toEqual([]);
});

test('an absence that came later is a conflict, unless somebody decided so; a missed window is a broken promise', () => {
  const absence = {
    id: 'flu',
    technician: 'dave',
    kind: 'sick' as const,
    start: at('08:00'),
    end: at('12:00'),
    reason: null,
  };
  const rows = {
    now: at('07:00'),
    absences: [absence],
    visits: [visitRow({ state: 'planned', window: { from: '10:00', to: '11:00' }, date: '2026-11-16' })],
    assignments: [assignmentRow(visitRow(), at('09:00'))],
  };
  expect(found(rows)).toMatchObject([
    { kind: 'conflict', visit: 'tap', reasons: [{ rule: 'absence' }] },
    { kind: 'broken promise', visit: 'tap', reasons: [{ rule: 'window', miss: 'early' }] },
  ]);
  const onPurpose = ['absence', 'window'].map((rule) => ({ rule: rule as 'absence', reason: 'Agreed' }));
  expect(
    found({ ...rows, assignments: [assignmentRow(visitRow(), at('09:00'), { overrides: onPurpose })] }),
  ).toEqual([]);
});

test('a ticket is pointed out before it expires', () => {
  const withTicket = (expires: '2026-11-30' | '2027-06-01') =>
    found({ now: at('07:00'), technicians: [technicianRow({ tickets: [{ skill: 'gas', expires }] })] });
  expect(withTicket('2026-11-30')).toEqual([
    { kind: 'ticket', technician: 'dave', skill: 'gas', expires: '2026-11-30' },
  ]);
  expect(withTicket('2027-06-01')).toEqual([]);
});

test('whoever has said that they run late is told of at once, and is late without a word only after that', () => {
  const delay = { technician: 'dave', expected: at('09:40'), text: 'Traffic' };
  const rows = {
    visits: [visitRow({ state: 'dispatched', delay })],
    assignments: [assignmentRow(visitRow(), at('09:00'))],
  };
  const told = [{ kind: 'running late', visit: 'tap', technician: 'dave', by: 40, text: 'Traffic' }];
  expect(found({ ...rows, now: at('08:00') })).toEqual(told);
  expect(found({ ...rows, now: at('09:50') })).toEqual(told);
  expect(found({ ...rows, now: at('09:51') })).toMatchObject([{ kind: 'late', by: 51 }]);
});

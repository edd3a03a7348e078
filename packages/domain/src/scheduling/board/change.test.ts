import { expect, test } from 'vitest';

import { minutes } from '../../values/minutes.ts';
import { withAssignments, withVisits } from './change.ts';
import { check } from './check.ts';
import { prepareBoard } from './prepare.ts';
import { assignmentRow, at, boardRows, siteAt, technicianRow, visitRow } from './sample-rows.ts';

test('a board with other assignments is what those rows would have made, and the old one stays', () => {
  const [tap, drain] = [visitRow(), visitRow({ id: 'drain', site: siteAt(9) })];
  const before = [assignmentRow(tap, at('08:00')), assignmentRow(drain, at('10:00'))];
  const rows = boardRows({
    technicians: [technicianRow(), technicianRow({ id: 'priya' })],
    visits: [tap, drain],
    assignments: before,
  });
  const board = prepareBoard(rows);
  const moved = assignmentRow(drain, at('07:30'), { technician: 'priya' });
  const changed = withAssignments(
    board,
    new Map([
      ['tap', []],
      ['drain', [moved]],
    ]),
  );
  const fresh = prepareBoard({ ...rows, assignments: [moved] });
  expect(changed.bookings.get('priya')).toEqual(fresh.bookings.get('priya'));
  expect(changed.bookings.get('dave')!.list).toEqual([]);
  expect(changed.assignments).toEqual(fresh.assignments);
  expect(board.bookings.get('dave')!.list.map(({ start }) => start)).toEqual([at('08:00'), at('10:00')]);
});

test('a visit that has changed is asked about as it is now, on the board and beside it', () => {
  const [tap, drain] = [visitRow(), visitRow({ id: 'drain', site: siteAt(5) })];
  const board = prepareBoard(
    boardRows({ visits: [tap, drain], assignments: [assignmentRow(tap, at('08:00'))] }),
  );
  const ask = (given: typeof board) => check(given, given.visits.get('drain')!, ['dave'], at('08:30'));
  expect(ask(board)).toMatchObject([{ rule: 'overlap' }]);
  expect(ask(withVisits(board, [{ ...tap, state: 'cancelled' }]))).toEqual([]);
  const added = withVisits(board, [visitRow({ id: 'new', duration: minutes(30), banned: ['dave'] })]);
  expect(check(added, added.visits.get('new')!, ['dave'], at('10:00'))).toMatchObject([{ rule: 'banned' }]);
  expect(board.visits.has('new')).toBe(false);
});

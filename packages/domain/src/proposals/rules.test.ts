import { momentText } from '../assignments/rules.ts';
import { expect, test } from 'vitest';
import { prepareBoard } from '../scheduling/board/prepare.ts';
import type { AssignmentRow, VisitRow } from '../scheduling/board/rows.ts';
import { assignmentRow, at, boardRows, technicianRow, visitRow } from '../scheduling/board/sample-rows.ts';
import { type Item, isDone, unfitIn } from './rules.ts';

const [tap, sink] = ['tap', 'sink'].map((id) => visitRow({ id, state: 'planned' })) as [VisitRow, VisitRow];
const place = (time: `${number}:${number}`, technician = 'dave') => ({
  technicians: [technician],
  starts_at: momentText(at(time)),
  ends_at: momentText(at(time)),
});

function boardWith(assignments: readonly AssignmentRow[], visits: readonly VisitRow[] = [tap, sink]) {
  const technicians = [technicianRow(), technicianRow({ id: 'priya', name: 'Priya' })];
  return prepareBoard(boardRows({ lastDay: '2026-11-16', technicians, visits, assignments }));
}

const swap: Item[] = [
  { id: 'first', visit_id: 'tap', kind: 'moved', before: place('08:00'), after: place('10:00') },
  { id: 'second', visit_id: 'sink', kind: 'moved', before: place('10:00'), after: place('08:00') },
];
const standing = [assignmentRow(tap, at('08:00')), assignmentRow(sink, at('10:00'))];

test('two that change places fit together, and neither alone', () => {
  expect(unfitIn(boardWith(standing), swap)).toEqual(new Map());
  expect([...unfitIn(boardWith(standing), swap.slice(0, 1)).keys()]).toEqual(['first']);
});

test('what stays behind is in the way of what relied on its going', () => {
  const pinned = [assignmentRow(tap, at('08:00'), { isPinned: true }), standing[1]!];
  const unfit = unfitIn(boardWith(pinned), swap);
  expect(unfit.get('first')!.map(({ rule }) => rule)).toEqual(['pinned']);
  expect(unfit.get('second')!.map(({ rule }) => rule)).toContain('overlap');
});

test('what somebody has decided since is not overruled, and what is there already is done', () => {
  const moved = boardWith([assignmentRow(tap, at('09:00')), standing[1]!]);
  expect(unfitIn(moved, swap.slice(0, 1)).get('first')).toMatchObject([{ rule: 'moved' }]);
  const there = boardWith([assignmentRow(tap, at('10:00'))]);
  expect(unfitIn(there, swap.slice(0, 1))).toEqual(new Map());
  expect(isDone(there, swap[0]!)).toBe(true);
  const freed: Item = { id: 'free', visit_id: 'tap', kind: 'freed', before: place('08:00'), after: null };
  expect(unfitIn(boardWith(standing), [freed])).toEqual(new Map());
  const dispatched = boardWith(standing, [{ ...tap, state: 'dispatched' }, sink]);
  expect(unfitIn(dispatched, [freed]).get('free')).toMatchObject([{ rule: 'state' }]);
  expect([...unfitIn(dispatched, swap).keys()]).toContain('first');
  // Unless whoever was told of it has said that it cannot stay.
  expect(unfitIn(dispatched, [freed], new Set(), true)).toEqual(new Map());
  expect(unfitIn(dispatched, swap, new Set(), true)).toEqual(new Map());
});

test('visits, jobs and technicians that are gone are named', () => {
  const [item] = swap as [Item];
  const gone = (changes: Partial<Item>, aside?: ReadonlySet<string>) =>
    unfitIn(boardWith(standing), [{ ...item, ...changes }], aside).get('first')![0]!.text;
  expect(gone({ visit_id: 'unknown' })).toBe('The visit is not there any more.');
  expect(gone({ after: place('10:00', 'sam') })).toBe('One of the technicians is not there any more.');
  expect(gone({}, new Set(['tap']))).toBe('The job has been put aside.');
});

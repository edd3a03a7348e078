import { expect, test } from 'vitest';
import type { AbsenceRow, AssignmentRow, VisitRow } from '../../dispatch/scheduling/board/board.ts';
import { prepareBoard } from '../../dispatch/scheduling/board/prepare.ts';
import {
  assignmentRow,
  at,
  boardRows,
  technicianRow,
  visitRow,
} from '../../dispatch/scheduling/board/sample-boards.ts';
import { momentText } from '../../work/assignments/rules.ts';
import type { Item } from './rules.ts';
import { isDone, unfitIn, agreedRow, agreementFor, isOvertaken } from './rules.ts';

const [tap, sink] = ['tap', 'sink'].map((id) => visitRow({ id, state: 'planned' })) as [VisitRow, VisitRow];
const place = (time: `${number}:${number}`, technician = 'dave') => ({
  technicians: [technician],
  starts_at: momentText(at(time)),
  ends_at: momentText(at(time)),
});

function boardWith(
  assignments: readonly AssignmentRow[],
  visits: readonly VisitRow[] = [tap, sink],
  absences: readonly AbsenceRow[] = [],
) {
  const technicians = [technicianRow(), technicianRow({ id: 'priya', name: 'Priya' })];
  return prepareBoard(boardRows({ lastDay: '2026-11-16', technicians, visits, assignments, absences }));
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

test('a pin holds nobody who is away, but where it was set since', () => {
  const pinned = [assignmentRow(tap, at('08:00'), { isPinned: true })];
  const sick = { id: 'sick', technician: 'dave', kind: 'sick', reason: null } as const;
  const away = boardWith(pinned, [tap, sink], [{ ...sick, start: at('07:00'), end: at('12:00') }]);
  const toPriya = { ...swap[0]!, after: place('08:00', 'priya') };
  const freed: Item = { ...toPriya, kind: 'freed', after: null };
  const pinnedSince = new Set(['tap']);
  for (const item of [toPriya, freed]) {
    expect(unfitIn(away, [item])).toEqual(new Map());
    expect(unfitIn(away, [item], { pinnedSince }).get('first')).toMatchObject([{ rule: 'pinned' }]);
  }
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
  expect(unfitIn(dispatched, [freed], { movesDispatched: true })).toEqual(new Map());
  expect(unfitIn(dispatched, swap, { movesDispatched: true })).toEqual(new Map());
});

test('visits, jobs and technicians that are gone are named', () => {
  const [item] = swap as [Item];
  const gone = (changes: Partial<Item>, aside = new Set<string>()) =>
    unfitIn(boardWith(standing), [{ ...item, ...changes }], { aside }).get('first')![0]!.text;
  expect(gone({ visit_id: 'unknown' })).toBe('The visit no longer exists.');
  expect(gone({ after: place('10:00', 'sam') })).toBe('One of the technicians no longer exists.');
  expect(gone({}, new Set(['tap']))).toBe('The job has been archived.');
});

const nothing = { overtime: false };
const promised = visitRow({ date: '2026-11-16', window: { from: '09:00', to: '11:00' } });

test('what a visit allows needs no agreement', () => {
  expect(agreementFor(promised, at('10:00'), nothing, null)).toBeNull();
  expect(agreementFor(visitRow(), at('10:00', '2026-11-18'), nothing, null)).toBeNull();
});

test('a window opens or closes on the next five minutes, and a day becomes another one', () => {
  expect(agreementFor(promised, at('08:43'), nothing, null)).toEqual({
    overtime: false,
    edit: { window_from: '08:40' },
    before: { window_from: '09:00' },
  });
  expect(agreementFor(promised, at('23:57', '2026-11-17'), nothing, null)!.edit).toEqual({
    on_date: '2026-11-17',
    window_to: '23:57',
  });
  const later = visitRow({ notBefore: '2026-11-18' });
  expect(agreementFor(later, at('10:00', '2026-11-17'), nothing, null)!.edit).toEqual({
    not_before: '2026-11-17',
  });
});

test('what was agreed to before stays agreed to', () => {
  const shorter = agreementFor(promised, at('10:00'), { ...nothing, duration: 30 }, null)!;
  const both = agreementFor(promised, at('11:01'), { overtime: true }, shorter)!;
  expect(both).toEqual({
    overtime: true,
    edit: { duration: 30, window_to: '11:05' },
    before: { duration: 60, window_to: '11:00' },
  });
  expect(agreedRow(promised, both)).toEqual({
    ...promised,
    duration: 30,
    window: { from: '09:00', to: '11:05' },
  });
});

test('a visit that asks for something else by now is not the one that was agreed about', () => {
  const agreed = agreementFor(promised, at('08:43'), nothing, null)!;
  expect(isOvertaken(promised, agreed)).toBe(false);
  expect(isOvertaken(agreedRow(promised, agreed), agreed)).toBe(false);
  expect(isOvertaken({ ...promised, window: { from: '07:00', to: '11:00' } }, agreed)).toBe(true);
  expect(isOvertaken({ ...promised, window: null }, agreed)).toBe(true);
});

import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import {
  assignmentRow,
  at,
  boardRows,
  monday,
  technicianRow,
  visitRow,
} from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { expect, test } from 'vitest';
import { comparedRows, dayOn, placesOf, sharedHours, type Side, type Standing } from './two-boards.ts';

const [kept, moved] = ['kept', 'moved'].map((id) => visitRow({ id, state: 'planned' }));
const people = [technicianRow({ id: 'dave', name: 'Dave' }), technicianRow({ id: 'priya', name: 'Priya' })];
const extra = technicianRow({ id: 'hal', name: 'Hal' });

function side(technicians: ReturnType<typeof technicianRow>[], to: string, time: '10:00' | '19:00'): Side {
  const assignments = [
    assignmentRow(kept!, at('08:00')),
    assignmentRow(moved!, at(time), { technician: to }),
  ];
  const rows = technicians.map(({ id, name }) => ({ id, name, colour: 'teal', is_active: true }));
  return {
    board: prepareBoard(boardRows({ technicians, visits: [kept!, moved!], assignments })),
    tables: { technicians: rows } as unknown as BoardTables,
  };
}

const sides = [side(people, 'dave', '10:00'), side([...people, extra], 'hal', '19:00')] as const;
const standing = (visit: string): Standing => (visit === 'moved' ? 'moved' : 'same');
const rows = comparedRows(sides, monday, standing);

test('everybody whom either board has is on one line, by name, and whose day differs is known', () => {
  expect(rows.map(({ technician, differs }) => [technician, differs])).toEqual([
    ['dave', true],
    ['hal', true],
    ['priya', false],
  ]);
  expect(rows[1]!.sides[0]).toBeNull();
  expect(rows[0]!.sides[0]!.blocks.map(({ booking, standing }) => [booking.id, standing])).toEqual([
    ['kept', 'same'],
    ['moved', 'moved'],
  ]);
});

test('a visit has a place on each board, and both are drawn with the same hours', () => {
  expect(placesOf(rows, 'moved').map(({ side, line, start }) => [side, line, start])).toEqual([
    [0, 0, at('10:00')],
    [1, 1, at('19:00')],
  ]);
  expect(placesOf(rows, 'unknown')).toEqual([]);
  const { start, end } = sharedHours(rows, dayOn(sides[0], monday)!);
  expect(start).toBeLessThanOrEqual(at('08:00'));
  expect(end).toBeGreaterThanOrEqual(at('20:00'));
});

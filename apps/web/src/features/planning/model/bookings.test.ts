import type { BoardTables } from '@muster/domain/board/schema';
import type { Remedy } from '@muster/domain/proposals/schema';
import { expect, test } from 'vitest';
import { bookingsOf } from './bookings.ts';

const tables = {
  visits: [
    { id: 'smith', version: 3 },
    { id: 'cole', version: 5 },
  ],
} as unknown as Pick<BoardTables, 'visits'>;
const at = '2026-11-17T02:00:00Z';
const smith = { visit_id: 'smith', technicians: ['dave'], starts_at: at };
const cole = { visit_id: 'cole', technicians: ['mia'], starts_at: at };

function remedy(kind: Remedy['kind'], ...moves: Remedy['moves']): Remedy {
  return { kind, words: [], moves };
}

test('what only moves visits is one command, with the version of each', () => {
  expect(bookingsOf(tables, remedy('place', smith))).toEqual([{ ...smith, version: 3 }]);
  expect(bookingsOf(tables, remedy('move out', smith, cole))).toEqual([
    { ...smith, version: 3 },
    { ...cole, version: 5 },
  ]);
});

test('what has to be agreed to, leaves a visit out or is about one that is not at hand, is not', () => {
  expect(bookingsOf(tables, remedy('overtime', smith))).toBeUndefined();
  expect(bookingsOf(tables, remedy('move out', smith, { ...cole, starts_at: null }))).toBeUndefined();
  expect(bookingsOf(tables, remedy('another day', smith, { ...cole, visit_id: 'far' }))).toBeUndefined();
});

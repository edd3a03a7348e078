import { expect, test } from 'vitest';
import type { EnquiryRow } from '../api.ts';
import { moved } from './pending-moves.ts';

const card = (id: string, state: EnquiryRow['state']) => ({ id, state }) as EnquiryRow;
const [one, two, three] = [card('1', 'new'), card('2', 'new'), card('3', 'contacted')];
const columns = [
  { state: 'new' as const, count: 60, cards: [one, two] },
  { state: 'contacted' as const, count: 1, cards: [three] },
  { state: 'won' as const, count: 0, cards: [] },
];

test('a card leaves its column for the top of another, and both are counted', () => {
  expect(moved(columns, new Map([['1', 'contacted']]))).toEqual([
    { state: 'new', count: 59, cards: [two] },
    { state: 'contacted', count: 2, cards: [{ ...one, state: 'contacted' }, three] },
    columns[2],
  ]);
});

test('a card that is where it was moved to, or that no column shows, changes nothing', () => {
  const moves = new Map([
    ['3', 'contacted' as const],
    ['elsewhere', 'won' as const],
  ]);
  expect(moved(columns, moves)).toEqual(columns);
});

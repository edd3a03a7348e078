import type { Problem, Schedule } from '@muster/domain/scheduling/problem';
import { defaultWeights } from '@muster/domain/scheduling/problem';
import { expect, test } from 'vitest';

import { dispatcherWords } from './dispatcher-words.ts';
import { explainMoves } from './moves.ts';
import { compareSchedules } from './summary.ts';

test('a move says who, what it saves, and who holds the ticket', () => {
  const times = Int32Array.from([0, 30, 10, 30, 0, 40, 10, 40, 0]);
  const shift = (place: number) => [{ id: 'day', start: 0, end: 480, startPlace: place, endPlace: place }];
  const problem: Problem = {
    weights: defaultWeights,
    travel: [{ places: 3, times }],
    technicians: [
      { id: 'd', name: 'Dave', skills: ['gas'], shifts: shift(1) },
      { id: 'p', name: 'Priya', skills: ['gas'], shifts: shift(0) },
    ],
    visits: [{ id: 'v', place: 2, duration: 30, windows: [{ start: 0, end: 400 }], skills: ['gas'] }],
  };
  const route = (technician: string, start: number): Schedule => ({
    routes: [{ technician, shift: 'day', stops: [{ visit: 'v', start }], breaks: [] }],
    unplaced: [],
  });
  const before = route('d', 40);
  const after = route('p', 10);
  const [move] = explainMoves(problem, before, after);
  expect(move && dispatcherWords(problem, 1).move(move)).toBe(
    'Dave → Priya: saves 1 h of driving, both hold the gas ticket',
  );
  expect(compareSchedules(problem, before, after)).toMatchObject({
    before: { travel: 80 },
    after: { travel: 20 },
  });
});

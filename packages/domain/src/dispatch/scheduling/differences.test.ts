import { expect, test } from 'vitest';
import { differencesBetween, differencesInTurn } from './differences.ts';
import type { Schedule } from './problem.ts';

const schedule = (stops: Record<string, number>, unplaced: string[] = []): Schedule => ({
  routes: [
    {
      technician: 'dave',
      shift: 'day',
      stops: Object.entries(stops).map(([visit, start]) => ({ visit, start })),
      breaks: [],
    },
  ],
  unplaced,
});

test('two steps are told as one: there and back is nothing', () => {
  const [first, second, third] = [
    schedule({ a: 1, b: 2, c: 3 }),
    schedule({ a: 5, b: 6 }, ['c']),
    schedule({ a: 1, b: 6, c: 9 }),
  ];
  const together = differencesInTurn(differencesBetween(first, second), differencesBetween(second, third));
  expect(together).toEqual(differencesBetween(first, third));
  expect(together.map(({ visit }) => visit)).toEqual(['b', 'c']);
});

import { expect, test } from 'vitest';
import { leastUsedColours, workingWeekProblem } from './rules.ts';

function week(...stretches: [weekday: number, from: string, to: string][]) {
  return stretches.map(([weekday, from, to]) => ({ weekday, from, to, breaks: [] }));
}

const overlap = 'Two blocks of hours overlap.';

test('stretches that follow each other are fine, also over midnight and over the end of the week', () => {
  expect(workingWeekProblem(week([1, '07:00', '12:00'], [1, '12:00', '15:30']))).toBeUndefined();
  expect(workingWeekProblem(week([1, '22:00', '06:00'], [2, '06:00', '10:00']))).toBeUndefined();
  expect(workingWeekProblem(week([6, '22:00', '06:00'], [7, '06:00', '10:00']))).toBeUndefined();
  expect(workingWeekProblem(week([7, '22:00', '06:00'], [1, '06:00', '10:00']))).toBeUndefined();
  expect(workingWeekProblem(week([1, '07:00', '07:00'], [2, '07:00', '07:00']))).toBeUndefined();
});

test('stretches that overlap are named, in whichever order they are given', () => {
  for (const [one, other] of [
    [week([1, '07:00', '12:00']), week([1, '11:00', '15:00'])],
    [week([1, '07:00', '12:00']), week([1, '07:00', '10:00'])],
    [week([1, '07:00', '12:00']), week([1, '07:00', '12:00'])],
    [week([1, '22:00', '06:00']), week([1, '23:00', '23:30'])],
    [week([1, '22:00', '06:00']), week([2, '05:00', '10:00'])],
    [week([6, '22:00', '06:00']), week([7, '05:00', '10:00'])],
    [week([7, '22:00', '06:00']), week([1, '05:00', '10:00'])],
  ] as const) {
    expect(workingWeekProblem([...one, ...other])).toBe(overlap);
    expect(workingWeekProblem([...other, ...one])).toBe(overlap);
  }
});

test('newcomers have the colours that the fewest have, and sixteen come before one repeats', () => {
  expect(new Set(leastUsedColours([], 16)).size).toBe(16);
  expect(leastUsedColours(['teal', 'teal', 'blue'], 2)).toEqual(['violet', 'pink']);
  const all = leastUsedColours([], 16);
  expect(leastUsedColours(all, 2)).toEqual(['teal', 'blue']);
});

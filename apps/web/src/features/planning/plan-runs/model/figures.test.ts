import type { Figures } from '@muster/domain/planning/plan-runs/schema';
import { expect, test } from 'vitest';
import { compare, soFar } from './figures.ts';

const before: Figures = { driving: 200, overtime: 30, kept: 4, late: 2, placed: 10, unplaced: 6, costs: {} };

test('less driving and more visits are for the better, and what stays is not told as a change', () => {
  const after = { ...before, driving: 130, kept: 6, late: 0, placed: 16, unplaced: 0 };
  expect(compare(before, after)).toEqual([
    { label: 'Driving', before: '3 h 20 min', after: '2 h 10 min', change: '−1 h 10 min', isBetter: true },
    { label: 'Overtime', before: '30 min', after: '30 min', change: undefined, isBetter: false },
    { label: 'Promises kept', before: '4 of 6', after: '6 of 6', change: '+2', isBetter: true },
    { label: 'Visits placed', before: '10 of 16', after: '16 of 16', change: '+6', isBetter: true },
  ]);
  expect(soFar(before, after)).toBe('16 of 16 visits placed · 1 h 10 min less driving');
});

test('more visits may need more driving, which is told as it is', () => {
  const after = { ...before, driving: 260, placed: 15, unplaced: 1 };
  expect(soFar(before, after)).toBe('15 of 16 visits placed · 4 h 20 min of driving');
  expect(compare(before, after)[0]).toMatchObject({ change: '+1 h', isBetter: false });
});

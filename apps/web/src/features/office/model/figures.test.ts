import { expect, test } from 'vitest';
import { hours, weekFigures } from './figures.ts';

test.each([
  [0.4, '24 min'],
  [1, '1 h'],
  [15.52, '15.5 h'],
  [47, '47 h'],
  [60, '2.5 days'],
])('%d hours are %s', (value, words) => {
  expect(hours(value)).toBe(words);
});

test('the median is that of the last week in which somebody was contacted', () => {
  const weeks = [
    { week: '2026-06-01', arrivals: 2, median_hours: 4 },
    { week: '2026-06-08', arrivals: 3, median_hours: 6 },
    { week: '2026-06-15', arrivals: 1, median_hours: null },
  ];
  const { arrivals, medians, latest } = weekFigures({ total: 6, overdue: 0, states: [], weeks });
  expect(arrivals.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    '1 June: 2',
    '8 June: 3',
    '15 June: 1',
  ]);
  expect(medians.at(-1)?.value).toBeNull();
  expect(latest).toBe(6);
});

import { expect, test } from 'vitest';
import { hours, summaryFigures, weekFigures } from './figures.ts';

test.each([
  [0.4, '24 min'],
  [1, '1 h'],
  [15.52, '15.5 h'],
  [47, '47 h'],
  [60, '2.5 days'],
])('%d hours are %s', (value, words) => {
  expect(hours(value)).toBe(words);
});

const summary = {
  total: 1_006,
  open: 4,
  overdue: 0,
  last_30_days: { arrivals: 6, median_hours: 4.5 },
  states: [],
  weeks: [
    { week: '2026-06-01', arrivals: 2, median_hours: 4 },
    { week: '2026-06-15', arrivals: 1, median_hours: null },
  ],
};

test('each figure says what it counts', () => {
  expect(summaryFigures(summary).map(({ value, label }) => `${value} ${label}`)).toEqual([
    '1,006 enquiries',
    '4 open',
    '6 received in 30 days',
    '4.5 h to first contact, median of the last 30 days',
  ]);
  const none = { ...summary, total: 0 };
  expect(summaryFigures(none)).toEqual([{ value: '0', label: 'enquiries' }]);
});

test('a week is named by its Monday, and has no median while nobody was contacted', () => {
  const { arrivals, medians } = weekFigures(summary);
  expect(arrivals.map(({ label, value }) => `${label}: ${value}`)).toEqual(['1 June: 2', '15 June: 1']);
  expect(medians.at(-1)?.value).toBeNull();
});

import { expect, test } from 'vitest';
import { countFilters, readJobSearch } from './job-search.ts';

test('the address says what to look for, and leaves out what is usual or unknown', () => {
  expect(
    readJobSearch({ search: 1042, state: 'open', priority: 'P9', due_to: '2026-11-20', sort: '-number' }),
  ).toEqual({ search: '1042', state: 'open', due_to: '2026-11-20' });
  expect(readJobSearch({ customer: 'me', due_from: '2026-13-01', sort: 'due' })).toEqual({ sort: 'due' });
});

test('neither the search nor the order is a filter', () => {
  expect(countFilters({ search: 'tap', sort: 'due', state: 'open', archived: true })).toBe(2);
});

import { expect, test } from 'vitest';
import { countFilters, readTechnicianSearch } from './technician-search.ts';

test('the address says what to look for, and leaves out what is usual', () => {
  expect(readTechnicianSearch({ search: 'pri', state: 'inactive', expiring: true, sort: 'name' })).toEqual({
    search: 'pri',
    state: 'inactive',
    expiring: true,
  });
  expect(readTechnicianSearch({ sort: '-created', page: 7 })).toEqual({ sort: '-created' });
});

test('the search is no filter', () => {
  expect(countFilters({ search: 'pri', state: 'active', expiring: true })).toBe(2);
});

import { expect, test } from 'vitest';
import { countFilters, readCustomerSearch } from './customer-search.ts';

test('the address says what to look for, and leaves out what is usual or unknown', () => {
  expect(readCustomerSearch({ search: 4220, region: 'NSW', archived: true, sort: 'name', page: 3 })).toEqual({
    search: '4220',
    region: 'NSW',
    archived: true,
  });
  expect(readCustomerSearch({ region: 'Bavaria', archived: 'yes', sort: '-created' })).toEqual({
    sort: '-created',
  });
});

test('the search is no filter', () => {
  expect(countFilters({ search: 'ryde', region: 'NSW', tag: 'strata' })).toBe(2);
});

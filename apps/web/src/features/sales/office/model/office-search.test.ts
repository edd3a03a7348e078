import { expect, test } from 'vitest';
import { changed, exportAddress, isFiltered, readSearch } from './office-search.ts';

const owner = '0193e5a0-0000-7000-8000-000000000021';

test('an address is read as it was written', () => {
  const search = {
    view: 'table',
    search: 'plumber',
    state: 'won',
    owner,
    industry: 3,
    overdue: true,
    sort: '-due',
  } as const;
  expect(readSearch(search)).toEqual(search);
  expect(readSearch({ search: 1234 })).toEqual({ search: '1234' });
});

test.each([
  { search: '' },
  { search: { of: 'something' } },
  { state: 'gone' },
  { owner: 'somebody' },
  { industry: 'x' },
  { industry: -1 },
  { industry: 1.5 },
  { overdue: 'yes' },
  { sort: 'toString' },
  { sort: 'newest' },
  { page: 2 },
  { other: 'thing' },
])('%j says nothing that the server would understand', (given) => {
  expect(readSearch(given)).toEqual({});
});

test('an old link to the board opens the pipeline', () => {
  expect(readSearch({ view: 'board', search: 'plumber' })).toEqual({ search: 'plumber' });
});

test('what is taken away is not in the address', () => {
  expect(changed({ search: 'x' }, { search: undefined })).toEqual({});
});

test('the pipeline has all states, so that it looks for none, and neither does its export', () => {
  const table = { view: 'table', state: 'new', search: 'x' } as const;
  const pipeline = changed(table, { view: undefined });
  expect(pipeline).toEqual({ search: 'x' });
  expect(readSearch({ state: 'new' })).toEqual({});
  expect(isFiltered(changed({ view: 'table', state: 'new' }, { view: undefined }))).toBe(false);
  expect(exportAddress(table)).toContain('state=new');
  expect(exportAddress(pipeline)).not.toContain('state');
});

test('a view and an order are no filters', () => {
  expect(isFiltered({ view: 'table', sort: 'due' })).toBe(false);
  expect(isFiltered({ overdue: true })).toBe(true);
});

test('the export has the filters alone', () => {
  expect(exportAddress({ view: 'table', sort: 'due' })).toBe('/services/office/api/v1/enquiries.csv');
  expect(exportAddress({ search: 'a & b', overdue: true })).toBe(
    '/services/office/api/v1/enquiries.csv?search=a+%26+b&overdue=true',
  );
});

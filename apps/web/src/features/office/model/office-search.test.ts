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
    page: 2,
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
  { page: 1 },
  { page: 0 },
  { page: 201 },
  { other: 'thing' },
])('%j says nothing that the server would understand', (given) => {
  expect(readSearch(given)).toEqual({});
});

test('an old link to the board opens the pipeline', () => {
  expect(readSearch({ view: 'board', search: 'plumber' })).toEqual({ search: 'plumber' });
});

test('whatever else is looked for begins at its first page', () => {
  expect(changed({ page: 3, view: 'table' }, { state: 'lost' })).toEqual({ view: 'table', state: 'lost' });
  expect(changed({ page: 3, search: 'x' }, { page: 4 })).toEqual({ page: 4, search: 'x' });
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

test('a view, an order and a page are no filters', () => {
  expect(isFiltered({ view: 'table', sort: 'due', page: 2 })).toBe(false);
  expect(isFiltered({ overdue: true })).toBe(true);
});

test('the export has the filters alone', () => {
  expect(exportAddress({ view: 'table', sort: 'due', page: 2 })).toBe(
    '/services/office/api/v1/enquiries.csv',
  );
  expect(exportAddress({ search: 'a & b', overdue: true })).toBe(
    '/services/office/api/v1/enquiries.csv?search=a+%26+b&overdue=true',
  );
});

import { expect, test } from 'vitest';
import { readPrintSearch } from './print-search.ts';

test('only what the page understands is taken from the address', () => {
  const technician = '0193e5a0-0000-7000-8000-000000000101';
  expect(readPrintSearch({ date: '2026-11-17', technician, only: 'board' })).toEqual({
    date: '2026-11-17',
    technician,
    only: 'board',
  });
  expect(readPrintSearch({ date: 'tomorrow', technician: 'Dave', only: 'ink' })).toEqual({});
});

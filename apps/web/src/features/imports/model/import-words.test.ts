import { expect, test } from 'vitest';
import {
  asUuid,
  columnProblem,
  doneWords,
  headingsOf,
  leftOutWords,
  readKind,
  rowMarks,
} from './import-words.ts';

const fields = [
  { field: 'name', title: 'Name', is_required: true },
  { field: 'phone', title: 'Phone', is_required: false },
];

test('a table needs a column for what is required, and no field twice', () => {
  expect(columnProblem(['name', null], fields)).toBeUndefined();
  expect(columnProblem([null, 'phone'], fields)).toBe('Choose the column that holds Name.');
  expect(columnProblem(['name', 'phone', 'phone'], fields)).toMatch(/^Two columns are matched with Phone/);
});

test('addresses, headings and ids', () => {
  expect(readKind('customers')).toBe('customers');
  expect(readKind('invoices')).toBeUndefined();
  expect(headingsOf('technicians')).toMatch(/^Name,Phone,Email,/);
  expect(asUuid('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-cdef-0123-456789abcdef');
});

test('a row is marked by what is wrong with it rather than by what it looks like', () => {
  const marks = rowMarks({
    problems: [{ row: 3, text: 'Name is missing.' }],
    duplicates: [
      { row: 2, text: 'Ann looks like Ann.' },
      { row: 3, text: 'Ben looks like row 2.' },
    ],
  });
  expect([...marks]).toEqual([
    [2, { kind: 'duplicate', text: 'Ann looks like Ann.' }],
    [3, { kind: 'problem', text: 'Name is missing.' }],
  ]);
});

test('one is told as one', () => {
  expect(doneWords(1, 'customers')).toBe('1 customer is imported');
  expect(doneWords(1200, 'jobs')).toBe('1,200 jobs are imported');
});

test('what was left out is told afterwards', () => {
  expect(leftOutWords(0)).toBe('');
  expect(leftOutWords(1200)).toBe('1,200 rows were left out, because they look like what is there. ');
});

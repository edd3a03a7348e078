import { expect, test } from 'vitest';
import {
  asUuid,
  cellsInWords,
  columnProblem,
  doneWords,
  headingsOf,
  leftOutWords,
  readKind,
  rowMarks,
  progressWords,
} from './import-words.ts';

const fields = [
  { field: 'name', title: 'Name', is_required: true },
  { field: 'phone', title: 'Phone', is_required: false },
];

test('a table needs a column for what is required, and no field twice', () => {
  expect(columnProblem(['name', null], fields)).toBeUndefined();
  expect(columnProblem([null, 'phone'], fields)).toBe('Choose the column for Name.');
  expect(columnProblem(['name', 'phone', 'phone'], fields)).toMatch(/^Two columns are matched to Phone/);
});

test('addresses, headings and ids', () => {
  expect(readKind('customers')).toBe('customers');
  expect(readKind('quotes')).toBeUndefined();
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
  expect(doneWords(1, 'technicians')).toBe('1 technician imported');
  expect(doneWords(3, 'customers')).toBe('3 rows imported');
  expect(doneWords(1200, 'jobs')).toBe('1,200 jobs imported');
});

test('what was left out is told afterwards', () => {
  expect(leftOutWords(0)).toBe('');
  expect(leftOutWords(1)).toBe('1 row was left out. ');
  expect(leftOutWords(1200)).toBe('1,200 rows were left out. ');
  expect(cellsInWords({ name: 'Ann', phone: ' 0412 ', email: '', suburb: 'Ryde' }, 'name')).toBe(
    '0412 · Ryde',
  );
});

test('how far an import is: waiting, so many rows, or at its end', () => {
  expect(progressWords('waiting', 0, 2000)).toBe('Waiting for its turn.');
  expect(progressWords(undefined, 0, 0)).toBe('Reading the table.');
  expect(progressWords('running', 500, 2000)).toBe('500 of 2,000 rows.');
  expect(progressWords('running', 2000, 2000)).toBe('Finishing.');
});

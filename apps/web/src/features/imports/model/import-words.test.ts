import { expect, test } from 'vitest';
import { asUuid, columnProblem, headingsOf, readKind } from './import-words.ts';

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

import { expect, test } from 'vitest';
import { patchPages } from './pages.ts';

const known = {
  pages: [
    { rows: [{ id: 'a', version: 1, name: 'Ann' }], next: 'x' },
    { rows: [{ id: 'b', version: 4, name: 'Ben' }], next: null },
  ],
  pageParams: [undefined, 'x'],
};

test('a row takes the fields that a change tells of, and its version', () => {
  const entries = [{ table: 'technicians', id: 'b', version: 5, fields: { name: 'Benjamin' } }];
  expect(patchPages(known, 'technicians', entries).pages[1]?.rows).toEqual([
    { id: 'b', version: 5, name: 'Benjamin' },
  ]);
  expect(known.pages[1]?.rows[0]?.name).toBe('Ben');
});

test('a row that is gone goes', () => {
  const entries = [{ table: 'technicians', id: 'a', version: 2, fields: null }];
  expect(patchPages(known, 'technicians', entries).pages[0]?.rows).toEqual([]);
});

test('what is older, of another table or of no row here changes nothing', () => {
  const older = patchPages(known, 'technicians', [
    { table: 'technicians', id: 'b', version: 4, fields: { name: 'Old' } },
  ]);
  expect(older.pages[1]?.rows[0]?.name).toBe('Ben');
  const entries = [
    { table: 'customers', id: 'a', version: 9, fields: { name: 'Nobody' } },
    { table: 'technicians', id: 'z', version: 9, fields: { name: 'Nobody' } },
  ];
  expect(patchPages(known, 'technicians', entries)).toBe(known);
});

import { expect, test } from 'vitest';
import { latestToUndo } from './own-changes.ts';

const now = new Date('2026-11-17T04:00:00Z');
const at = '2026-11-17T03:00:00Z';
const plain = { kind: 'technician edited' as const, at, undoes: null, undone_by: null };

test('the latest own change is found that still stands and has a way back', () => {
  const rows = [
    { ...plain, number: 9, kind: 'licences changed' as const },
    { ...plain, number: 8, undoes: 7 },
    { ...plain, number: 7, undone_by: 8 },
    { ...plain, number: 5 },
    { ...plain, number: 4 },
  ];
  expect(latestToUndo(rows, now)?.number).toBe(5);
  expect(latestToUndo(rows.slice(0, 3), now)).toBeUndefined();
});
